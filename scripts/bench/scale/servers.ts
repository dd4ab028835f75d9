/** The PostgreSQL server of `bench:scale`. Its databases are kept until migrations or data change. */
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDatabase } from '#scripts/bench/scale/build-database.ts';
import { SIZES } from '#scripts/bench/scale/data.ts';
import { hashOfFiles } from '#scripts/support/content-hash.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { createTemplate, urlOf } from '#tests/support/postgres/databases.ts';
import { startPostgres, type TestServer } from '#tests/support/postgres/server.ts';

const FOLDER = path.join(ROOT, '.cache/bench');
const SOURCES = [
  'api/db/migrations/*.sql',
  'api/db/migrate.ts',
  'scripts/bench/scale/{data,queue-data,build-database}.ts',
  'tests/support/fixed-accounts.ts',
];

const SETTINGS = {
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
};

/** The names of the databases. */
export type SizeName = keyof typeof SIZES;

/** A running server. */
export interface BenchServer extends TestServer {
  /** The address of a database, which is built when it is needed for the first time. */
  databaseOf(size: SizeName): Promise<string>;
}

/** The folder of the current migrations and data; those of others are removed. */
function takeFolder(): string {
  const folder = path.join(FOLDER, `scale-${hashOfFiles(SOURCES).digest('hex').slice(0, 16)}`);
  for (const other of globSync(path.join(FOLDER, 'scale-*')))
    if (other !== folder) rmSync(other, { recursive: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function build(server: TestServer, name: SizeName): Promise<void> {
  const started = performance.now();
  await buildDatabase(server.url, name, SIZES[name]);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `Built the ${name} database: ${SIZES[name].posts} posts, ${SIZES[name].players} players (${seconds} s)`,
  );
}

/** Starts the server on the folder of the current migrations and data. */
export async function startBenchServer(): Promise<BenchServer> {
  const folder = takeFolder();
  const markOf = (name: string): string => path.join(folder, `${name}-is-complete`);
  if (!existsSync(markOf('template'))) rmSync(path.join(folder, 'data'), { recursive: true, force: true });
  const server = await startPostgres(ensurePostgres(), { settings: SETTINGS, folder });
  const once = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (existsSync(markOf(name))) return;
    await work();
    writeFileSync(markOf(name), '');
  };
  try {
    await once('template', () => createTemplate(server.url, Date.now(), 'production'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    ...server,
    async databaseOf(name) {
      await once(name, () => build(server, name));
      return urlOf(server.url, name);
    },
  };
}
