/**
 * `npm run bench:api`: four calls against bare routes that run the same statements, on a PostgreSQL server of their own. API and
 * bare route take turns, so that both have the same load of the machine. Exits with 1 when a call misses its goal.
 */
import '#tests/support/localhost.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createServerDatabase } from '#api/db/postgres.ts';
import type { BareSetup, SentStatement } from '#scripts/bench/bare-server.ts';
import { PEOPLE, startBenchServer } from '#scripts/bench/database.ts';
import { medians, printTable } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';
import { createTestApi } from '#tests/support/api.ts';
import { administer } from '#tests/support/postgres/databases.ts';
import { startApiProcess } from '#tests/support/scale/api-processes.ts';

const CONCURRENCY = 64;
/** How long each call is measured, and its bare route as long. */
const DURATION_MS = Number(process.env.BENCH_SECONDS || 5) * 1000;
/** Turns of the API, and of the bare route. */
const TURNS = 11;
const WARM_UP_MS = 1_000;
const PROGRAM = path.join(import.meta.dirname, 'bare-server.ts');
/** Members of the measured clan, about. */
const MEMBERS = 55;

interface MeasuredCall {
  call: string;
  path: string;
  /** Least share of the bare route's rate. */
  goal: number;
}

/** Who calls: a visitor, or an account without a role and without posts of the player. */
const VIEWERS = { visitor: undefined, 'signed in': 500_000_002 };

async function callsOf(url: string): Promise<MeasuredCall[]> {
  const { rows } = await administer(
    url,
    `select clan_id from eu.players group by 1 order by abs(count(*) - ${MEMBERS}), 1 limit 1`,
  );
  return [
    { call: 'profile', path: `/api/Player/${PEOPLE.received}`, goal: 0.55 },
    { call: `clan of ${MEMBERS}`, path: `/api/Clan/${rows[0]?.clan_id}`, goal: 0.55 },
    {
      call: 'received page, 20 posts',
      path: `/api/Post/${PEOPLE.received}/received?page=1&pageSize=20`,
      goal: 0.45,
    },
    { call: 'latest feed, 10 posts', path: '/api/Post/latest?page=1&pageSize=10', goal: 0.45 },
  ];
}

/** A call by one viewer. */
interface Case extends MeasuredCall {
  viewer: string;
  headers: Record<string, string>;
  statements: SentStatement[];
}

/** The statements of the request that is recorded, and not those of jobs that run meanwhile. */
const recording = new AsyncLocalStorage<SentStatement[]>();

/** Collects the statements that pools are sent for `run`. */
async function recorded(run: () => Promise<unknown>): Promise<SentStatement[]> {
  const { query } = pg.Pool.prototype;
  const sent: SentStatement[] = [];
  pg.Pool.prototype.query = function record(this: pg.Pool, config: pg.QueryConfig, values: unknown[]) {
    const { text, name } = config;
    recording.getStore()?.push({ text, values, ...(name !== undefined && { name }) });
    return Reflect.apply(query, this, [config, values]);
  } as typeof query;
  await recording.run(sent, run).finally(() => {
    pg.Pool.prototype.query = query;
  });
  return sent;
}

/** The calls by each viewer, with the statements that an API in this process sends for them. */
async function casesOf(url: string, calls: readonly MeasuredCall[]): Promise<Case[]> {
  const database = createServerDatabase({ url });
  const api = await createTestApi({ database });
  const cases: Case[] = [];
  try {
    api.clock.now = Date.now();
    for (const [viewer, id] of Object.entries(VIEWERS))
      for (const call of calls) {
        const token = id && (await api.tokenOf(id));
        const run = () => api.call('GET', call.path, token ? { token } : {});
        // Statements get their names when they recur.
        for (let time = 0; time < 2; time += 1) await run();
        const statements = await recorded(run);
        const headers: Case['headers'] = token ? { authorization: `Bearer ${token}` } : {};
        cases.push({ ...call, viewer, statements, headers });
      }
  } finally {
    await api.close();
    await database.close();
  }
  return cases;
}

/** Answers per second with `CONCURRENCY` requests in flight on connections that stay open. Throws when a request fails. */
async function rateOf(address: string, headers: Record<string, string>, durationMs: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const started = performance.now();
  let answers = 0;
  const worker = async (): Promise<void> => {
    for (; performance.now() < started + durationMs; answers += 1) {
      const request = http.get(address, { agent, headers });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      await once(response.resume(), 'end');
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} from ${address}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker)).finally(() => agent.destroy());
  return answers / ((performance.now() - started) / 1000);
}

/**
 * Answers per second of the API and of the bare route, which take many short turns. The medians count: another program may
 * disturb some turns.
 */
async function compare(addresses: readonly [string, string], headers: Record<string, string>) {
  const turns: { api: number; bare: number; ratio: number }[] = [];
  for (const address of addresses) await rateOf(address, headers, WARM_UP_MS);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const api = await rateOf(addresses[0], headers, DURATION_MS / TURNS);
    const bare = await rateOf(addresses[1], headers, DURATION_MS / TURNS);
    turns.push({ api, bare, ratio: api / bare });
  }
  return medians(turns);
}

/** Measures the cases on an API of the database; `bareOrigin` has a route for the index of each. */
async function measureCases(url: string, cases: readonly Case[], bareOrigin: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const api = await startApiProcess({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const rows = [];
    for (const [route, one] of cases.entries()) {
      const { call, viewer, goal, statements, headers } = one;
      const rates = await compare([api.origin() + one.path, `${bareOrigin}/${route}`], headers);
      rows.push({ viewer, call, statements: statements.length, ...rates, goal });
    }
    return rows;
  } finally {
    await api.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<boolean> {
  // Nothing is old, so nothing is looked up in the background.
  for (const table of ['players', 'clans'])
    await administer(url, `update eu.${table} set refreshed_at = now()`);
  await administer(url, 'vacuum analyze');
  const calls = await callsOf(url);
  const cases = await casesOf(url, calls);
  const child = fork(PROGRAM);
  try {
    const routes = cases.map(({ statements }) => statements);
    child.send({ databaseUrl: url, routes } satisfies BareSetup);
    const [port] = (await once(child, 'message')) as [number];
    const rows = await measureCases(url, cases, `http://127.0.0.1:${port}`);
    printTable(`API against bare routes, answers per second on ${CONCURRENCY} connections`, rows);
    return rows.every(({ ratio, goal }) => ratio >= goal);
  } finally {
    child.kill('SIGKILL');
  }
}

await runScript(async () => {
  const server = await startBenchServer();
  try {
    if (!(await measure(await server.databaseOf('calls')))) process.exitCode = 1;
  } finally {
    await server.stop();
  }
});
