/** Moderation of an account while it is erased (rule 20.13). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '#api/commands/person/erase.ts';
import { ADMIN, BORODINO, createTestApi, HOOD, MOD, type TestApi } from '#tests/support/api.ts';
import { openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';
import { withEffects } from '#tests/support/test-database.ts';

let database: Awaited<ReturnType<typeof openCopy>>;
let api: TestApi;
beforeAll(async () => {
  database = await openCopy();
  api = await createTestApi({ database });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const SAID = { reason: 'Against the guidelines', rules: ['insults'] };
const send = (path: string, body: object, as = MOD) => api.call('POST', `/api/${path}`, { as, body });

/** Erases an account in a transaction that ends after `last`. */
function erase(id: number, last = async () => {}) {
  const effective = withEffects(database, () => api.clock.now);
  return effective.write('eu', async (tx) => {
    const stored = { database: effective, files: api.files };
    const report = await erasePerson(tx, stored, id, { keepMentions: false });
    await last();
    return report;
  });
}

/** Erases an account, and commits once the call waits. Returns the call's status. */
async function duringErasure(id: number, call: () => ReturnType<typeof send>): Promise<number> {
  const waits = Promise.withResolvers<void>();
  const erased = Promise.withResolvers<void>();
  const erasing = erase(id, () => {
    erased.resolve();
    return waits.promise;
  });
  await erased.promise;
  const called = call();
  await untilLocksAwaited(database.url, 1);
  waits.resolve();
  await erasing;
  return (await called).status;
}

test.each<[string, (id: number, postId: string) => [string, object]]>([
  ['a ban', (userId) => ['mod/bans?days=3', { userId, ...SAID }]],
  ['a warning', (userId) => ['mod/warnings', { userId, postId: null, ...SAID }]],
  ['a warning about a post', (userId, postId) => ['mod/warnings', { userId, postId, ...SAID }]],
  ['a note', (playerId) => ['mod/notes', { playerId, postId: null, words: 'Calm since May.' }]],
  ['a note on a post', (_, postId) => ['mod/notes', { playerId: null, postId, words: 'Calm.' }]],
  ['a removal', (_, postId) => ['mod/action', { postId, actionType: 0, updatedPost: null, ...SAID }]],
  ['a keep', (_, postId) => [`mod/reviews/${postId}/keep`, { sentence: '' }]],
])('%s of an account that is erased at the same time is 404 (Rule 20.13)', async (_, requestOf) => {
  const id = await api.addPlayer();
  const { json } = await api.createPost({ player: { id: BORODINO } }, { as: id });
  const [path, body] = requestOf(id, json.id);
  expect(await duringErasure(id, () => send(path, body))).toBe(404);
});

test('who is erased at the same time gets no notification, and the decision holds', async () => {
  const [reporter, staff] = [await api.addPlayer(), await api.addPlayer()];
  await api.setRoles(staff, ['mod']);
  const postId = await api.addPost({ author: BORODINO, player: HOOD });
  await send('report', { postId, rule: 'insults', words: '', moment: null }, reporter);
  const keep = () => send(`mod/reviews/${postId}/keep`, { sentence: 'It is fair.' });
  expect(await duringErasure(reporter, keep)).toBe(204);
  const ban = () => send('mod/bans?days=3', { userId: BORODINO, ...SAID }, ADMIN);
  expect(await duringErasure(staff, ban)).toBe(202);
});

test('an erasure waits for the removal of a post by the account', async () => {
  const id = await api.addPlayer();
  const postId = await api.addPost({ author: id, player: HOOD });
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table eu.mod_actions in share mode');
  const removed = send('mod/action', { postId, actionType: 0, updatedPost: null, ...SAID });
  await untilLocksAwaited(database.url, 1);
  const erasing = erase(id);
  await untilLocksAwaited(database.url, 2);
  await holder.query('commit');
  await holder.end();
  expect([(await removed).status, (await erasing).deleted.posts]).toEqual([202, 1]);
});
