/**
 * `npm run bench:import`: imports databases of WOWS Karma of two sizes, with files, and restores the larger one. Exits with 1 when
 * a goal is missed. `--posts=100000` sets the larger size.
 */
import '#tests/support/localhost.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ROOT } from '#scripts/support/settings.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';
import { manyBlobName, manyRows, type Size } from '#tests/support/wows-karma/many-rows.ts';
import { oldStatements } from '#tests/support/wows-karma/schema.ts';

const { values } = parseArgs({ options: { posts: { type: 'string', default: '1000000' } } });
const POSTS = Number(values.posts);
/** Bytes of a file: reading and writing them is not what takes time. */
const FILE_BYTES = 100_000;
const LONGEST_OF_RESTORE = 1.5;
const LARGEST_MB = 400;
const MEMORY_GROWTH = 1.3;

const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-import-'));
const sizeOf = (posts: number): Size => ({ posts, players: posts / 10, replays: posts / 50 });

async function createOld(server: string, name: string, size: Size): Promise<string> {
  await administer(server, `create database ${name}`);
  const client = new pg.Client({ connectionString: urlOf(server, name) });
  await client.connect();
  for (const statement of [...oldStatements(), ...manyRows(size)]) await client.query(statement);
  await client.end();
  const replays = path.join(folder, name, 'replays');
  mkdirSync(replays, { recursive: true });
  mkdirSync(path.join(folder, name, 'minimaps'));
  for (let number = 1; number <= size.replays; number += 1)
    writeFileSync(path.join(replays, manyBlobName(number)), randomBytes(FILE_BYTES));
  return urlOf(server, name);
}

/** The most memory that a process has had, in MB; 0 once it has ended. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Prints a report without its lines about single players. */
const printReport = (output: Readable): void =>
  void createInterface({ input: output }).on('line', (line) => {
    if (!line.startsWith('player ')) console.log(`  ${line}`);
  });

/** Runs a command of the operator. */
async function measure(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ seconds: number; mb: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  printReport(child.stdout);
  let mb = 0;
  const timer = setInterval(() => {
    mb = Math.max(mb, memoryOf(child));
  }, 200);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`);
  return { seconds: (performance.now() - start) / 1000, mb };
}

async function measureImport(server: string, name: string, size: Size) {
  const from = await createOld(server, name, size);
  const backup = path.join(folder, `${name}-backup`);
  const files = path.join(folder, name);
  const args = ['--from', from, '--files', files, '--region', 'eu', '--to', backup];
  const measured = await measure(['api/commands/import-wows-karma/main.ts', ...args], {});
  const { posts, replays } = size;
  console.log(
    `import of ${posts} posts, ${replays} files: ${measured.seconds.toFixed(1)} s, ${measured.mb.toFixed(0)} MB`,
  );
  return { ...measured, backup };
}

const server = await startPostgres(ensurePostgres());
try {
  const small = await measureImport(server.url, 'small', sizeOf(POSTS / 10));
  const large = await measureImport(server.url, 'large', sizeOf(POSTS));
  await administer(server.url, 'create database target');
  const env = {
    DATABASE_URL: urlOf(server.url, 'target'),
    FILES_DIR: path.join(folder, 'target'),
    S3_BUCKET: '',
  };
  const restore = await measure(
    ['api/commands/backup/main.ts', 'restore', large.backup, '--region', 'eu'],
    env,
  );
  console.log(`restore of the same: ${restore.seconds.toFixed(1)} s`);
  const missed = [
    large.seconds > LONGEST_OF_RESTORE * restore.seconds &&
      `longer than ${LONGEST_OF_RESTORE} times the restore`,
    large.mb > Math.max(LARGEST_MB, MEMORY_GROWTH * small.mb) && 'memory grows with the number of posts',
  ].filter((goal) => goal !== false);
  for (const goal of missed) console.log(`missed: ${goal}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
