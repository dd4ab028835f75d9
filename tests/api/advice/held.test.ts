/** Posts that do not count until a moderator has kept them (Rules 28.6 and 28.56). */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bytesOf } from 'wows-replay/encode/byte-writer';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { reviews } from '#api/db/review-schema.ts';
import { posts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { HOLDS, type Holds } from '#lib/domain/evidence.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import {
  ADMIN,
  AURORA,
  CONTENT,
  createTestApi,
  DAY,
  MOD,
  replayForm,
  START,
  type TestApi,
} from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { headerOnlyReplayFile, NEWER_VERSION, replayFile, withNoise } from '#tests/support/replay-file.ts';

const GOOD = packFlairs({ performance: true, teamplay: true, courtesy: null });
const BAD = packFlairs({ performance: null, teamplay: false, courtesy: false });
const COUNTED = [1, 1, 1, 0];
const NOTHING = [0, 0, 0, 0];

const HOLD = { HOLD_UNPROVEN: 'contradicted' };
const api = setUpApi({ env: HOLD });
const apis = {} as Record<Holds, TestApi>;
/** Holds nothing, as an API before the upgrade. */
let before: TestApi;
let player: number;
beforeAll(async () => {
  for (const holds of HOLDS)
    apis[holds] = await createTestApi({ database: api.database, env: { HOLD_UNPROVEN: holds } });
  before = apis.off;
});
afterAll(async () => {
  for (const holds of HOLDS) await apis[holds].close();
});
beforeEach(async () => {
  player = await api.addPlayer();
});

interface Call {
  /** The API that is called. */
  own?: TestApi;
  as?: number;
  /** As staff may. */
  skipsChecks?: boolean;
}
const queryOf = ({ skipsChecks }: Call) => (skipsChecks ? '?ignoreChecks=true' : '');

/** Writes a post about the player. */
async function write(flairs: number, replay?: Uint8Array, call: Call = {}): Promise<string> {
  const { own = api, as } = call;
  const options = { as, replay, query: queryOf(call) };
  const { status, json } = await own.createPost({ player: { id: player }, flairs }, options);
  expect(status).toBe(201);
  return json.id;
}

async function edit(id: string, flairs: number, call: Call = {}): Promise<void> {
  const { own = api, as = AURORA } = call;
  const body = { id, flairs, title: 'Second thoughts', content: CONTENT };
  expect((await own.call('PUT', `/api/post${queryOf(call)}`, { as, body })).status).toBe(200);
}

async function attach(id: string, replay: Uint8Array, { own = api, as = AURORA }: Call = {}): Promise<void> {
  const form = replayForm(replay);
  expect((await own.call('POST', `/api/replay/${id}`, { as, form })).status).toBe(201);
}

const read = async (id: string) => (await api.call('GET', `/api/post/${id}`)).json.model;
const claim = async (id: string) =>
  (await api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD })).json;
const decide = (method: 'POST' | 'DELETE', id: string) =>
  api.call(method, `/api/mod/reviews/${id}/keep`, { as: MOD, body: { sentence: '' } });

const [DECIDED, COUNTS] = [true, false];
const REPLAYS = {
  both: () => replayFile(AURORA, ADMIN, player),
  other: () => replayFile(AURORA, ADMIN),
  unreadable: () => headerOnlyReplayFile({ names: ['Aurora_Captain', `Player ${player}`] }),
  newer: () => headerOnlyReplayFile({ version: NEWER_VERSION }),
  'newer, not whole': () => withNoise(headerOnlyReplayFile({ version: NEWER_VERSION })),
  none: () => undefined,
};
/** Which settings hold a post with this replay, where that is decided at all. */
const HOLDERS: Readonly<Record<keyof typeof REPLAYS, readonly Holds[]>> = {
  both: [],
  other: ['contradicted', 'unproven'],
  unreadable: ['contradicted', 'unproven'],
  newer: ['unproven'],
  'newer, not whole': ['contradicted', 'unproven'],
  none: ['contradicted', 'unproven'],
};

