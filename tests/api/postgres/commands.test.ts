/** The operator's commands next to a running API, on the same PostgreSQL server. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AURORA, createTestApi, HOOD, type TestApi } from '#tests/support/api.ts';
import { connectHub } from '#tests/support/hub-client.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';
import { administer, openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
let api: TestApi;
let database: Awaited<ReturnType<typeof openCopy>>;
beforeAll(async () => {
  database = await openCopy();
  api = await createTestApi({ database });
  // Hubs check the expiry of tokens by the real clock.
  api.clock.now = Date.now();
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const role = async (...args: string[]) => {
  const result = await runOperatorCommand('role', [...args, '--region', 'eu'], {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  });
  expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('"msg":"role ')]);
};
const person = (args: readonly string[], input = '') =>
  runOperatorCommand(
    'person',
    [...args, '--region', 'eu'],
    { DATABASE_URL: database.url, DATA_DIR: folder, FILES_DIR: path.join(folder, 'files') },
    input,
  );
const statusOf = async (token: string) => (await api.call('GET', '/jobs', { token })).status;

test('a role granted and revoked by the command counts at once in the running API (Rule 20.4)', async () => {
  const token = await api.tokenOf(HOOD);
  expect(await statusOf(token)).toBe(403);
  await role('grant', String(HOOD), 'mod');
  expect(await statusOf(token)).toBe(200);
  const { connection } = await connectHub(api, 'notifications', HOOD);
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
  await role('revoke', String(HOOD), 'mod');
  expect(await statusOf(token)).toBe(401);
  expect((await closed)?.message).toContain('The sign-in is no longer valid.');
});

test('a person is exported into a private folder, which is never overwritten (Rule 20.10)', async () => {
  const id = await api.addPlayer({ username: 'Exported_Player' });
  await api.addPost({ author: id, player: HOOD, title: 'An exported title' });
  const to = path.join(folder, 'export');
  const { code, stdout } = await person(['export', String(id), '--to', to]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`to ${to}.`)]);
  expect(readdirSync(to).sort()).toEqual(['files', 'person.json']);
  expect([to, path.join(to, 'person.json')].map((name) => statSync(name).mode & 0o077)).toEqual([0, 0]);
  const document = JSON.parse(readFileSync(path.join(to, 'person.json'), 'utf8'));
  expect(document).toMatchObject({ region: 'eu', account: { id, names: ['Exported_Player'] } });
  expect(document.tables.posts).toMatchObject([{ title: 'An exported title' }]);
  const again = await person(['export', String(id), '--to', to]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
});

test('a person is erased only after a confirmation, and the running API shows it', async () => {
  const id = await api.addPlayer({ username: 'Erased_Player' });
  const mention = await api.addPost({ author: HOOD, player: AURORA, title: 'By\nerased_player\u001b[2J' });
  const listed = `posts.title ${mention}: By erased_player [2J`;
  const token = await api.tokenOf(id);
  const exists = async () => (await api.call('GET', `/api/player/${id}`)).status === 200;
  const dry = await person(['erase', String(id), '--dry-run']);
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringMatching(/Erased_Player[\s\S]*nothing was changed/),
  ]);
  expect(dry.stdout).toContain(listed);
  const refused = await person(['erase', String(id)], 'yes\n');
  expect([refused.code, refused.stderr.trim()]).toEqual([1, 'Nothing was changed.']);
  expect(await exists()).toBe(true);
  const { connection } = await connectHub(api, 'notifications', id);
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
  const erased = await person(['erase', String(id), '--yes']);
  expect([erased.code, erased.stdout]).toEqual([0, expect.stringContaining(`Erased account ${id} (eu)`)]);
  expect(erased.stdout).toContain(listed);
  expect(erased.stderr).toContain('"msg":"person erased"');
  expect(erased.stderr).not.toMatch(new RegExp(`${id}|Erased_Player`));
  expect([await exists(), await statusOf(token)]).toEqual([false, 401]);
  expect((await closed)?.message).toContain('The sign-in is no longer valid.');
});

test('erasing an unknown number says so; a cancelled statement is a sentence', async () => {
  const unknown = await person(['erase', '999999999', '--yes']);
  const sentence = 'Nothing is stored about account 999999999 (eu).';
  expect([unknown.code, unknown.stdout.trim(), unknown.stderr]).toEqual([0, sentence, '']);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table eu.reply_versions in access exclusive mode');
  const waiting = person(['export', String(HOOD)]);
  await untilLocksAwaited(database.url, 1);
  await administer(
    database.url,
    `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  const { code, stderr } = await waiting;
  await holder.end();
  expect([code, stderr]).toEqual([
    1,
    'A statement took too long, or waited for a lock: look for locks in pg_stat_activity, then run the command again.\n',
  ]);
});

test('a region cannot be removed while the API uses the database (Rule 18.15)', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, REGIONS: 'eu' };
  const { code, stderr } = await runOperatorCommand('remove-region', ['na', '--yes'], env);
  expect([code, stderr]).toEqual([1, 'The API is connected to this database: stop it first.\n']);
});
