/**
 * Rules 24.1 to 24.3 as one property: after any sequence of changes, totals and pages of every list and the
 * numbers of every profile are those of a query that reads and counts all posts, for every viewer.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import { findPosts, type PostRow } from '#api/model/posts/queries.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { isListed } from '#api/model/posts/visibility.ts';
import { FLAIR_CATEGORIES, type FlairCategory, parseFlairs, signOf } from '#lib/domain/flairs.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import { erase } from '#tests/api/persons/world.ts';
import {
  ADMIN,
  ADMIN_AND_MOD,
  type Answer,
  CONTENT,
  DAY,
  MOD,
  replayForm,
  START,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { wrongTotals } from '#tests/support/post-totals.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const RUNS = 2;
const STEPS = 30;
/** Enough that some pages are far from both ends of each list. */
const POSTS = 4_000;
const REPLAY = replayFile();

const api = setUpApi();

interface Model {
  players: number[];
  posts: { id: string; author: number }[];
  actions: string[];
}

interface Step {
  kind: keyof typeof STEP_KINDS;
  one: number;
  other: number;
}

const pick = <T>(items: readonly T[], index: number): T | undefined =>
  items[index % Math.max(1, items.length)];

/** One of the last three, because several steps on the same post find more errors. */
const pickLast = <T>(items: readonly T[], index: number): T | undefined =>
  items[items.length - 1 - (index % Math.min(3, Math.max(1, items.length)))];

/** Stores posts of three players about each other over forty days, with all flairs; some removed, some with a replay. */
async function addMany(players: readonly number[]): Promise<void> {
  const [one, two, three] = players;
  const ids = `{${[one, two, three].join(',')}}`;
  await api.database.transaction('eu', async (db) => {
    await db.execute(sql`
      insert into ${posts} (author_id, player_id, title, content, flairs, mod_locked, created_at)
      select (${ids}::bigint[])[1 + n % 3], (${ids}::bigint[])[1 + (n + 1 + n % 2) % 3], 'Number ' || n, ${CONTENT},
        n % 64, n % 11 = 0, ${new Date(START).toISOString()}::timestamptz - n * interval '15 minutes'
      from generate_series(1, ${POSTS}) n`);
    await db.execute(sql`
      insert into ${replays} (post_id, file_name, file_size)
      select id, 'battle.wowsreplay', 1 from ${posts}
      where author_id = any(${ids}::bigint[]) and substr(title, 8)::int % 3 = 0`);
  });
}

async function create(model: Model, { one, other }: Step): Promise<Answer> {
  const [author, player] = [pick(model.players, one), pick(model.players, other)] as [number, number];
  const options = { as: author, replay: one % 2 === 0 ? REPLAY : undefined };
  const answer = await api.createPost({ player: { id: player } }, options);
  if (answer.status === 201) model.posts.push({ id: answer.json.id, author });
  return answer;
}

async function moderate(model: Model, { one }: Step, actionType: 0 | 1): Promise<Answer | undefined> {
  const post = pickLast(model.posts, one);
  if (post === undefined) return undefined;
  const updatedPost = actionType === 1 ? { title: 'Said better', content: CONTENT, flairs: 0 } : null;
  const answer = await api.moderate(post.id, { updatedPost });
  if (answer.status === 202) model.actions.push(answer.json.id);
  return answer;
}

async function opt(model: Model, { one }: Step, optedOut: boolean): Promise<Answer> {
  const id = pick(model.players, one) as number;
  return api.call('PUT', '/api/profile', { as: id, body: { id, optedOut } });
}

