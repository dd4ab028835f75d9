/** Real API processes in production mode, started as `npm run serve:api` starts them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from '#api/db/database.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { findSubject } from '#api/model/auth/queries.ts';
import { type RegionId, regionHost } from '#lib/regions.ts';
import { freePort } from '#scripts/support/listen.ts';
import { END_WITH_PARENT } from '#scripts/support/processes.ts';
import { type OpenSocket, PASSING } from '#tests/support/open-socket.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';
import { LOCAL_ADDRESSES, PRODUCTION, SECRET } from '#tests/support/production.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const ROOT = path.resolve(import.meta.dirname, '../../..');
const READY_LIMIT_MS = 60_000;
/** The arguments of `serve:api`, so that tests and benchmarks run what operators run. */
const [, ...SERVE_API] = packageJson.scripts['serve:api'].replace('scripts/run.mjs ', '').split(' ');

/** A running process. */
export interface ApiProcess {
  child: ChildProcess;
  port: number;
  /** Origin of a region, by default EU. */
  origin(region?: RegionId): string;
  /** Its log, from standard error. */
  log(): string;
  /** Sends the signal and resolves with the exit code, which is null after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts one process, on a socket if it is given, and resolves when it is ready; rejects with its log when it ends before. */
export async function startApiProcess(
  env: Readonly<Record<string, string>>,
  socket?: OpenSocket,
): Promise<ApiProcess> {
  const port = Number(env.API_PORT ?? (await freePort()));
  const [command = '', ...args] = [
    ...(socket ? PASSING : []),
    process.execPath,
    END_WITH_PARENT,
    ...SERVE_API,
  ];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...PRODUCTION,
      ...LOCAL_ADDRESSES,
      // Nothing listens there, so no look-up leaves this machine.
      PUBLISHER_DATA: 'http://127.0.0.1:9/{service}/{tld}',
      RATE_LIMIT_ADDRESS: '0',
      RATE_LIMIT_ACCOUNT: '0',
      POSTS_PER_DAY: '0',
      ACCESS_LOG: 'false',
      ...env,
      API_PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe', socket?.fd ?? 'ignore', 'ipc'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const end: ApiProcess['end'] = async (signal) => {
    child.kill(signal);
    return (await exited)[0];
  };
  for (const limit = performance.now() + READY_LIMIT_MS; ; await sleep(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || performance.now() > limit) {
      await end('SIGKILL');
      throw new Error(`The API process is not ready:\n${log}`);
    }
  }
  return {
    child,
    port,
    origin: (region = 'eu') => `http://${regionHost(region, `localhost:${port}`)}`,
    log: () => log,
    end,
  };
}

/** Processes on one database. */
export interface Fleet {
  database: DataSource & { url: string };
  processes: ApiProcess[];
  /** Starts one more process; `env` overrides the settings of the fleet. */
  start(env?: Readonly<Record<string, string>>): Promise<ApiProcess>;
  /** A token as issued by a sign-in. */
  tokenOf(id: number, region?: RegionId): Promise<string>;
  /** Kills the processes and removes the data. */
  close(): Promise<void>;
}

/** A token as issued by a sign-in. */
export async function tokenOf(database: DataSource, id: number, region: RegionId = 'eu'): Promise<string> {
  const subject = await database.read(region, (db) => findSubject(db, id));
  if (subject === null) throw new Error(`There is no user ${id} in ${region}.`);
  return createTokens(SECRET).sign(region, subject, Date.now());
}

/** Settings that depend on the address of the fleet's database. */
type FleetSettings = (databaseUrl: string) => Readonly<Record<string, string>>;

/**
 * Starts `count` processes on a new database with migrations and the fixed accounts. Without settings they use the database
 * directly.
 */
export async function startFleet(count: number, settings?: FleetSettings): Promise<Fleet> {
  const database = await openCopy();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-fleet-'));
  const processes: ApiProcess[] = [];
  const start: Fleet['start'] = async (env) => {
    const common = { DATABASE_URL: database.url, DATA_DIR: folder, ...settings?.(database.url) };
    const started = await startApiProcess({ ...common, ...env });
    processes.push(started);
    return started;
  };
  const close = async (): Promise<void> => {
    await Promise.all(
      processes
        .filter(({ child }) => child.exitCode === null && child.signalCode === null)
        .map(({ end }) => end('SIGKILL')),
    );
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(Array.from({ length: count }, () => start()));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database,
    processes,
    start,
    tokenOf: (id, region) => tokenOf(database, id, region),
    close,
  };
}