/** How a post gets ratings and replay from the API `own`; `before` holds nothing, as an API before the upgrade. */
const WAYS: Readonly<Record<string, (replay: Uint8Array | undefined, own: TestApi) => Promise<unknown>>> = {
  new: (replay, own) => write(GOOD, replay, { own }),
  edited: async (replay, own) => edit(await write(0, replay, { own: before }), GOOD, { own }),
  'given a replay': async (replay, own) =>
    attach(await write(GOOD, REPLAYS.both(), { own: before }), replay as Uint8Array, { own }),
  'new by staff who skip checks': (replay, own) => write(GOOD, replay, { own, as: ADMIN, skipsChecks: true }),
  'edited by staff who skip checks': async (replay, own) =>
    edit(await write(0, replay, { own: before }), GOOD, { own, as: ADMIN, skipsChecks: true }),
  'imported, with a new text': async (replay, own) => {
    const id = await write(GOOD, replay, { own: before, as: ADMIN, skipsChecks: true });
    await api.database.transaction('eu', async (db) => {
      await db.update(replays).set({ decoderVersion: NOT_CHECKED }).where(eq(replays.postId, id));
      await db.delete(reviews).where(eq(reviews.postId, id));
    });
    await edit(id, GOOD, { own, as: ADMIN });
  },
};

test.each([
  ['new', 'both', DECIDED],
  ['new', 'other', DECIDED],
  ['new', 'unreadable', DECIDED],
  ['new', 'newer', DECIDED],
  ['new', 'newer, not whole', DECIDED],
  ['edited', 'both', DECIDED],
  ['edited', 'other', DECIDED],
  ['edited', 'unreadable', DECIDED],
  ['edited', 'newer', DECIDED],
  ['edited', 'newer, not whole', DECIDED],
  ['edited', 'none', DECIDED],
  ['given a replay', 'both', DECIDED],
  ['given a replay', 'other', DECIDED],
  ['given a replay', 'unreadable', DECIDED],
  ['given a replay', 'newer', DECIDED],
  ['new by staff who skip checks', 'other', COUNTS],
  ['new by staff who skip checks', 'none', COUNTS],
  ['edited by staff who skip checks', 'other', COUNTS],
  ['edited by staff who skip checks', 'none', COUNTS],
  ['imported, with a new text', 'both', COUNTS],
  ['imported, with a new text', 'other', COUNTS],
  ['imported, with a new text', 'unreadable', COUNTS],
  ['imported, with a new text', 'none', COUNTS],
] as const)(
  'counts or waits with each setting: %s, replay %s (Rule 28.6)',
  async (way, replay, isDecided) => {
    for (const holds of HOLDS) {
      player = await api.addPlayer();
      await WAYS[way]?.(REPLAYS[replay](), apis[holds]);
      const isHeld = isDecided && HOLDERS[replay].includes(holds);
      expect(await api.karmaOf(player), holds).toEqual(isHeld ? NOTHING : COUNTED);
      const [post] = (await api.call('GET', `/api/post/${player}/received`)).json;
      expect(post.held, holds).toBe(isHeld ? true : undefined);
    }
  },
);

test('a hold ends by neutral ratings, not by files that prove nothing or by a setting (Rule 28.6)', async () => {
  for (const own of Object.values(apis)) {
    player = await api.addPlayer();
    const id = await write(GOOD, REPLAYS.other());
    for (const replay of ['unreadable', 'newer', 'newer, not whole', 'other'] as const) {
      await attach(id, REPLAYS[replay](), { own });
      expect(await api.karmaOf(player), replay).toEqual(NOTHING);
    }
    await edit(id, BAD, { own });
    expect(await read(id)).toMatchObject({ held: true });
    await edit(id, 0, { own });
    expect(await read(id)).not.toHaveProperty('held');
  }
});

test('a hold does not end by a file without a battle, which is refused (Rule 15.15)', async () => {
  const id = await write(GOOD, REPLAYS.other());
  const empty = headerOnlyReplayFile({ version: NEWER_VERSION }).slice(0, -56);
  const form = replayForm(bytesOf(empty, new Uint8Array(8)));
  const { status, text } = await api.call('POST', `/api/replay/${id}`, { as: AURORA, form });
  expect([status, text]).toEqual([422, expect.stringContaining('damaged')]);
  expect(await read(id)).toMatchObject({ held: true });
});

