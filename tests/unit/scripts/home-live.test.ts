// @vitest-environment happy-dom
/** The live part of the home page (Rules 2.33, 30.70 and 30.71). */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Party } from '#islands/ui/post/PostFace.tsx';
import { PostForm } from '#islands/ui/post/PostForm.tsx';
import { packFlairs } from '#lib/domain/flairs.ts';
import { oneLine } from '#lib/domain/without-markup.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { startHomeLive, weekText } from '../../../src/scripts/home-live.ts';

const PRAISE = { flairs: packFlairs({ performance: true, teamplay: true, courtesy: null }) };
const THUMBNAIL = { version: 'abcdef012345', width: 384, height: 256 };
const SHIP = { shipParamsId: 1, shipName: null };
/** A battle whose replay shows both. */
const BATTLE = {
  replayId: guid(9),
  battle: { map: null, playedAt: null, author: SHIP, player: SHIP, thumbnail: THUMBNAIL },
};
const AURORA = {
  id: 7,
  username: 'Aurora',
  clan: { id: 9, tag: 'C9', name: 'Nine', leagueColor: 0 },
  karma: -4,
  praise: 3,
};
const HOOD = { id: 8, username: 'Hood', clan: null, karma: null, praise: 1 };
const PARTY = { emblem: '00', name: 'Player', href: '/', clan: { tag: 'Clan', href: '/', leagueColor: 0 } };
const STATS = { posts: 1234, players: 567, clans: 89 };
let answers: Record<string, () => Response>;
let requests: string[];

