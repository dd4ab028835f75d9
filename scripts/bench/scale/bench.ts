/** The databases, and an API process for each. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Bench } from '#scripts/bench/scale/measurement.ts';
import { type SizeName, startBenchServer } from '#scripts/bench/scale/servers.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/scale/api-processes.ts';

/** Starts the server. Closing it ends everything that it started. */
export async function createBench(): Promise<Bench & { close(): Promise<void> }> {
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
