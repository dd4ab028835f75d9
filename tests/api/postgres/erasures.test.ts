/** What others do while an account is erased. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COVERAGE } from '#api/commands/person/coverage.ts';
import { erasePerson, maskFoundReplays, previewErasure } from '#api/commands/person/erase.ts';
import { ADMIN, BORODINO, createTestApi, HOOD, MOD, type TestApi } from '#tests/support/api.ts';
import { exportOf, scanFor } from '#tests/support/person.ts';
import { administer, openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';
import { withEffects } from '#tests/support/test-database.ts';
import { battleFile } from '../persons/world.ts';

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
const send = (path: string, body: object, as = MOD, method = 'POST') =>
  api.call(method, `/api/${path}`, { as, body });

/** Erases an account in a transaction that ends after `last`. */
async function erase(id: number, last = async () => {}, search = scanFor(database, id)) {
  const effective = withEffects(database, () => api.clock.now);
  const scan = await search;
  return effective.write('eu', async (tx) => {
    const stored = { database: effective, files: api.files };
    const report = await erasePerson(tx, stored, scan, { keepMentions: false });
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

test.each([
  ['without', undefined],
  ['with', battleFile()],
])(
  'a post %s a replay by an account that is erased at the same time is 401 (Rule 20.14)',
  async (_, replay) => {
    const id = await api.addPlayer();
    const create = () => api.createPost({ player: { id: BORODINO } }, { as: id, replay });
    expect(await duringErasure(id, create)).toBe(401);
  },
);

test('what is stored between the search and the erasure is masked (Rule 20.6)', async () => {
  const [id, name] = [await api.addPlayer({ username: 'Stored_Between' }), 'Stored_Between'];
  const edited = await api.addPost({ author: BORODINO, player: HOOD });
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  // Begun before the search, and committed after it.
  await holder.query(`begin; update eu.posts set title = 'By ${name}' where id = '${edited}'`);
  const search = await scanFor(database, id);
  await holder.query('commit');
  await holder.end();
  const battle = await api.addPost({ author: BORODINO, player: HOOD, title: `About ${name}` });
  const players = [{ accountId: id, name }];
  const replay = await api.addReplay(battle, { players, fileName: `x_${name}.wowsreplay`, facts: null });
  expect((await send(`post/${edited}/reply`, { content: `Ask ${name}` }, HOOD, 'PUT')).status).toBeLessThan(
    300,
  );
  const report = await erase(id, undefined, Promise.resolve(search));
  expect(report.masked).toMatchObject({ posts: 2, replies: 1, replays: 1 });
  const { rows } = await administer(
    database.url,
    `select (select string_agg(p::text, '') from eu.posts p) || (select string_agg(r::text, '') from eu.replies r) as stored`,
  );
  expect(rows[0].stored + JSON.stringify(await api.storedReplay(replay))).not.toContain(name);
});

test('replays of others are masked before the erasure locks (Rule 20.6)', async () => {
  const [id, name] = [await api.addPlayer({ username: 'Seen_In_Battles' }), 'Seen_In_Battles'];
  const battle = await api.addPost({ author: BORODINO, player: HOOD });
  const replay = await api.addReplay(battle, { players: [{ accountId: id, name }], facts: null });
  const scan = await scanFor(database, id);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`begin; select pg_advisory_xact_lock(hashtextextended('erasures:eu', 0))`);
  const stored = { database: withEffects(database, () => api.clock.now), files: api.files };
  const before = await maskFoundReplays('eu', stored, scan);
  await holder.end();
  expect(JSON.stringify(await api.storedReplay(replay))).not.toContain(name);
  const report = await stored.database.write('eu', (tx) =>
    erasePerson(tx, stored, scan, { keepMentions: false }, before),
  );
  expect(report.masked).toEqual({ replays: 1 });
});

test('the search, a dry run and an export wait for no writer, and lock nothing (Rule 20.6)', async () => {
  const id = await api.addPlayer({ username: 'Only_Searched' });
  const postId = await api.addPost({ author: id, player: HOOD });
  await api.addReplay(postId, { players: [{ accountId: id, name: 'Only_Searched' }] });
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  const tables = Object.keys(COVERAGE).map((table) => `eu.${table}`);
  await holder.query(`begin; lock table ${tables.join()} in exclusive mode`);
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('erasures:eu', 0))`);
  const scan = await scanFor(database, id);
  const preview = await database.snapshot('eu', (db) => previewErasure(db, scan, { keepMentions: false }));
  expect(preview.deleted).toMatchObject({ posts: 1, replays: 1 });
  expect((await exportOf(database, id))?.tables.posts).toHaveLength(1);
  await holder.end();
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
