// @vitest-environment happy-dom
/** What a page draws of its first answers. Where it draws them is tested in `tests/e2e/screens/early-content.spec.ts`. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const FORM = `
  <article>
    <span data-about>About</span>
    <span data-party="author"><a data-clan>Clan</a><a data-name>Player</a></span>
    <span data-party="player"><svg></svg><a data-clan>Clan</a><a data-name>Player</a></span>
    <time></time><span data-net></span>
    ${['performance', 'teamplay', 'courtesy'].map((name) => `<i data-flair="${name}"><svg class="down"></svg><svg class="level"></svg><svg class="up"></svg></i>`).join('')}
    <h2><a data-title>Post</a></h2>
    <div><div data-text></div></div>
    <p data-battle></p>
  </article>`;

const post = {
  id: '11111111-1111-4111-8111-111111111111',
  author: { id: 1, username: 'Anchor_1', clan: { id: 7, tag: 'ABC', name: 'Able', leagueColor: 0xffcc66 } },
  player: { id: 2, username: 'Buoy_2', clan: null },
  flairs: 1 + 8,
  title: ' Well played ',
  content: 'First line\nsecond line\n\nNext paragraph',
  modLocked: false,
  readOnly: false,
  createdAt: new Date().toISOString(),
};

const place = () => document.querySelector('[data-early-posts]') as HTMLElement;
const cards = () => [...place().querySelectorAll('ol article')];
const textOf = (selector: string) => place().querySelector(`ol ${selector}`)?.textContent;

async function draw(answers: Record<string, unknown>, screen = 'posts', search = ''): Promise<void> {
  document.documentElement.dataset.screen = screen;
  history.replaceState(null, '', `/${search}`);
  window.__earlyAnswers = Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [path, Promise.resolve(answer)]),
  );
  vi.resetModules();
  await import('../../../src/layouts/early-content.ts');
}

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  document.body.innerHTML = `
    <div data-early-profile>
      <p data-early-name></p><b data-early-total data-tones="negative,warning,positive"></b>
    </div>
    <div data-early-posts>
      <template data-cards="bad,,good" data-chips="minus,even,plus" data-tones="negative,warning,positive">${FORM}</template>
      <div aria-hidden="true"><i></i><i></i><i></i></div>
    </div>`;
});

describe('The early content of a page', () => {
  it('is each post with its names, flairs, title and paragraphs (Rule 2.47)', async () => {
    await draw({ '/api/Post/latest?page=1': [post] });
    expect(cards()).toHaveLength(1);
    expect(textOf('[data-party=author]')).toBe('[ABC]Anchor_1');
    expect(textOf('[data-party=player]')).toBe('Buoy_2');
    expect(textOf('[data-about]')).toBeUndefined();
    expect(textOf('time')).toBe('just now');
    expect(textOf('[data-net]')).toBe('0');
    expect(place().querySelector('ol [data-flair=performance]')?.className).toBe('plus');
    expect(place().querySelector('ol [data-flair=teamplay] svg')?.getAttribute('class')).toBe('down');
    expect(place().querySelectorAll('ol [data-flair] svg')).toHaveLength(3);
    expect(textOf('[data-title]')).toBe('Well played');
    expect(place().querySelector('ol [data-text]')?.innerHTML).toBe(
      '<p dir="auto">First line<br>second line</p><p dir="auto">Next paragraph</p>',
    );
    const links = [...place().querySelectorAll('ol a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/clan/7,ABC-Able',
      '/player/1,Anchor_1',
      '/player/2,Buoy_2',
      `/posts/${post.id}`,
    ]);
  });

  it('replaces as many outlines as there are posts, and keeps the rest', async () => {
    await draw({ '/api/Post/latest?page=1': [post, post] });
    expect(place().querySelectorAll('[aria-hidden] > i')).toHaveLength(1);
  });

  it.each([
    ['received', '', '[ABC]Anchor_1', undefined, undefined],
    ['sent', '?tab=sent', undefined, 'Buoy_2', 'About'],
  ])('names in the %s posts of a profile only the other player', async (_, search, author, player, about) => {
    const profile = { ...post.player, optedOut: false };
    await draw({ '/api/Post/2/received?page=1': [post], '/api/Player/2': profile }, 'player', search);
    await expect.poll(() => cards()).toHaveLength(1);
    expect(textOf('[data-party=author]')).toBe(author);
    expect(textOf('[data-party=player]')).toBe(player);
    expect(textOf('[data-about]')).toBe(about);
  });

  it.each([
    ['has opted out', { ...post.player, optedOut: true }],
    ['could not be loaded', undefined],
  ])('has no received posts when the player %s (Rule 5.7)', async (_, player) => {
    await draw({ '/api/Post/2/received?page=1': [post], '/api/Player/2': player }, 'player');
    expect(cards()).toHaveLength(0);
  });

  it('shows a formatted text without its signs', async () => {
    const content = '# Notes\n\n- **Great** _game_, see [the map](https://example.com) of Big_Ship\n- `ok`';
    await draw({ '/api/Post/latest?page=1': [{ ...post, content }] });
    expect(textOf('[data-text]')).toBe('NotesGreat game, see the map of Big_Shipok');
  });

  it.each([
    ['plain', post.content, 0],
    ['formatted', '**Great** game', 1],
  ])('loads the parser early only if needed: %s text', async (_, content, links) => {
    document.head.innerHTML = '<template data-modules data-parser="/hashed/markdown.js"></template>';
    vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
    await draw({ '/api/Post/latest?page=1': [{ ...post, content }] });
    await expect.poll(() => cards()).toHaveLength(1);
    vi.runAllTimers();
    const preloads = document.head.querySelectorAll('link[rel=modulepreload][href="/hashed/markdown.js"]');
    expect(preloads).toHaveLength(links);
  });

  it('shows markup as text', async () => {
    const content = '<img src=x onerror=alert(1)>';
    await draw({ '/api/Post/latest?page=1': [{ ...post, content, title: '<b>bold</b>' }] });
    expect(textOf('[data-title]')).toBe('<b>bold</b>');
    expect(place().querySelector('ol img, ol b')).toBeNull();
  });

  it.each([
    ['a removed post', { ...post, modLocked: true }],
    ['a locked post', { ...post, readOnly: true }],
    ['a post without a title', { ...post, title: '' }],
    ['a post without an author', { ...post, author: null }],
    ['something else', 7],
  ])('leaves %s and what follows to the screen (Rule 2.47)', async (_, strange) => {
    await draw({ '/api/Post/latest?page=1': [post, strange, post] });
    expect(cards().length).toBeLessThanOrEqual(1);
    expect(place().querySelectorAll('[aria-hidden] > i').length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no post', {}],
    ['an empty list', []],
  ])('is the outline after an answer with %s', async (_, answer) => {
    await draw({ '/api/Post/latest?page=1': answer });
    expect(cards()).toHaveLength(0);
    expect(place().querySelectorAll('[aria-hidden] > i')).toHaveLength(3);
  });

  it('names the player of a profile with the total (Rule 2.47)', async () => {
    const player = { username: 'Buoy_2', siteKarma: 5, gameKarma: -8, optedOut: false, wgHidden: false };
    await draw({ '/api/Player/2?includeClanInfo=true': player }, 'player');
    expect(document.querySelector('[data-early-name]')?.textContent).toBe('Buoy_2');
    expect(document.querySelector('[data-early-total]')?.textContent).toBe('−3');
    expect(document.querySelector('[data-early-total]')?.className).toBe('negative');
  });

  it.each([['optedOut'], ['wgHidden']])('draws no total of a player with %s', async (flag) => {
    const player = { username: 'Buoy_2', siteKarma: 5, gameKarma: 8, optedOut: false, wgHidden: false };
    await draw({ '/api/Player/2': { ...player, [flag]: true } }, 'player');
    expect(document.querySelector('[data-early-total]')?.textContent).toBe('');
  });
});
