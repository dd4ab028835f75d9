// @vitest-environment happy-dom
/** The live part of the home page (Rule 2.33). */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PostForm } from '#islands/ui/post/PostForm.tsx';
import { packFlairs } from '#lib/domain/flairs.ts';
import type { Post } from '#lib/schemas/post.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import { settle } from '#tests/support/fake-platform.ts';
import { startHomeLive, weekText } from '../../../src/scripts/home-live.ts';

const STATS = { posts: 1234, players: 567, clans: 89 };
let answers: Record<string, () => Response>;
let requests: string[];

beforeEach(() => {
  document.documentElement.dataset.api = 'https://api.test';
  document.body.innerHTML = `<p data-week></p>
    <section data-live-posts>
      <template>${renderToStaticMarkup(createElement(PostForm, { context: 'feed', brief: true }))}</template>
      <ol><li></li><li></li><li></li></ol>
    </section>`;
  answers = {
    '/api/Post/latest': () => Response.json([makePost()]),
    '/api/Stats': () => Response.json(STATS),
    '/api/features': () => Response.json({ features: ['ribbons', 'stats'] }),
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

const section = () => document.querySelector<HTMLElement>('[data-live-posts]');
const cards = () => [...document.querySelectorAll('ol article')];
const titles = () => [...document.querySelectorAll('ol h3 a')].map((link) => link.textContent);
const week = () => document.querySelector('[data-week]')?.textContent;
const givePosts = (...posts: Partial<Post>[]) => {
  answers['/api/Post/latest'] = () => Response.json(posts.map((post) => makePost(post)));
};

it('shows the newest three posts that count, with parties, ratings, title and age', async () => {
  const rated = packFlairs({ performance: true, teamplay: false, courtesy: null });
  givePosts(
    { title: 'Removed', modLocked: true },
    { title: 'Waiting', held: true },
    {
      id: guid(1),
      title: 'Held the line',
      flairs: rated,
      createdAt: new Date(Date.now() - 7_200_000).toISOString(),
    },
    { title: 'Second' },
    { title: 'Third' },
    { title: 'Fourth' },
  );
  await startHomeLive();
  expect(titles()).toEqual(['Held the line', 'Second', 'Third']);
  const [first] = cards();
  expect(first?.querySelector('h3 a')?.getAttribute('href')).toBe(`/posts/${guid(1)}`);
  expect(first?.querySelector('p')?.textContent).toBe('By Aurora_Captain about Borodino_Gunner');
  expect(first?.querySelector('time')?.textContent).toBe('2 hours ago');
  expect(first?.querySelector('li')?.textContent).toBe('Net: 0');
});

it('shows texts as text, and keeps no room for the picture of a battle, which it does not show', async () => {
  const thumbnail = { version: 'abcdef012345', width: 384, height: 256 };
  const title = '<img src=x onerror=alert(1)>';
  givePosts({
    title,
    battle: { map: '22_tierra_del_fuego', playedAt: null, author: null, player: null, thumbnail },
  });
  await startHomeLive();
  expect((cards()[0] as HTMLElement).dataset).not.toHaveProperty('pictured');
  expect(titles()[0]).toBe(title);
  expect(document.querySelector('img')).toBeNull();
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
  expect([week(), cards().length, section()?.dataset.state]).toEqual(['', 1, 'shown']);
  expect(requests.filter((path) => path !== '/api/Post/latest')).toEqual(['/api/features']);
});

const error = () => new Response('', { status: 500 });

it.each([
  ['without the numbers of the week', '/api/Stats', error, 'shown', ''],
  ['without malformed numbers', '/api/Stats', () => Response.json({ posts: 'many' }), 'shown', ''],
  ['without posts after an error', '/api/Post/latest', error, 'absent', weekText(STATS)],
  ['without malformed posts', '/api/Post/latest', () => Response.json({ a: 1 }), 'absent', weekText(STATS)],
  ['without posts if there are none', '/api/Post/latest', () => Response.json([]), 'absent', weekText(STATS)],
])('is shown %s', async (_, path, answer, state, numbers) => {
  answers[path] = answer;
  await startHomeLive();
  expect([section()?.dataset.state, week()]).toEqual([state, numbers]);
  if (state === 'shown') expect(cards()).toHaveLength(1);
});

it('shows the notice while the answers say that the API is read-only', async () => {
  const isShown = () => 'readOnly' in document.documentElement.dataset;
  const headers = { 'Fleet-Karma-Read-Only': 'true' };
  for (const path of ['/api/Post/latest', '/api/Stats'])
    answers[path] = () => Response.json(path.endsWith('Stats') ? STATS : [makePost()], { headers });
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
const link = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('ol h3 a')].find(({ textContent }) => textContent === title);

it('keeps the elements, with the focus and the selection in them, when only ages changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const createdAt = new Date(Date.now() - 3_600_000).toISOString();
  givePosts({ id: guid(1), title: 'First', createdAt });
  await startHomeLive();
  const first = link('First');
  first?.focus();
  vi.setSystemTime(Date.now() + 3_600_000);
  await comeBack();
  expect(document.activeElement).toBe(first);
  expect(cards()[0]?.querySelector('time')?.textContent).toBe('2 hours ago');
});

it('keeps the focus on the link of a post that moves down', async () => {
  const first = { title: 'First', id: guid(1) };
  givePosts(first);
  await startHomeLive();
  link('First')?.focus();
  givePosts({ title: 'Newer', id: guid(2) }, first);
  await comeBack();
  expect(titles()).toEqual(['Newer', 'First']);
  expect(document.activeElement).toBe(link('First'));
});

it('loads again when the user comes back, and keeps what is shown if that fails', async () => {
  await startHomeLive();
  givePosts({ title: 'Written meanwhile' });
  await comeBack();
  await expect.poll(() => titles()[0]).toBe('Written meanwhile');
  answers = {};
  await comeBack();
  expect([cards().length, section()?.dataset.state, week()]).toEqual([1, 'shown', weekText(STATS)]);
});
