/** A page draws its first answers (Rule 2.47) in the forms that the build renders. Places are tested in the browser. */
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inventWorld } from '#api/demo/seed/world.ts';
import { ClanSkeleton } from '#islands/clan/Clan.tsx';
import { ProfileSkeleton } from '#islands/player-profile/ProfileSkeleton.tsx';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import { PostForm } from '#islands/ui/post/PostForm.tsx';
import { clanEmblem } from '#lib/domain/emblems.ts';
import type { PostContext } from '#lib/domain/post-face.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeClan, makePost } from '#tests/support/builders.ts';
import { fillPost } from '../../src/scripts/early-drawing.ts';

const parse = (html: string): HTMLTemplateElement => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template;
};
const formOf = (context: PostContext) => parse(renderToStaticMarkup(<PostForm context={context} />));

/** One post of the demo for every combination of ratings, clans and an edit: what its card can look like. */
function seededPosts(): Post[] {
  const { players, clans, posts } = inventWorld('eu', Date.parse('2025-03-01T12:00:00Z'));
  const clanOf = new Map(clans.map(({ id, tag, name, leagueColor }) => [id, { id, tag, name, leagueColor }]));
  const partyOf = new Map(
    players.map(({ id, username, clanId }) => [id, { id, username, clan: clanOf.get(clanId ?? 0) ?? null }]),
  );
  const seeded = posts
    .filter(({ modLocked, readOnly }) => !modLocked && !readOnly)
    .map(({ authorId, playerId, flairs = 0, title, content, createdAt }, index) =>
      makePost({
        ...{ flairs, title, content, createdAt: createdAt.toISOString() },
        author: partyOf.get(authorId) as Post['author'],
        player: partyOf.get(playerId) as Post['player'],
        updatedAt: index % 10 === 0 ? createdAt.toISOString() : null,
        ...(index % 3 === 0 && { advice: ['player-not-shown'] }),
      }),
    );
  const looks = ({ flairs, author, player, updatedAt }: Post): string =>
    JSON.stringify([flairs, author.clan === null, player.clan === null, updatedAt === null]);
  return [...new Map(seeded.map((post) => [looks(post), post])).values()];
}

/** The card without what only the screen has: the footer, tooltips of times, what links and focus need, and formats. */
function outside(card: Element | null, { content }: Post): string {
  if (card === null) return '';
  card.querySelector('footer')?.remove();
  if (!isPlain(content)) card.querySelector('article > div')?.replaceChildren();
  for (const time of card.querySelectorAll('time')) time.removeAttribute('title');
  for (const name of ['id', 'tabindex']) card.removeAttribute(name);
  const attributes = (element: Element): string =>
    [...element.attributes]
      .map(({ name, value }) => `${name}=${value.replaceAll(/[\s;]/g, '')}`)
      .sort()
      .join(' ');
  const tree = (element: Element): string =>
    `<${element.localName} ${attributes(element)}>${[...element.childNodes]
      .map((node) => (node instanceof Element ? tree(node) : node.textContent))
      .join('')}</>`;
  return tree(card);
}

describe('The form of a post', () => {
  const posts = seededPosts();

  it.each<[PostContext, number]>([
    ['feed', 0],
    ['received', 1],
    ['sent', 2],
    ['single', 3],
  ])('is filled in like the card of every kind of post: %s (Rule 2.47)', (context, part) => {
    const form = formOf(context);
    expect(posts.length).toBeGreaterThan(150);
    // Each in one context.
    for (const post of posts.filter((_, index) => index % 4 === part)) {
      const early = fillPost(form, post, context).querySelector('article');
      const card = renderToStaticMarkup(<PostCard post={post} context={context} viewer={null} />);
      expect(outside(early, post)).toBe(outside(parse(card).content.querySelector('article'), post));
    }
  });

  it('draws a player whose clan the API leaves out', () => {
    const { clan: _, ...author } = makePost().author;
    const early = fillPost(formOf('feed'), { ...makePost(), author: author as Post['author'] }, 'feed');
    expect(early.querySelector('p')?.textContent).toBe('By Aurora_Captain about Borodino_Gunner');
  });

  it('shows text as text, and a formatted text without its signs', () => {
    const content = '# Notes\n\n- **Great** _game_, see [the map](https://example.com)\n- <img src=x>';
    const early = fillPost(formOf('feed'), makePost({ content, title: '<b>bold</b>' }), 'feed');
    expect(early.querySelector('h2')?.textContent).toBe('<b>bold</b>');
    expect([...early.querySelectorAll('div p')].map(({ textContent }) => textContent)).toEqual([
      'Notes',
      'Great game, see the map<img src=x>',
    ]);
    expect(early.querySelector('img, b')).toBeNull();
  });
});

const post = makePost({ id: guid(1), content: 'First line\nsecond line\n\nNext paragraph' });
const place = () => document.querySelector('[data-early-posts]') as HTMLElement;
const cards = () => [...place().querySelectorAll('ol article')];
const outlines = () => place().querySelectorAll('[aria-hidden] > i');

async function draw(answers: Record<string, unknown>, search = '', script = 'early-content'): Promise<void> {
  history.replaceState(null, '', `/${search}`);
  window.__earlyAnswers = Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [path, Promise.resolve(answer)]),
  );
  vi.resetModules();
  await import(`../../src/scripts/${script}.ts`);
  // The answers are there, so everything is drawn within a few microtasks.
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** A page with the forms of these contexts and three outlines. */
function givePage(...contexts: PostContext[]): void {
  const forms = contexts.map(
    (context) => `<template data-context="${context}">${formOf(context).innerHTML}</template>`,
  );
  document.body.innerHTML = `${renderToStaticMarkup(<ProfileSkeleton early>{null}</ProfileSkeleton>)}
    <div data-early-posts>${forms.join('')}<div aria-hidden="true"><i></i><i></i><i></i></div></div>`;
}

