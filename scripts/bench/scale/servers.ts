/** The PostgreSQL server of `bench:scale` with both databases, which are kept until migrations or data change. */
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
  'scripts/bench/scale/{data,build-database}.ts',
  'tests/support/fixed-accounts.ts',
];

/** Loaded for the time that statements take, and for their plans. Durability is off, so that no disk hides a slow statement. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': '10000',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_format': 'text',
  'auto_explain.log_min_duration': '-1',
  log_min_messages: 'warning',
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
};

/** The databases by size. */
export type SizeName = keyof typeof SIZES;

/** A running server with both databases. */
export interface BenchServer extends TestServer {
  databaseOf(size: SizeName): string;
}

/** The folder of the current migrations and data; those of others are removed. */
function takeFolder(): string {
  const folder = path.join(FOLDER, `scale-${hashOfFiles(SOURCES).digest('hex').slice(0, 16)}`);
  for (const other of globSync(path.join(FOLDER, 'scale-*')))
    if (other !== folder) rmSync(other, { recursive: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function build(server: TestServer): Promise<void> {
  await createTemplate(server.url, Date.now(), 'production');
  for (const [name, size] of Object.entries(SIZES)) {
    const started = performance.now();
    await buildDatabase(server.url, name, size);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`Built the ${name} database: ${size.posts} posts, ${size.players} players (${seconds} s)`);
  }
}

/** Starts the server, and builds the databases if they are missing. */
export async function startBenchServer(): Promise<BenchServer> {
  const folder = takeFolder();
  const complete = path.join(folder, 'complete');
  if (!existsSync(complete)) rmSync(path.join(folder, 'data'), { recursive: true, force: true });
  const server = await startPostgres(ensurePostgres(), { settings: SETTINGS, folder });
  try {
    if (!existsSync(complete)) await build(server);
    writeFileSync(complete, '');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, databaseOf: (size) => urlOf(server.url, size) };
}
