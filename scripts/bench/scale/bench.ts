/** The databases, and an API process for each. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTokens } from '#api/model/auth/authenticate.ts';
import type { Role } from '#lib/schemas/session.ts';
import type { Bench } from '#scripts/bench/scale/measurement.ts';
import { type SizeName, startBenchServer } from '#scripts/bench/scale/servers.ts';
import { SECRET } from '#tests/support/production.ts';
import { type ApiProcess, startApiProcess } from '#tests/support/scale/api-processes.ts';

interface User {
  id: string;
  username: string;
  roles: Role[];
  seed: string;
}

const FIND_USER = `select users.id, username, roles, seed from eu.users join eu.players on players.id = users.id
  where users.id = $1`;

async function readUser(databaseUrl: string, id: number): Promise<User> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<User>(FIND_USER, [id]);
    if (rows[0] === undefined) throw new Error(`The databases have no user ${id}.`);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Starts the server. Closing it ends everything that it started. */
export async function createBench(): Promise<Bench & { close(): Promise<void> }> {
  const server = await startBenchServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const apis = new Map<SizeName, Promise<ApiProcess>>();
  const tokens = new Map<number, Promise<string>>();
  const start = async (size: SizeName): Promise<ApiProcess> =>
    startApiProcess({ DATABASE_URL: await server.databaseOf(size), DATA_DIR: path.join(folder, size) });
  const issue = async (id: number): Promise<string> => {
    const user = await readUser(await server.databaseOf('small'), id);
    return createTokens(SECRET).sign('eu', { ...user, id }, Date.now());
  };
  return {
    server,
    api(size) {
      const api = apis.get(size) ?? start(size);
      apis.set(size, api);
      return api;
    },
    async endApi(size) {
      await (await apis.get(size))?.end('SIGTERM');
      apis.delete(size);
    },
    tokenOf(id) {
      const token = tokens.get(id) ?? issue(id);
      tokens.set(id, token);
      return token;
    },
    async close() {
      for (const api of apis.values()) await api.then(({ end }) => end('SIGKILL')).catch(() => undefined);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