describe('The early content of a page', () => {
  beforeEach(() => givePage('feed'));

  it('replaces as many outlines as there are posts, and keeps the rest', async () => {
    await draw({ '/api/Post/latest?page=1': [post, post] });
    expect([cards().length, outlines().length]).toEqual([2, 1]);
  });

  it.each([
    ['received', '', ['By Aurora_Captain']],
    ['sent', '?tab=sent', ['AboutBorodino_Gunner']],
  ])('names in the %s posts of a profile only the other player', async (_, search, names) => {
    givePage('received', 'sent');
    const player = { username: 'Borodino_Gunner', optedOut: false };
    await draw({ '/api/Post/2/received?page=1': [post], '/api/Player/2': player }, search);
    await expect.poll(() => cards()).toHaveLength(1);
    expect([...place().querySelectorAll('ol header p')].map(({ textContent }) => textContent)).toEqual(names);
  });

  it.each([
    ['has opted out', { username: 'Borodino_Gunner', optedOut: true }],
    ['could not be loaded', undefined],
  ])('has no received posts when the player %s (Rule 2.47)', async (_, player) => {
    givePage('received', 'sent');
    await draw({ '/api/Post/2/received?page=1': [post], '/api/Player/2': player });
    expect(cards()).toHaveLength(0);
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
    vi.useRealTimers();
    const preloads = document.head.querySelectorAll('link[rel=modulepreload][href="/hashed/markdown.js"]');
    expect(preloads).toHaveLength(links);
  });

  it.each([
    ['a removed post', { ...post, modLocked: true }],
    ['a locked post', { ...post, readOnly: true }],
    ['a post that does not count yet', { ...post, held: true }],
    ['a post with advice for staff', { ...post, advice: ['sunk-early'] }],
    ['a post without a title', { ...post, title: '' }],
    ['a post without an author', { ...post, author: null }],
    ['something else', 7],
  ])('leaves %s and what follows to the screen (Rule 2.47)', async (_, strange) => {
    await draw({ '/api/Post/latest?page=1': [post, strange, post] });
    expect(cards().length).toBeLessThanOrEqual(1);
    expect(outlines().length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no post', {}],
    ['an empty list', []],
  ])('is the outline after an answer with %s', async (_, answer) => {
    await draw({ '/api/Post/latest?page=1': answer });
    expect([cards().length, outlines().length]).toEqual([0, 3]);
  });

  const player = { username: 'Buoy_2', siteKarma: 5, gameKarma: -8, optedOut: false, wgHidden: false };
  const total = () => document.querySelector('[data-early-profile] p span + span');

  it('names the player of a profile with the total (Rule 2.47)', async () => {
    await draw({ '/api/Player/2?includeClanInfo=true': player });
    expect(document.querySelector('h1')?.textContent).toBe('Buoy_2');
    expect(total()?.textContent).toBe('−3');
    expect(total()?.querySelector('.negative')).not.toBeNull();
  });

  it.each([['optedOut'], ['wgHidden']])('draws no total of a player with %s (Rule 2.47)', async (flag) => {
    await draw({ '/api/Player/2': { ...player, [flag]: true } });
    expect(document.querySelector('h1')?.textContent).toBe('Buoy_2');
    // Also what a page without scripts shows.
    expect(document.querySelector('[data-early-profile]')?.textContent).not.toMatch(/\d$|Karma\s*0/);
    expect(total()?.textContent).toBe('\u200b');
  });
});

describe('The early content of a clan’s page (Rule 2.47)', () => {
  const clan = makeClan({ id: 501, tag: 'FROG', name: 'The Frogs', description: 'We hop.\n\nJoin us.' });
  const drawClan = async (answer: unknown) => {
    document.body.innerHTML = renderToStaticMarkup(<ClanSkeleton early="https://statistics.test/" />);
    await draw({ '/api/Clan/501?includeMembers=true': answer }, '', 'early-clan');
  };
  const heading = () => document.querySelector('h1')?.textContent;
  const description = () => document.querySelector<HTMLElement>('[data-description]');

  it('has tag, name, flags and description', async () => {
    await drawClan(clan);
    expect(heading()).toBe('[FROG] The Frogs');
    expect(
      [...document.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[1]),
    ).toEqual([...clanEmblem(501)]);
    expect([...(description()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'We hop.',
      'Join us.',
    ]);
    expect(description()?.hidden).toBe(false);
  });

  it('keeps no place for a description that is missing', async () => {
    await drawClan({ ...clan, description: ' ' });
    expect([heading(), description()]).toEqual(['[FROG] The Frogs', null]);
  });

  it.each([
    ['a disbanded clan', { ...clan, isDisbanded: true }],
    ['a clan whose data is old', { ...clan, outdated: true }],
    ['a clan without a visible tag', { ...clan, tag: ' ' }],
    ['a clan without a tag', { ...clan, tag: undefined }],
    ['no clan', undefined],
    ['something else', 7],
  ])('leaves %s to the screen', async (_, answer) => {
    await drawClan(answer);
    expect(heading()).toContain('Clan');
    expect(description()?.hidden).toBe(true);
  });
});
