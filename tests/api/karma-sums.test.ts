/**
 * Rules 10.2 to 10.4 as one property: after any sequence of changes to posts, a player's site karma and ratings
 * are the sums of the visible posts about them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { karmaEffect } from '#lib/domain/karma.ts';
import type { Post } from '#lib/schemas/post.ts';
import { ADMIN, ADMIN_AND_MOD, type Answer, CONTENT, DAY } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const RUNS = 8;
const STEPS = 24;
const REPLAY = replayFile();

const api = setUpApi();

/** Game karma at the limit for giving negative karma, just above it, and far from it. */
const GAME_KARMAS = [0, -20, -19];

interface Model {
  players: number[];
  posts: { id: string; author: number; able: boolean }[];
  actions: string[];
}

type Step = { kind: keyof typeof STEP_KINDS; one: number; other: number; flairs: number };

/** One of the last three, because several steps on the same post find more errors. */
const pick = <T>(items: readonly T[], index: number): T | undefined =>
  items[items.length - 1 - (index % Math.min(3, Math.max(1, items.length)))];
const text = (flairs: number) => ({ title: 'Said better', content: CONTENT, flairs });

async function create(model: Model, { one, other, flairs }: Step): Promise<Answer | undefined> {
  const author = pick(model.players, one) as number;
  const target = pick(model.players, other) as number;
  const { negativeKarmaAble } = (await api.call('GET', `/api/player/${author}`)).json;
  const options = { as: author, replay: REPLAY };
  const answer = await api.createPost({ player: { id: target }, flairs }, options);
  if (answer.status === 201) model.posts.push({ id: answer.json.id, author, able: negativeKarmaAble });
  return answer;
}

async function moderate(model: Model, { one, flairs }: Step, actionType: 0 | 1): Promise<Answer | undefined> {
  const post = pick(model.posts, one);
  if (post === undefined) return undefined;
  const updatedPost = actionType === 1 ? text(flairs) : null;
  const answer = await api.moderate(post.id, { updatedPost });
  if (answer.status === 202) model.actions.push(answer.json.id);
  return answer;
}

const edit = (as: number, id: string, flairs: number, query = '') =>
  api.call('PUT', `/api/post${query}`, { as, body: { id, ...text(flairs) } });
const remove = (as: number, id: string, query = '') => api.call('DELETE', `/api/post/${id}${query}`, { as });

const STEP_KINDS = {
  create,
  edit: async ({ posts }: Model, { one, flairs }: Step) => {
    const post = pick(posts, one);
    return post && edit(post.author, post.id, flairs);
  },
  delete: async ({ posts }: Model, { one }: Step) => {
    const post = pick(posts, one);
    return post && remove(post.author, post.id);
  },
  'mod delete': (model: Model, step: Step) => moderate(model, step, 0),
  'mod edit': (model: Model, step: Step) => moderate(model, step, 1),
  revert: async ({ actions }: Model, { one }: Step) => {
    const id = pick(actions, one);
    return id === undefined ? undefined : api.revert(id, ADMIN_AND_MOD);
  },
  'edit by an administrator': async ({ posts }: Model, { one, flairs }: Step) => {
    const post = pick(posts, one);
    return post && edit(ADMIN, post.id, flairs, '?ignoreChecks=true');
  },
  'delete by an administrator': async ({ posts }: Model, { one }: Step) => {
    const post = pick(posts, one);
    return post && remove(ADMIN, post.id, '?ignoreChecks=true');
  },
  recalculate: async ({ players }: Model, { one }: Step) =>
    api.call('PATCH', `/api/player/recalculate?playerId=${pick(players, one)}`, { as: ADMIN }),
} as const;

/** The stored sums, and the sums of the visible posts. */
async function sums(model: Model, id: number) {
  const profile = (await api.call('GET', `/api/player/${id}`)).json;
  const received: Post[] = (await api.call('GET', `/api/post/${id}/received?pageSize=100`)).json;
  const effects = received.map(({ id: postId, flairs }) =>
    karmaEffect(parseFlairs(flairs), model.posts.find((post) => post.id === postId)?.able ?? true),
  );
  const sum = (key: keyof (typeof effects)[number]) =>
    effects.reduce((total, effect) => total + effect[key], 0);
  return {
    actual: [profile.siteKarma, profile.ratingPerformance, profile.ratingTeamplay, profile.ratingCourtesy],
    expected: [sum('siteKarma'), sum('performance'), sum('teamplay'), sum('courtesy')],
  };
}

const done = new Map<string, number>();

async function take(model: Model, step: Step): Promise<void> {
  api.clock.now += DAY;
  const answer = await STEP_KINDS[step.kind](model, step);
  if (answer !== undefined && answer.status < 300) done.set(step.kind, (done.get(step.kind) ?? 0) + 1);
  for (const id of model.players) {
    const { actual, expected } = await sums(model, id);
    expect(actual, `sums of ${id} after: ${step.kind}, ${answer?.status}`).toEqual(expected);
  }
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      ...([
        'create',
        'mod edit',
        'mod delete',
        'revert',
        'revert',
        ...Object.keys(STEP_KINDS),
      ] as (keyof typeof STEP_KINDS)[]),
    ),
    one: fc.nat(30),
    other: fc.nat(30),
    flairs: fc.integer({ min: 0, max: 63 }),
  }),
  { minLength: STEPS, maxLength: STEPS },
);

const step = (kind: Step['kind'], flairs = 0, one = 0): Step => ({ kind, one, other: 1, flairs });
/** Sequences in which actions overlap, with every kind of step; `one` counts back from the newest post or action. */
const OVERLAPS: [Step[]][] = [
  // By an author who cannot give negative karma.
  [[{ ...step('create', 42, 1), other: 0 }, step('edit', 21), step('edit', 2)]],
  [[step('create', 21), step('delete'), step('create', 42), step('delete by an administrator')]],
  [[step('create', 21), step('mod edit', 42), step('mod delete'), step('revert', 0, 1), step('revert')]],
  [
    [
      step('create', 21),
      step('mod delete'),
      step('edit by an administrator', 42),
      step('revert'),
      step('recalculate'),
    ],
  ],
  [
    [
      step('create', 42),
      step('mod edit', 21),
      step('mod edit', 1),
      step('revert', 0, 1),
      step('revert'),
      step('edit', 2),
    ],
  ],
];

test('keeps the sums of the visible posts after every step of any sequence', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const players = await Promise.all(GAME_KARMAS.map((gameKarma) => api.addPlayer({ gameKarma })));
      const model: Model = { players, posts: [], actions: [] };
      for (const step of sequence) await take(model, step);
    }),
    { numRuns: RUNS + OVERLAPS.length, endOnFailure: true, examples: OVERLAPS },
  );
  // Every kind of step was taken.
  expect(Object.keys(STEP_KINDS).filter((kind) => !done.has(kind))).toEqual([]);
});
