/** Posts that do not count because their replay does not show both players (Rule 28.6). */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { replays } from '#api/db/replay-schema.ts';
import { reviews } from '#api/db/review-schema.ts';
import { posts } from '#api/db/schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import {
  ADMIN,
  AURORA,
  CONTENT,
  createTestApi,
  DAY,
  MOD,
  postDto,
  postForm,
  START,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { fileOf, fullBattle, headerOnlyReplayFile } from '#tests/support/replay-file.ts';

const GOOD = packFlairs({ performance: true, teamplay: true, courtesy: null });
const BAD = packFlairs({ performance: null, teamplay: false, courtesy: false });
const NOTHING = [0, 0, 0, 0];

const HOLD = { HOLD_UNPROVEN: 'true' };
const api = setUpApi({ env: HOLD });
let player: number;
beforeEach(async () => {
  player = await api.addPlayer();
});

function battleFile(...ids: number[]): Uint8Array {
  const battle = fullBattle();
  for (const [index, accountId] of ids.entries())
    Object.assign(battle.participants[index] ?? {}, { accountId });
  return fileOf(battle);
}

const create = async (replay: Uint8Array): Promise<string> =>
  (await api.createPost({ player: { id: player }, flairs: GOOD }, { replay })).json.id;
const edit = (id: string, flairs: number) =>
  api.call('PUT', '/api/post', {
    as: AURORA,
    body: { id, flairs, title: 'Second thoughts', content: CONTENT },
  });
const decide = (method: 'POST' | 'DELETE', id: string) =>
  api.call(method, `/api/mod/reviews/${id}/keep`, { as: MOD, body: { sentence: '' } });

test('a new post counts only if its replay shows both', async () => {
  await create(battleFile(AURORA));
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  player = await api.addPlayer();
  await create(headerOnlyReplayFile());
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  player = await api.addPlayer();
  await create(battleFile(AURORA, player));
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
});

test('edits, reverted removals and recalculation leave it without effect', async () => {
  const id = await create(battleFile(AURORA));
  await edit(id, BAD);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  const body = { postId: id, actionType: 0, reason: 'Insults' };
  await api.call('POST', '/api/mod/action', { as: MOD, body });
  const [action] = (await api.call('GET', `/api/mod/action/list?postId=${id}`, { as: MOD })).json;
  expect((await api.call('DELETE', `/api/mod/action/${action.id}`, { as: MOD })).status).toBe(205);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  expect((await api.call('PATCH', `/api/player/recalculate?playerId=${player}`, { as: ADMIN })).status).toBe(
    202,
  );
  expect(await api.karmaOf(player)).toEqual(NOTHING);
});

test('a post that counts stays so when its replay is read again, which brings advice and tab up to date (Rule 28.2)', async () => {
  const lenient = await createTestApi({ database: api.database });
  const dto = postDto({ player: { id: player }, flairs: GOOD });
  const form = postForm(dto, battleFile(AURORA));
  const { id } = (await lenient.call('POST', '/api/post', { as: AURORA, form })).json;
  await lenient.close();
  await api.database.transaction('eu', async (db) => {
    await db.update(posts).set({ advice: [] }).where(eq(posts.id, id));
    await db.update(reviews).set({ kind: KIND.new }).where(eq(reviews.postId, id));
    await db.update(replays).set({ decoderVersion: 0 }).where(eq(replays.postId, id));
  });
  const again = await createTestApi({ database: api.database, env: HOLD, jobLimits: { restMs: 0 } });
  onTestFinished(() => again.close());
  const read = async () => (await api.call('GET', `/api/post/${id}`)).json.model;
  await expect.poll(async () => (await read()).advice).toEqual(['player-not-shown']);
  const item = await api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD });
  expect(item.json.tab).toBe('advised');
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
});

test('a replay that is added later and does not show both holds the post, and calls moderators (Rule 28.2)', async () => {
  const id = await create(battleFile(AURORA, player));
  await decide('POST', id);
  const add = async (replay: Uint8Array) => {
    const form = new FormData();
    form.set('replay', new Blob([new Uint8Array(replay)]), 'battle.wowsreplay');
    expect((await api.call('POST', `/api/replay/${id}`, { as: AURORA, form })).status).toBe(201);
    return (await api.call('GET', `/api/post/${id}`)).json.model.advice;
  };
  expect(await add(battleFile(AURORA))).toEqual(['player-not-shown']);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  const claim = async () => (await api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD })).json;
  expect(await claim()).toMatchObject({ tab: 'advised', held: true });
  expect(await add(battleFile(AURORA, player))).toBeUndefined();
  expect(await claim()).toMatchObject({ held: true });
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  await decide('POST', id);
  expect(await add(battleFile(AURORA, player))).toBeUndefined();
  expect(await claim()).toMatchObject({ held: false });
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
});

test('a moderator’s decision lets it count, and can be reverted', async () => {
  const id = await create(battleFile(AURORA));
  const item = await api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD });
  expect(item.json).toMatchObject({ tab: 'advised', held: true });
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
  expect((await decide('DELETE', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual(NOTHING);
  await decide('POST', id);
  await edit(id, BAD);
  expect(await api.karmaOf(player)).toEqual([-1, 0, -1, -1]);
});

test('one without advice or report does not leave the queue after 30 days', async () => {
  const id = await create(battleFile(AURORA));
  await api.database.transaction('eu', (db) =>
    db.update(reviews).set({ kind: KIND.new }).where(eq(reviews.postId, id)),
  );
  await applyRetention(api.database, START + 31 * DAY, new AbortController().signal);
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
});

test('a moderator’s edit leaves it in the queue until it is kept', async () => {
  const id = await create(battleFile(AURORA));
  const reporter = await api.addPlayer();
  const report = { postId: id, rule: 'insults', words: '', moment: null };
  await api.call('POST', '/api/report', { as: reporter, body: report });
  const updatedPost = { title: 'Calmer', content: CONTENT, flairs: GOOD };
  const body = { postId: id, actionType: 1, reason: 'Insults', updatedPost };
  await api.call('POST', '/api/mod/action', { as: MOD, body });
  const own = async () => (await api.call('GET', `/api/report?postId=${id}`, { as: reporter })).json;
  expect(await own()).toMatchObject([{ outcome: 'edited' }]);
  const claim = () => api.call('POST', `/api/mod/reviews/${id}/claim`, { as: MOD });
  expect((await claim()).json).toMatchObject({ tab: 'advised', held: true, reports: [] });
  const [action] = (await api.call('GET', `/api/mod/action/list?postId=${id}`)).json;
  await api.call('DELETE', `/api/mod/action/${action.id}`, { as: MOD });
  expect((await claim()).json).toMatchObject({ tab: 'reported', held: true, reports: [{}] });
  expect(await own()).toMatchObject([{ outcome: 'open' }]);
  await api.call('POST', '/api/mod/action', { as: MOD, body });
  expect((await decide('POST', id)).status).toBe(204);
  expect(await api.karmaOf(player)).toEqual([1, 1, 1, 0]);
});

test('the features name it while the setting is on', async () => {
  expect((await api.call('GET', '/api/features')).json.features).toContain('holds');
});
