/** The operator's commands next to a running API, on the same PostgreSQL server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, HOOD, type TestApi } from '#tests/support/api.ts';
import { connectHub } from '#tests/support/hub-client.ts';
import { runOperatorCommand } from '#tests/support/operator-command.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';

let api: TestApi;
let database: Awaited<ReturnType<typeof openCopy>>;
beforeAll(async () => {
  database = await openCopy(process.env.TEST_POSTGRES_URL ?? '');
  api = await createTestApi({ database });
  // Hubs check the expiry of tokens by the real clock.
  api.clock.now = Date.now();
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const role = async (...args: string[]) => {
  const result = await runOperatorCommand('roles', [...args, '--region', 'eu'], {
    DATABASE_URL: database.url,
    DATA_DIR: api.config.dataDir,
  });
  expect([result.code, result.stderr]).toEqual([0, expect.stringContaining('"msg":"role ')]);
};
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
