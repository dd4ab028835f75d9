/** A page draws its first answers (Rule 2.47) in the forms that the build renders. Places are tested in the browser. */
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inventWorld } from '#api/demo/seed/world.ts';
import { ClanSkeleton } from '#islands/clan/Clan.tsx';
import { ProfileSkeleton } from '#islands/player-profile/ProfileSkeleton.tsx';
import { Markdown } from '#islands/ui/Markdown.tsx';
import { PostCard } from '#islands/ui/post/PostCard.tsx';
import { PostForm } from '#islands/ui/post/PostForm.tsx';
import { clanEmblem } from '#lib/domain/emblems.ts';
import type { PostContext } from '#lib/domain/post-face.ts';
import { parseMarkdown } from '#lib/markdown/markdown.ts';
import { isPlain } from '#lib/markdown/plain-text.ts';
import { markdownParser } from '#lib/markdown/texts.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makeClan, makePost } from '#tests/support/builders.ts';
import { MARKUP } from '#tests/support/markdown-text.ts';
import { fillEmblems, fillPost, fillText } from '../../src/scripts/early-drawing.ts';

// Texts of cards are formatted from the start.
markdownParser.loaded = parseMarkdown;

/** Pieces of texts that are drawn early in their format. */
const FORMATTED = [
  ...'a |b c| Борис |Aurora_Captain| **x** | **y z:** | _i_ |(*j k*)| **l _m_ n**, |👍🏽|\n|\n\n'.split('|'),
  ...' __o\np__ | [**q** r](https://t.eu/s?u=v%20w) | https://t.eu/x_y. |(http://a-b.eu)'.split('|'),
];

const parse = (html: string): HTMLTemplateElement => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template;
};
const formOf = (context: PostContext) => parse(renderToStaticMarkup(<PostForm context={context} />));

/** One post of the demo for every combination of ratings, clans, marks and an edit: what its card can look like. */
function seededPosts(): Post[] {
  const { players, clans, posts } = inventWorld('eu', Date.parse('2025-03-01T12:00:00Z'));
  const clanOf = new Map(clans.map(({ id, tag, name, leagueColor }) => [id, { id, tag, name, leagueColor }]));
  const partyOf = new Map(
    players.map(({ id, username, clanId }) => [id, { id, username, clan: clanOf.get(clanId ?? 0) ?? null }]),
  );
  const seeded = posts.map(({ authorId, playerId, flairs = 0, createdAt, ...stored }, index) =>
    makePost({
      ...{ flairs, title: stored.title, content: stored.content, createdAt: createdAt.toISOString() },
      ...{ modLocked: stored.modLocked ?? false, readOnly: stored.readOnly ?? false, held: stored.held },
      replayId: index % 2 === 0 ? null : guid(index),
      author: partyOf.get(authorId) as Post['author'],
      player: partyOf.get(playerId) as Post['player'],
      updatedAt: index % 10 === 0 ? createdAt.toISOString() : null,
      ...(index % 3 === 0 && { advice: ['player-not-shown', 'not-checked'] }),
    }),
  );
  const looks = ({ flairs, author, player, updatedAt, replayId, ...marks }: Post): string =>
    JSON.stringify([
      flairs,
      [author.clan, player.clan, updatedAt, replayId].map(Boolean),
      marks.modLocked,
      marks.readOnly,
      marks.held,
    ]);
  return [...new Map(seeded.map((post) => [looks(post), post])).values()];
}

/** The card without what only the screen has: the footer, tooltips of times, what links and focus need, and other formats. */
function outside(card: Element | null, hasText: boolean): string {
  if (card === null) return '';
  card.querySelector('footer')?.remove();
  if (!hasText) card.querySelector('article > div')?.replaceChildren();
  for (const icon of card.querySelectorAll('article > p svg, header > strong svg')) icon.replaceChildren();
  for (const time of card.querySelectorAll('time')) time.removeAttribute('title');
  for (const name of ['id', 'tabindex']) card.removeAttribute(name);
  const attributes = (element: Element): string =>
    (element.matches('div a') ? [] : [...element.attributes])
      .map(({ name, value }) => `${name}=${value.replaceAll(/[\s;]/g, '')}`)
      .sort()
      .join(' ');
  const tree = (element: Element): string =>
    `<${element.localName} ${attributes(element)}>${[...element.childNodes]
      .map((node) => (node instanceof Element ? tree(node) : node.textContent))
      .join('')}</>`;
  return tree(card);
}

const drawText = (text: string): Element => {
  const { content } = parse('<div><p dir="auto">Text</p></div>');
  fillText(content.querySelector('p') as HTMLElement, text);
  return content.firstElementChild as Element;
};

/** Without addresses of links, which early ones do not have, and spaces that are not shown. */
const collapsed = ({ innerHTML }: Element): string =>
  innerHTML
    .replaceAll(/<a [^>]*>/g, '<a>')
    .replaceAll(/[ \n]+/g, ' ')
    .replaceAll(/ ?(<br>|<\/?p\b[^>]*>) ?/g, '$1');

