/**
 * `npm run bench:upgrade`: restarts the API under load, as an upgrade does, and counts lost requests and events: one process on
 * the embedded database with a passed socket, and two processes, both behind the proxy of `deploy/Caddyfile`. A last round kills the processes, to show that a
 * loss is counted. Exits with 1 when a goal is missed. `--only=one` or `--only=two` measures one of them.
 */
import '#tests/support/localhost.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataSource } from '#api/db/database.ts';
import { openDatabase } from '#api/db/open.ts';
import { printTable } from '#scripts/bench/stats.ts';
import { type Load, startLoad } from '#scripts/bench/upgrade-load.ts';
import { freePort } from '#scripts/support/listen.ts';
import { runScript, stop } from '#scripts/support/processes.ts';
import { ensureProxy, startProxy } from '#tests/support/example-proxy.ts';
import { openSocket } from '#tests/support/open-socket.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/scale/api-processes.ts';
import startServers from '#tests/support/scale/global-setup.ts';
import { until } from '#tests/support/scale/hub-listener.ts';
import { startRedis } from '#tests/support/scale/redis.ts';
import { addPlayers, addWriters, type Writer } from '#tests/support/scale/writers.ts';

const ROUNDS = Number(process.env.BENCH_RUNS || 3);
const ROUND_SECONDS = 38;
const BEFORE_RESTART_SECONDS = 5;
const LONGEST_MS = 10_000;
const REQUESTS_MIN = 2_000;

/** As in the units of `deploy`; the access log shows when the proxy sends requests. */
const PROCESS = {
  NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'fleet-karma-compiled'),
  TRUST_PROXY: 'loopback',
  ACCESS_LOG: 'true',
  // Two videos a second would take all cores.
  MINIMAP_RENDERER: 'none',
};

/** Processes to restart, and who writes posts about whom. */
interface Setup {
  ports: readonly number[];
  authors: readonly Writer[];
  players: number[];
  start(index: number): Promise<ApiProcess>;
  close(): Promise<unknown>;
}

/** Enough authors that none has to write while an earlier post of theirs waits, which is refused. */
const addPeople = async (place: { database: DataSource }): Promise<Pick<Setup, 'authors' | 'players'>> => ({
  authors: await addWriters(place, 50),
  players: await addPlayers(place, 1_000),
});

/** The embedded database belongs to one process, so accounts are written before it starts. */
async function setUpOne(folder: string): Promise<Setup> {
  const data = { mode: 'production', migrateAtStart: true, dataDir: folder, databaseUrl: null } as const;
  const database = await openDatabase(data);
  const added = await addPeople({ database });
  await database.close();
  const port = await freePort();
  const socket = openSocket(port);
  const env = {
    ...PROCESS,
    DATABASE: 'embedded',
    DATABASE_URL: '',
    DATA_DIR: folder,
    API_PORT: String(port),
  };
  return {
    ...added,
    ports: [port],
    start: () => startApiProcess(env, socket),
    close: async () => socket.close(),
  };
}

async function setUpTwo(folder: string): Promise<Setup> {
  const stopPostgres = await startServers();
  const [database, redis] = [await openCopy(process.env.TEST_POSTGRES_URL ?? ''), await startRedis()];
  const ports = [await freePort(), await freePort()];
  const env = {
    ...PROCESS,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: folder,
    STOP_DELAY: '3',
  };
  return {
    ...(await addPeople({ database })),
    ports,
    start: (index) => startApiProcess({ ...env, API_PORT: String(ports[index]) }),
    async close() {
      await Promise.all([database.close(), redis.stop()]);
      await stopPostgres();
    },
  };
}

async function restart({ start }: Setup, processes: ApiProcess[]): Promise<void> {
  for (const [index, old] of processes.entries()) {
    const code = await old.end('SIGTERM');
    if (code !== 0) throw new Error(`A process ended with ${code}:\n${old.log()}`);
    const started = await start(index);
    processes[index] = started;
    await until('the proxy sends it requests', () => /GET \/(api|og)/.test(started.log()));
  }
}

/** Kills every process while one has a post to answer. What waits in the queue of a passed socket would survive it. */
async function kill({ start }: Setup, processes: ApiProcess[], load: Load): Promise<void> {
  await until('a post is on its way', () => load.waitingPosts() > 0);
  await Promise.all(processes.map(({ end }) => end('SIGKILL')));
  for (const index of processes.keys()) processes[index] = await start(index);
}

async function measure(name: string, setUp: (folder: string) => Promise<Setup>): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-upgrades-'));
  const setup = await setUp(folder);
  const processes = await Promise.all(setup.ports.map((_, index) => setup.start(index)));
  const front = await freePort();
  const running = await startProxy(folder, front, ...setup.ports);
  const origin = `http://localhost:${front}`;
  try {
    const round = async (seconds: number, during: (load: Load) => Promise<void>) => {
      const load = await startLoad(origin, setup);
      const ends = performance.now() + seconds * 1_000;
      await load.wait(BEFORE_RESTART_SECONDS);
      const started = performance.now();
      await during(load);
      const restarting = (performance.now() - started) / 1_000;
      await load.wait((ends - performance.now()) / 1_000);
      return { restarting, ...(await load.end()) };
    };
    const rounds = [];
    for (let count = 0; count < ROUNDS; count++)
      rounds.push(await round(ROUND_SECONDS, () => restart(setup, processes)));
    const loss = await round(BEFORE_RESTART_SECONDS, (load) => kill(setup, processes, load));
    printTable(
      name,
      [...rounds, loss].map(({ restarting, requests, lost, longest, posts, missed, twice }, index) => ({
        round: index < ROUNDS ? String(index + 1) : 'with kill -9',
        'restart (s)': restarting,
        requests,
        lost: lost.length,
        'longest answer (ms)': longest,
        'posts told to each client': posts,
        missed,
        twice,
      })),
    );
    for (const sentence of rounds.flatMap(({ lost }) => lost).slice(0, 5)) console.log(sentence);
    const isWhole = rounds.every(
      ({ lost, missed, twice, longest }) => lost.length + missed + twice === 0 && longest < LONGEST_MS,
    );
    return (
      isWhole &&
      rounds.reduce((sum, { requests }) => sum + requests, 0) >= REQUESTS_MIN &&
      loss.lost.length > 0
    );
  } finally {
    await stop(running);
    await Promise.all(processes.map(({ end }) => end('SIGKILL')));
    await setup.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await runScript(async () => {
  ensureProxy();
  const [option] = process.argv.slice(2);
  if (option !== '--only=two')
    if (!(await measure('One process, embedded database, passed socket', setUpOne))) process.exitCode = 1;
  if (option !== '--only=one')
    if (!(await measure('Two processes, one after the other', setUpTwo))) process.exitCode = 1;
});
