/** Servers of the tests' own: each has a temporary folder, and ends with the test run, even when that is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The account that Unix systems keep for programs without rights. */
const UNPRIVILEGED = 65_534;

const START_LIMIT_MS = 30_000;

/** Ends the program and removes its folder when the pipe to the test run breaks, however that run ended. */
const GUARDED = '"$@" & server=$!; cat > /dev/null; kill -$SIGNAL $server; wait $server; rm -rf "$FOLDER"';

/** PostgreSQL refuses to run as root, so root runs servers as PostgreSQL's account or an unprivileged one. */
function accountOf(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry === null
    ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED }
    : { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** A temporary folder and the account that owns it; `spawn` takes both as options. */
export interface ServerHome {
  cwd: string;
  uid?: number;
  gid?: number;
  env: NodeJS.ProcessEnv;
  /** Whether the folder remains when the program ends. */
  isKept: boolean;
}

/** Creates a folder for a server: a temporary one, or one that is kept. */
export function createServerHome(name: string, kept?: string): ServerHome {
  const account = accountOf();
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const cwd = kept ?? mkdtempSync(path.join(os.tmpdir(), `fleet-karma-${name}-`));
  if (account !== null) chownSync(cwd, account.uid, account.gid);
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' };
  return { ...(account ?? {}), cwd, env, isKept: kept !== undefined };
}

/** A running program. */
export interface GuardedProgram {
  /** Its output on standard error. */
  complaints(): string;
  /** Ends it, and removes its folder unless that is kept. */
  stop(): Promise<void>;
}

/** Starts a program in its folder; `signal` is the one that ends it at once. */
export function startGuarded(
  home: ServerHome,
  command: readonly string[],
  signal: 'TERM' | 'QUIT' | 'INT' = 'TERM',
): GuardedProgram {
  const child = spawn('/bin/sh', ['-c', GUARDED, 'sh', ...command], {
    ...home,
    env: { ...home.env, FOLDER: home.isKept ? '' : home.cwd, SIGNAL: signal },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  return {
    complaints: () => complaints,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Repeats `attempt` until it succeeds; after 30 s throws what the program complained about. */
export async function untilStarted(
  name: string,
  program: GuardedProgram,
  attempt: () => Promise<unknown>,
): Promise<void> {
  for (const end = performance.now() + START_LIMIT_MS; ; await sleep(50)) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (performance.now() > end)
        throw new Error(`${name} did not start: ${program.complaints()}`, { cause: error });
    }
  }
}

/** Resolves when something listens on the port of the loopback address. */
export async function tryPort(port: number): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