test('a hold ends when a later decoder finds both in the same file, which makes no other one (Rule 28.6)', async () => {
  const shown = await write(GOOD, REPLAYS.both());
  const other = await write(GOOD, REPLAYS.other(), { own: before, as: MOD });
  const facts = { ...(await read(shown)).replay.facts, source: 'header' };
  await api.database.transaction('eu', (db) =>
    db
      .update(replays)
      .set({ facts, players: [], decoderVersion: 1 })
      .where(inArray(replays.postId, [shown, other])),
  );
  await edit(shown, BAD);
  expect(await read(shown)).toMatchObject({ held: true, advice: ['not-checked'] });
  const later = await openTestApi({
    database: api.database,
    files: api.files,
    env: HOLD,
    jobLimits: { restMs: 0 },
  });
  await expect.poll(async () => (await read(shown)).held).toBeUndefined();
  await expect.poll(async () => (await read(other)).advice).toEqual(['author-not-shown', 'player-not-shown']);
  expect(await api.karmaOf(player)).toEqual([0, 1, 0, -1]);
  // Any of the processes may have decoded it.
  const events = () => [api, later, ...Object.values(apis)].flatMap((one) => one.postEvents());
  const isCounted = { type: 'editedPost', post: expect.not.objectContaining({ held: true }) };
  await expect
    .poll(() => events().map(({ event }) => event))
    .toContainEqual(expect.objectContaining(isCounted));
});

test('edits, reverted removals and recalculation leave it without effect', async () => {
  const id = await write(GOOD, REPLAYS.other());
  await edit(id, BAD);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  const { json: removal } = await api.moderate(id);
  expect((await api.revert(removal.id)).status).toBe(205);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  expect((await api.call('PATCH', `/api/player/recalculate?playerId=${player}`, { as: ADMIN })).status).toBe(
    202,
  );
  expect(await api.karmaOf(player)).toEqual(NOTHING);
});

test('a post that counts stays so when its replay is read again, which brings advice and tab up to date (Rule 28.2)', async () => {
  const id = await write(GOOD, REPLAYS.other(), { own: before });
  await api.database.transaction('eu', async (db) => {
    await db.update(posts).set({ advice: [] }).where(eq(posts.id, id));
    await db.update(reviews).set({ kind: KIND.new }).where(eq(reviews.postId, id));
    await db.update(replays).set({ decoderVersion: 0 }).where(eq(replays.postId, id));
  });
  await openTestApi({ database: api.database, env: HOLD, jobLimits: { restMs: 0 } });
  await expect.poll(async () => (await read(id)).advice).toEqual(['player-not-shown']);
  expect(await claim(id)).toMatchObject({ tab: 'advised' });
  expect(await api.karmaOf(player)).toEqual(COUNTED);
});

test('a right replay lets a post count, a wrong one holds it, and both call moderators (Rule 28.2)', async () => {
  const id = await write(GOOD, REPLAYS.both());
  await decide('POST', id);
  await attach(id, REPLAYS.other());
  expect(await read(id)).toMatchObject({ advice: ['player-not-shown'], held: true });
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  expect(await claim(id)).toMatchObject({ tab: 'advised', held: true });
  await attach(id, REPLAYS.both());
  expect(await read(id)).not.toHaveProperty('held');
  expect(await api.karmaOf(player)).toEqual(COUNTED);
  expect(await claim(id)).toMatchObject({ held: false });
});

test('a rating without a replay is advised about, and counts when a right replay is added', async () => {
  const id = await write(0);
  await edit(id, GOOD);
  expect(await claim(id)).toMatchObject({ tab: 'advised', held: true, post: { advice: ['no-replay'] } });
  expect(await read(id)).not.toHaveProperty('advice');
  await edit(id, 0);
  expect(await read(id)).not.toHaveProperty('held');
  await edit(id, BAD);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  await attach(id, REPLAYS.both());
  expect(await api.karmaOf(player)).toEqual([-1, 0, -1, -1]);
});