/** Whether an element has no markup but bold, italics and links, whose signs are gone. */
const isClear = (element: Element): boolean => {
  const { localName, textContent, children, childNodes } = element;
  if (localName === 'a' && children.length === 0 && /^https?:/.test(textContent)) return true;
  const parts = [...childNodes].map((node) =>
    node instanceof Element ? (node.localName === 'br' ? '\n' : '"') : node.textContent,
  );
  const isUnsigned = isPlain(parts.join('').replaceAll(/^ +| +$/gm, ''));
  return isUnsigned && [...children].every((part) => part.localName === 'br' || isClear(part));
};

const OTHERS = ':not(p, br, strong, em, a)';

describe('An early text', () => {
  const formatted = { weight: 9, arbitrary: fc.constantFrom(...FORMATTED) };
  const anyText = fc.array(fc.oneof(formatted, fc.constantFrom(...MARKUP)), { minLength: 1, maxLength: 7 });

  it('has the elements and words of the later one if both have only its formats (Rule 2.47)', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyText, (pieces) => {
        const text = pieces.join('');
        const early = drawText(text);
        expect(early.querySelector(`${OTHERS}, [href]`)).toBeNull();
        const later = parse(renderToStaticMarkup(<Markdown source={text} />)).content.children[0] as Element;
        if (later.querySelector(OTHERS) || ![...early.children, ...later.children].every(isClear)) return;
        compared += 1;
        expect(collapsed(early)).toBe(collapsed(later));
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

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
      const drawn = renderToStaticMarkup(<PostCard post={post} context={context} viewer={null} />);
      const card = parse(drawn).content.querySelector('article') as Element;
      const hasText = !card.querySelector('article > div > div :not(p, br, strong, em, a)');
      expect(outside(early, hasText)).toBe(outside(card, hasText));
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

it('The emblem of a profile changes none of posts that were drawn before it (Rule 2.47)', () => {
  const { content } = parse('<svg><use href="#A"/><use href="#B"/></svg><svg><use href="#C"/></svg>');
  fillEmblems(content, 'XY');
  expect([...content.querySelectorAll('use')].map((use) => use.href.baseVal)).toEqual(['#X', '#Y', '#C']);
});

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

  it.each<[string, object, string[]]>([
    ['a plain text', { replayId: null }, ['/card']],
    ['a formatted text', { replayId: null, content: '**Great** game' }, ['/inline', '/markdown', '/card']],
    ['a replay with a video', { replayId: guid(9), replayState: 2 }, ['/card', '/replay']],
    ['a replay without one', { replayId: guid(9), replayState: 0 }, ['/card', '/replay', '/player']],
  ])('loads next to the modules what the screen needs for %s', async (_, facts, expected) => {
    const template = (name: string, ...hrefs: string[]) =>
      `<template data-${name}>${hrefs.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}</template>`;
    document.head.innerHTML =
      template('parser', '/inline', '/markdown') +
      template('parts', '/card') +
      template('replay', '/replay') +
      template('battle', '/player');
    vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
    await draw({ '/api/Post/latest?page=1': [{ ...post, ...facts }] });
    await expect.poll(() => cards()).toHaveLength(1);
    vi.runAllTimers();
    vi.useRealTimers();
    const preloads = [...document.head.querySelectorAll('link[rel=modulepreload]')];
    expect(preloads.map((link) => link.getAttribute('href'))).toEqual(expected);
  });

  it.each([
    ['a post with advice for staff', { ...post, advice: ['sunk-early'] }],
    ['a held post with a badge', { ...post, held: true, advice: ['not-checked'] }],
    ['a post without a title', { ...post, title: '' }],
    ['a post without an author', { ...post, author: null }],
    ['something else', 7],
  ])('leaves %s and what follows to the screen of someone signed in (Rule 2.47)', async (_, strange) => {
    document.documentElement.dataset.session = 'known';
    await draw({ '/api/Post/latest?page=1': [post, strange, post] });
    delete document.documentElement.dataset.session;
    expect(cards().length).toBeLessThanOrEqual(1);
    expect(outlines().length).toBeGreaterThanOrEqual(2);
  });

  it('has held, read-only and removed posts with their sentences (Rule 2.47)', async () => {
    const marks = [{ held: true, advice: ['not-checked'] }, { readOnly: true }, { modLocked: true }];
    await draw({ '/api/Post/latest?page=1': marks.map((mark) => ({ ...post, ...mark })) });
    const words = cards().map((card) => card.querySelector('strong, article > p')?.textContent.trim());
    expect(words[0]).toBe('Waiting for review · No replay');
    expect(words.slice(1).join(' ')).toMatch(/^Read-only after .* Removed by a moderator: /);
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
