/** Starts the PostgreSQL server of the suite and makes the database that every fleet copies. */
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { ensureScaleServers } from '#scripts/testing/scale-servers.ts';
import { createTemplate } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';

/** Test files find the server's address in TEST_POSTGRES_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  ensureScaleServers();
  const server = await startPostgres(ensurePostgres());
  await createTemplate(server.url, Date.now(), 'production');
  process.env.TEST_POSTGRES_URL = server.url;
  return server.stop;
}