test('a moderator’s decision lets it count until the flairs change, and can be reverted', async () => {
  const id = await write(GOOD, REPLAYS.other());
  expect(await claim(id)).toMatchObject({ tab: 'advised', held: true });
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual(COUNTED);
  expect((await decide('DELETE', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  await decide('POST', id);
  await edit(id, GOOD);
  expect(await api.karmaOf(player)).toEqual(COUNTED);
  await edit(id, BAD);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  expect(await claim(id)).toMatchObject({ tab: 'advised', held: true });
});

test('one without advice or report does not leave the queue after 30 days', async () => {
  const id = await write(GOOD, REPLAYS.other());
  await api.database.transaction('eu', (db) =>
    db.update(reviews).set({ kind: KIND.new }).where(eq(reviews.postId, id)),
  );
  await applyRetention(api.database, START + 31 * DAY, new AbortController().signal);
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual(COUNTED);
});

test('a moderator’s edit leaves it in the queue until it is kept', async () => {
  const id = await write(GOOD, REPLAYS.other());
  const reporter = await api.addPlayer();
  const report = { postId: id, rule: 'insults', words: '', moment: null };
  await api.call('POST', '/api/report', { as: reporter, body: report });
  const updatedPost = { title: 'Calmer', content: CONTENT, flairs: GOOD };
  const { json: action } = await api.moderate(id, { updatedPost });
  const own = async () => (await api.call('GET', `/api/report?postId=${id}`, { as: reporter })).json;
  expect(await own()).toMatchObject([{ outcome: 'edited' }]);
  expect(await claim(id)).toMatchObject({ tab: 'advised', held: true, reports: [] });
  await api.revert(action.id);
  expect(await claim(id)).toMatchObject({ tab: 'reported', held: true, reports: [{}] });
  expect(await own()).toMatchObject([{ outcome: 'open' }]);
  await api.moderate(id, { updatedPost });
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual(COUNTED);
});

test('events say when a post waits, and when it counts', async () => {
  const held = () =>
    api.postEvents().map(({ event }) => 'post' in event && [event.type, event.post.held ?? false]);
  const id = await write(GOOD, REPLAYS.other());
  await decide('POST', id);
  await decide('DELETE', id);
  expect(held()).toEqual([
    ['newPost', true],
    ['editedPost', false],
    ['editedPost', true],
  ]);
});

test('ribbons, chart and numbers leave it out until it counts (Rule 28.56)', async () => {
  await write(BAD, REPLAYS.both());
  api.clock.now += 2 * DAY;
  const id = await write(GOOD, REPLAYS.other());
  const numbers = async () => {
    const { ribbon, ratingCounts, postCounts } = (await api.call('GET', `/api/player/${player}`)).json;
    const { json } = await api.call('GET', `/api/player/ribbons?ids=${player}`);
    const history = await api.call('GET', `/api/player/${player}/karma-history`);
    const signs = ribbon.map(({ sign }: { sign: number }) => sign);
    return [signs, json[player], ratingCounts.teamplay, postCounts.received, history.json.at(-1).karma];
  };
  const waiting = [[-1], '-', { positive: 0, negative: 1 }, 2, -1];
  expect(await numbers()).toEqual(waiting);
  await keepTotalsFolded(api.database, 'eu');
  expect(await numbers()).toEqual(waiting);
  await decide('POST', id);
  expect(await numbers()).toEqual([[-1, 1], '-+', { positive: 1, negative: 1 }, 2, 0]);
});

test('previews say that it waits, with neutral colours (Rule 28.56)', async () => {
  const id = await write(GOOD, REPLAYS.other());
  const preview = async () => (await api.call('GET', `/og/post/${id}.json`)).json;
  const waiting = await preview();
  expect(waiting.description).toContain('positive performance, positive teamplay · waiting for review');
  await decide('POST', id);
  const counting = await preview();
  expect(counting.description).not.toContain('waiting');
  expect(counting.version).not.toBe(waiting.version);
});

test('the features name what the setting holds', async () => {
  const named = async ({ call }: TestApi) =>
    (await call('GET', '/api/features')).json.features.filter((name: string) => name.startsWith('holds'));
  expect(await Promise.all(HOLDS.map((holds) => named(apis[holds])))).toEqual([
    [],
    ['holds'],
    ['holds', 'holds-unproven'],
  ]);
});