const STEP_KINDS = {
  create,
  edit: async ({ posts }: Model, { one }: Step) => {
    const post = pickLast(posts, one);
    const body = { id: post?.id, title: 'Said better', content: CONTENT, flairs: 0 };
    return post && api.call('PUT', '/api/post', { as: post.author, body });
  },
  delete: async ({ posts }: Model, { one }: Step) => {
    const post = pickLast(posts, one);
    return post && api.call('DELETE', `/api/post/${post.id}`, { as: post.author });
  },
  'mod delete': (model: Model, step: Step) => moderate(model, step, 0),
  'mod edit': (model: Model, step: Step) => moderate(model, step, 1),
  revert: async ({ actions }: Model, { one }: Step) => {
    const id = pickLast(actions, one);
    return id === undefined ? undefined : api.revert(id, ADMIN_AND_MOD);
  },
  'opt out': (model: Model, step: Step) => opt(model, step, true),
  'opt in': (model: Model, step: Step) => opt(model, step, false),
  'add a replay': async ({ posts }: Model, { one }: Step) => {
    const post = pickLast(posts, one);
    const form = replayForm(REPLAY);
    return post && api.call('POST', `/api/replay/${post.id}`, { as: post.author, form });
  },
  fold: async () => keepTotalsFolded(api.database, 'eu').then(() => undefined),
} as const;

/** Ids and total of a list, by reading everything. */
function naive(all: readonly PostRow[], isFound: (post: PostRow) => boolean, offset: number, size: number) {
  const found = all.filter(isFound);
  return { total: found.length, ids: found.slice(offset, offset + size).map(({ id }) => id) };
}

async function actual(path: string, viewer: Viewer, offset: number, size: number) {
  const mark = path.includes('?') ? '&' : '?';
  const page = Math.floor(offset / size) + 1;
  const address = `/api/post/${path}${mark}page=${page}&pageSize=${size}`;
  const { status, json, headers } = await api.call('GET', address, { as: viewer?.id });
  const ids = status === 200 ? json.map(({ id }: { id: string }) => id) : [];
  return { total: Number(headers['content-items-total']), ids };
}

/** The numbers of a player's profile. */
async function compareProfile(all: readonly PostRow[], viewer: Viewer, id: number): Promise<void> {
  const { json } = await api.call('GET', `/api/player/${id}`, { as: viewer?.id });
  const isHidden = json.optedOut && !canSeeOptedOut(viewer, id);
  const received = all.filter((post) => post.player.id === id);
  const count = (posts: readonly PostRow[], isCounted: (post: PostRow) => boolean) =>
    posts.filter(isCounted).length;
  const rated = (category: FlairCategory, value: boolean) =>
    count(received, (post) => !post.modLocked && parseFlairs(post.flairs)[category] === value);
  const ratings = FLAIR_CATEGORIES.map((category) => [
    category,
    { positive: rated(category, true), negative: rated(category, false) },
  ]);
  expect([json.postCounts, json.ratingCounts], `numbers of ${id} for ${JSON.stringify(viewer)}`).toEqual([
    {
      received: isHidden ? null : count(received, (post) => isListed(viewer, post)),
      sent: count(all, (post) => post.author.id === id && isListed(viewer, post)),
    },
    isHidden ? null : Object.fromEntries(ratings),
  ]);
}

