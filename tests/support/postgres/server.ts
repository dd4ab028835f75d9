/** A PostgreSQL server of the tests' own, from installed programs, on a free port of the loopback address. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#scripts/support/listen.ts';
import {
  createServerHome,
  type ServerHome,
  startGuarded,
  untilStarted,
} from '#tests/support/guarded-program.ts';

/** A running server. `url` is that of a database; replace its path for another one. */
export interface TestServer {
  url: string;
  /** Its log. */
  log(): string;
  stop(): Promise<void>;
}

/** A server for tests may lose its data when the machine loses power. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
};

async function tryConnection(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.end();
}

function createCluster(binaries: string, home: ServerHome, data: string): void {
  const options = ['-U', 'karma', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const init = spawnSync(path.join(binaries, 'initdb'), ['-D', data, ...options], {
    ...home,
    encoding: 'utf8',
  });
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr || init.error?.message}`);
}

/** Starts a server on a new cluster; `folder` keeps its cluster after the end. */
export async function startPostgres(binaries: string, folder?: string): Promise<TestServer> {
  const home = createServerHome('postgres', folder);
  const data = path.join(home.cwd, 'data');
  if (!existsSync(data)) createCluster(binaries, home, data);
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [path.join(binaries, 'postgres'), '-D', data, '-p', String(port), ...settings];
  const server = startGuarded(home, command, folder === undefined ? 'QUIT' : 'INT');
  const url = `postgres://karma@127.0.0.1:${port}/postgres`;
  await untilStarted('PostgreSQL', server, () => tryConnection(url));
  return { url, log: server.complaints, stop: server.stop };
}
