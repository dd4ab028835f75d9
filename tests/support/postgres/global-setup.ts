/** Starts the PostgreSQL server of a test run and makes the database that every test file copies. */
import { ensurePostgres } from '#scripts/testing/debian-packages.ts';
import { DAY, START } from '#tests/support/api.ts';
import { createTemplate } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';

/** Test files find the server's address in TEST_POSTGRES_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres(ensurePostgres());
  await createTemplate(server.url, START - 100 * DAY);
  process.env.TEST_POSTGRES_URL = server.url;
  return server.stop;
}