/** Some pages of all lists and the numbers of all profiles, for all viewers. */
async function compare(players: readonly number[]): Promise<void> {
  expect(await wrongTotals(api.database)).toEqual([]);
  const all = await api.database.read('eu', async (db) => {
    const rows = await db.select({ id: posts.id }).from(posts);
    return findPosts(
      db,
      rows.map(({ id }) => id),
    );
  });
  const viewers: Viewer[] = [
    null,
    ...players.map((id) => ({ id, roles: [] })),
    { id: SUPPORT, roles: ['wg'] },
    { id: MOD, roles: ['mod'] },
    { id: ADMIN, roles: ['admin'] },
    { id: ADMIN_AND_MOD, roles: ['admin', 'mod'] },
  ];
  for (const viewer of viewers) {
    const lists: [string, (post: PostRow) => boolean][] = [true, false, undefined].flatMap((hasReplay) =>
      [false, true].map((hides): [string, (post: PostRow) => boolean] => [
        `latest?hasReplay=${hasReplay ?? ''}&hideModActions=${hides}`,
        (post) =>
          isListed(viewer, post, 'feed') &&
          !(hides && post.modLocked) &&
          (hasReplay === undefined || (post.replayId !== null) === hasReplay),
      ]),
    );
    const isLatest = (post: PostRow): boolean => isListed(viewer, post, 'feed');
    lists.push(['latest?sign=negative', (post) => isLatest(post) && signOf(post.flairs) < 0]);
    lists.push([
      'latest?sign=positive&hasReplay=true',
      (post) => isLatest(post) && signOf(post.flairs) > 0 && post.replayId !== null,
    ]);
    for (const id of players) {
      const isReceived = (post: PostRow): boolean =>
        post.player.id === id &&
        isListed(viewer, post) &&
        (!post.playerOptedOut || canSeeOptedOut(viewer, id));
      const isSent = (post: PostRow): boolean => post.author.id === id && isListed(viewer, post);
      lists.push([`${id}/received`, isReceived], [`${id}/sent`, isSent]);
      lists.push([`${id}/received?sign=negative`, (post) => isReceived(post) && signOf(post.flairs) < 0]);
      lists.push([
        `${id}/received?sign=positive&hasReplay=true`,
        (post) => isReceived(post) && signOf(post.flairs) > 0 && post.replayId !== null,
      ]);
      lists.push([
        `${id}/sent?sign=neutral&hasReplay=false`,
        (post) => isSent(post) && signOf(post.flairs) === 0 && post.replayId === null,
      ]);
    }
    for (const id of players) await compareProfile(all, viewer, id);
    for (const [path, isFound] of lists) {
      const { total } = naive(all, isFound, 0, 0);
      const size = 37;
      const last = Math.max(0, Math.ceil(total / size) - 1) * size;
      for (const offset of new Set([0, 28 * size, last].filter((at) => at <= last))) {
        const expected = naive(all, isFound, offset, size);
        expect(
          await actual(path, viewer, offset, size),
          `${path} from ${offset} for ${JSON.stringify(viewer)}`,
        ).toEqual(expected);
      }
    }
  }
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      ...(['create', 'create', ...Object.keys(STEP_KINDS)] as (keyof typeof STEP_KINDS)[]),
    ),
    one: fc.nat(30),
    other: fc.nat(30),
  }),
  { minLength: STEPS, maxLength: STEPS },
);
const step = (kind: Step['kind'], one = 0): Step => ({ kind, one, other: 1 });
/** Every kind of step, in an order in which it succeeds. */
const ALL_KINDS: Step[] = [
  step('create'),
  step('edit'),
  step('add a replay'),
  step('mod edit'),
  step('mod delete'),
  step('fold'),
  step('revert'),
  step('opt out', 1),
  step('create', 2),
  step('delete'),
  ...Array.from({ length: 12 }, () => step('fold')),
  step('opt in', 1),
];
const done = new Map<string, number>();

test('totals and pages are those of a query over all posts, after any sequence of changes', {
  timeout: 240_000,
}, async () => {
  const players = await Promise.all([1, 2, 3, 4].map(() => api.addPlayer({ gameKarma: 0 })));
  await addMany(players);
  const model: Model = { players, posts: [], actions: [] };
  await compare(players);
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      for (const step of sequence) {
        api.clock.now += 8 * DAY;
        const answer = await STEP_KINDS[step.kind](model, step);
        if (answer === undefined || answer.status < 300) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
        expect(await wrongTotals(api.database), `totals after: ${step.kind}, ${answer?.status}`).toEqual([]);
      }
      await compare(players);
    }),
    { numRuns: RUNS + 1, endOnFailure: true, examples: [[ALL_KINDS]] },
  );
  await erase(api, model.players.pop());
  await compare(players);
  await keepTotalsFolded(api.database, 'eu');
  await compare(players);
  // Every kind of step was taken.
  expect(Object.keys(STEP_KINDS).filter((kind) => !done.has(kind))).toEqual([]);
});
