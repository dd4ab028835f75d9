/**
 * `npm run bench:scale`: what growth costs. Compares a database of 1,000 posts with one of a million, and measures several API
 * processes. Exits with 1 when a goal is missed. `--only=pages,kills` measures some of them.
 */
import '#tests/support/localhost.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hubClients } from '#scripts/bench/scale/hub-clients.ts';
import { kills } from '#scripts/bench/scale/kills.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { optOut } from '#scripts/bench/scale/opt-out.ts';
import { pages } from '#scripts/bench/scale/pages.ts';
import { plainRate } from '#scripts/bench/scale/plain-rate.ts';
import { queue } from '#scripts/bench/scale/queue.ts';
import { type SizeName, startBenchServer } from '#scripts/bench/scale/servers.ts';
import { printTable } from '#scripts/bench/stats.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript } from '#scripts/support/processes.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/scale/api-processes.ts';

const MEASUREMENTS: readonly Measurement[] = [pages, queue, plainRate, optOut, hubClients, kills];

/** Starts the server. Closing it ends everything that it started. */
async function createBench(): Promise<Bench & { close(): Promise<void> }> {
  const server = await startBenchServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const apis = new Map<SizeName, Promise<ApiProcess>>();
  const start = async (size: SizeName): Promise<ApiProcess> =>
    startApiProcess({ DATABASE_URL: await server.databaseOf(size), DATA_DIR: path.join(folder, size) });
  return {
    server,
    api(size) {
      const api = apis.get(size) ?? start(size);
      apis.set(size, api);
      return api;
    },
    async close() {
      for (const api of apis.values()) await api.then(({ end }) => end('SIGKILL')).catch(() => undefined);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function select([option, ...rest]: readonly string[]): readonly Measurement[] {
  if (option === undefined) return MEASUREMENTS;
  const names = /^--only=(.+)$/.exec(option)?.[1]?.split(',') ?? [];
  const found = MEASUREMENTS.filter(({ name }) => names.includes(name));
  if (rest.length === 0 && found.length > 0 && found.length === names.length) return found;
  throw new PlainFailure(
    `Usage: npm run bench:scale [-- --only=${MEASUREMENTS.map(({ name }) => name).join(',')}]`,
  );
}

/** A measurement that fails misses its goal; the others still run. */
const failed = (error: unknown): Outcome => ({ rows: [], isMet: false, details: String(error) });

await runScript(async () => {
  const selected = select(process.argv.slice(2));
  const bench = await createBench();
  try {
    for (const { name, goal, measure } of selected) {
      const started = performance.now();
      const { rows, isMet, details } = await measure(bench).catch(failed);
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      printTable(`${isMet ? '✓' : '✗'} ${name}: ${goal} (${seconds} s)`, rows);
      if (details !== undefined) console.log(details);
      if (!isMet) process.exitCode = 1;
    }
  } finally {
    await bench.close();
  }
});
