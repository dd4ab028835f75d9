/** A PostgreSQL server of the tests' own, from installed programs, on a free port of the loopback address. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#scripts/support/listen.ts';

/** The account that Unix systems keep for programs without rights. */
const UNPRIVILEGED = 65_534;

/** A running server. `url` is that of a database; replace its path for another one. */
export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root runs it as Debian's own account or an unprivileged one. */
function accountOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry === null
    ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED }
    : { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** What a server for tests may forget when the machine loses power. */
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

/** Ends the server and removes its folder when the pipe to the test run breaks, however that run ended. */
const GUARDED = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server; rm -rf "$FOLDER"';
const START_LIMIT_MS = 30_000;

async function untilReady(url: string, complaints: () => string): Promise<void> {
  for (const end = performance.now() + START_LIMIT_MS; ; ) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      if (performance.now() > end) throw new Error(`PostgreSQL did not start: ${complaints()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Makes a new cluster in a temporary folder and starts it. */
export async function startPostgres(binaries: string): Promise<TestServer> {
  const account = accountOf();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-postgres-'));
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const options = { ...(account ?? {}), cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } };
  const init = spawnSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'karma', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr || init.error?.message}`);
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    '/bin/sh',
    ['-c', GUARDED, 'sh', path.join(binaries, 'postgres'), '-D', data, '-p', String(port), ...settings],
    {
      ...options,
      env: { ...options.env, FOLDER: folder },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const url = `postgres://karma@127.0.0.1:${port}/postgres`;
  await untilReady(url, () => complaints);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.stdin?.end();
      await ended;
    },
  };
}