beforeEach(() => {
  document.documentElement.dataset.api = 'https://api.test';
  document.body.innerHTML = `<p data-week></p>
    <section data-live="praise" data-waiting>
      <template>${renderToStaticMarkup(createElement(PostForm, { context: 'feed', brief: true }))}</template>
      <div data-place><p>Invitation</p></div>
    </section>
    <section data-live="praised" data-waiting>
      <template><li>${renderToStaticMarkup(createElement(Party, { party: PARTY }))} by <b>0</b> players</li></template>
      <ol data-place><li>Invitation</li></ol>
    </section>`;
  answers = {
    '/api/Post/latest': () => Response.json([makePost(PRAISE)]),
    '/api/Praised': () => Response.json({ players: [{ ...HOOD, username: ' ' }, AURORA, HOOD], clans: [] }),
    '/api/Stats': () => Response.json(STATS),
    '/api/features': () => Response.json({ features: ['praised', 'stats'] }),
  };
  requests = [];
  sessionStorage.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(new URL(url).pathname);
    const answer = answers[new URL(url).pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const invited = (part: string) => {
  const section = document.querySelector<HTMLElement>(`[data-live=${part}]`);
  expect(section?.dataset, 'no longer waiting').not.toHaveProperty('waiting');
  return section?.querySelector('article, ol b') === null;
};
const card = () => document.querySelector<HTMLElement>('[data-place] article');
const titles = () => [...document.querySelectorAll('article h3 a')].map((link) => link.textContent);
const praised = () => [...document.querySelectorAll('ol li')].map(({ textContent }) => oneLine(textContent));
const week = () => document.querySelector('[data-week]')?.textContent;
const givePosts = (...posts: Partial<Post>[]) => {
  answers['/api/Post/latest'] = () => Response.json(posts.map((post) => makePost({ ...PRAISE, ...post })));
};

it('shows the latest praise whose replay shows both: parties, title, age, flairs, a sentence, and the battle', async () => {
  const createdAt = new Date(Date.now() - 7_200_000).toISOString();
  const hidden = { ...makePost().author, hidden: true };
  givePosts(
    { ...BATTLE, title: 'Removed', modLocked: true },
    { ...BATTLE, title: 'Waiting', held: true },
    {
      ...BATTLE,
      title: 'Criticism',
      flairs: packFlairs({ performance: false, teamplay: null, courtesy: null }),
    },
    { ...BATTLE, title: 'By a hidden player', author: hidden },
    { title: 'Without a picture' },
    {
      ...BATTLE,
      id: guid(1),
      title: 'Held the line',
      createdAt,
      content: '## GG\nThey **held** the cap. Then more.',
    },
    { ...BATTLE, title: 'Older' },
  );
  await startHomeLive();
  expect(titles()).toEqual(['Held the line']);
  expect(card()?.querySelector('p')?.textContent).toBe('By Aurora_Captain about Borodino_Gunner');
  expect(card()?.querySelector('time')?.textContent).toBe('2 hours ago');
  expect(card()?.querySelector('li')?.textContent).toBe('Net: +2');
  expect(card()?.querySelector('[data-sentence]')?.textContent).toBe('GG They held the cap.');
  const links = [...(card()?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links.slice(-3)).toEqual([
    `/posts/${guid(1)}`,
    `/posts/${guid(1)}#replay`,
    `/posts/${guid(1)}#replay`,
  ]);
  expect(card()?.querySelector('img')?.src).toBe(
    `https://api.test/api/Replay/${guid(9)}/thumbnail?v=abcdef012345`,
  );
});

it('names below the picture only who is in it, and who sank that ship', async () => {
  const sinkings = [{ of: 'player', at: '10:38', left: true, by: { id: 9, username: 'Hood' } }];
  const thumbnail = { ...THUMBNAIL, shown: { author: false, player: true, sunk: null, sinkings } };
  givePosts({ ...BATTLE, battle: { ...BATTLE.battle, thumbnail } } as Partial<Post>);
  await startHomeLive();
  const caption = card()?.querySelector('figure p')?.textContent ?? '';
  expect(oneLine(caption)).toBe('player sunk with 10:38 left, by Hood');
});

it('shows praise without a picture where no replay shows both, and texts as text', async () => {
  const title = '<img src=x onerror=alert(1)>';
  givePosts({ title });
  await startHomeLive();
  expect(titles()).toEqual([title]);
  expect(card()?.querySelector('img')).toBeNull();
  expect(card()?.lastElementChild?.textContent).toBe('See the replay');
});

it('does not take the year 1 of the original API for an edit', async () => {
  givePosts({ title: 'Praise', updatedAt: '0001-01-01T00:00:00+00:00' });
  await startHomeLive();
  expect([titles(), card()?.textContent.includes('edited')]).toEqual([['Praise'], false]);
});

it('shows who was praised this week, with clan and the number of authors', async () => {
  await startHomeLive();
  expect(praised()).toEqual(['[C9]Aurora by 3 players', 'Hood by 1 player']);
  expect([...document.querySelectorAll('ol a')].map((link) => link.getAttribute('href'))).toEqual([
    '/clan/9,C9-Nine',
    '/player/7,Aurora',
    '/player/8,Hood',
  ]);
});

it('shows the numbers of the week in words', async () => {
  await startHomeLive();
  expect(week()).toBe(weekText(STATS));
  expect(weekText({ posts: 1, players: 2, clans: 1 })).toBe('1 post · 2 players · 1 clan in the last 7 days');
});

it.each([
  ['does not name it', () => Response.json({ features: ['ribbons'] })],
  ['has no features', () => new Response('', { status: 404 })],
])('asks an API that %s once per tab, and not for the numbers of the week', async (_, answer) => {
  answers['/api/features'] = answer;
  await startHomeLive();
  await startHomeLive();
  expect([week(), invited('praise'), invited('praised')]).toEqual(['', false, true]);
  expect(requests.filter((path) => path !== '/api/Post/latest')).toEqual(['/api/features']);
});

const error = () => new Response('', { status: 500 });

const none = () => Response.json([]);
const odd = () => Response.json({ players: 'many' });

it.each([
  ['/api/Stats', error, '', false, false],
  ['/api/Stats', () => Response.json({ posts: 'many' }), '', false, false],
  ['/api/Post/latest', error, weekText(STATS), true, false],
  ['/api/Post/latest', () => Response.json({ a: 1 }), weekText(STATS), true, false],
  ['/api/Post/latest', none, weekText(STATS), true, false],
  ['/api/Praised', error, weekText(STATS), false, true],
  ['/api/Praised', odd, weekText(STATS), false, true],
])('keeps the invitation when %s answers with %s', async (path, answer, ...shown) => {
  answers[path] = answer;
  await startHomeLive();
  expect([week(), invited('praise'), invited('praised')]).toEqual(shown);
});

it('shows the notice while the answers say that the API is read-only', async () => {
  const isShown = () => 'readOnly' in document.documentElement.dataset;
  const headers = { 'Fleet-Karma-Read-Only': 'true' };
  delete answers['/api/Praised'];
  for (const path of ['/api/Post/latest', '/api/Stats'])
    answers[path] = () => Response.json(path.endsWith('Stats') ? STATS : [makePost(PRAISE)], { headers });
  await startHomeLive();
  expect(isShown()).toBe(true);
  givePosts({});
  answers['/api/Stats'] = () => Response.json(STATS);
  await startHomeLive();
  expect(isShown()).toBe(false);
});

const comeBack = async () => {
  requests = [];
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => requests).toContain('/api/Post/latest');
  await settle();
};
const link = () => document.querySelector<HTMLElement>('article h3 a');

it('keeps the elements, with the focus and the selection in them, when only ages changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const createdAt = new Date(Date.now() - 3_600_000).toISOString();
  givePosts({ ...BATTLE, id: guid(1), createdAt });
  await startHomeLive();
  const before = link();
  before?.focus();
  vi.setSystemTime(Date.now() + 3_600_000);
  await comeBack();
  expect(document.activeElement).toBe(before);
  expect(card()?.querySelector('time')?.textContent).toBe('2 hours ago');
});

it('keeps the focus on the link of a player who moves down', async () => {
  await startHomeLive();
  document.querySelector<HTMLElement>('ol a[href$=Aurora]')?.focus();
  answers['/api/Praised'] = () => Response.json({ players: [HOOD, AURORA] });
  await comeBack();
  expect(praised()[0]).toBe('Hood by 1 player');
  expect(document.activeElement?.textContent).toBe('Aurora');
});

it('loads again when the user comes back, and keeps what is shown if that fails', async () => {
  await startHomeLive();
  givePosts({ title: 'Written meanwhile' });
  await comeBack();
  await expect.poll(() => titles()[0]).toBe('Written meanwhile');
  answers = {};
  await comeBack();
  expect([titles().length, praised().length, week()]).toEqual([1, 2, weekText(STATS)]);
});
