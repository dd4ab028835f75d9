/** Starts the PostgreSQL server of the suite and makes the database that every fleet copies. */
import { ensurePackages, ensurePostgres } from '#scripts/testing/debian-packages.ts';
import { createTemplate } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';

/** Test files find the server's address in TEST_POSTGRES_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  ensurePackages('processes');
  const server = await startPostgres(ensurePostgres());
  await createTemplate(server.url, Date.now(), 'production');
  process.env.TEST_POSTGRES_URL = server.url;
  return server.stop;
}
