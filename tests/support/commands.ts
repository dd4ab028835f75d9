/** Starts the commands as a user does, and inspects their servers and processes. */
import { execFileSync } from 'node:child_process';
import http from 'node:http';
import type { Running, StartOptions } from '#scripts/support/processes.ts';
import { start, stop } from '#scripts/support/processes.ts';
import type { TestSite } from '#scripts/testing/test-site.ts';
import { claimTestSite, currentTestSite } from '#scripts/testing/test-site.ts';

/** Ports for the tests of a file: those of `npm test`, or newly claimed ones. */
export async function takeTestSite(): Promise<TestSite & { release?: () => Promise<void> }> {
  return process.env.TEST_SLOT === undefined ? claimTestSite() : currentTestSite();
}

/** A command that was started. */
export interface Command extends Running {
  /** The output so far. */
  text: () => string;
  /** Resolves once `pattern` was printed, rejects when the command ends before. */
  printed: (pattern: RegExp) => Promise<void>;
}

const started: Command[] = [];

/** Variables that vitest sets and that would change how Astro's servers behave. */
const VITEST_VARIABLES = {
  NODE_ENV: undefined,
  VITEST: undefined,
  TEST: undefined,
  DEV: undefined,
  PROD: undefined,
  MODE: undefined,
};

/** Starts a program and watches what it prints. */
export function startCommand(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  options: Pick<StartOptions, 'cwd' | 'descriptor'> = {},
): Command {
  const running = start(command, args, { ...options, env: { ...env, ...VITEST_VARIABLES } });
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [running.child.stdout, running.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const look of waiting) look();
    });
  }
  const printed = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(text)) resolve();
      };
      waiting.add(look);
      look();
      running.exited.then((code) => reject(new Error(`ended with code ${code}:\n${text}`)), reject);
    });
  const result = { ...running, text: () => text, printed };
  started.push(result);
  return result;
}

/** Stops every command that a test left running. */
export async function stopCommands(): Promise<void> {
  await Promise.all(started.splice(0).map(stop));
}

/** Status and body of a request to `address` with the given Host header. */
export function get(port: number, url: string, host = 'localhost', address = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: address, port, path: url, headers: { host } }, (response) => {
        let body = `${response.statusCode} `;
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
}

/** True when nothing listens on the port. */
export const isRefused = (port: number): Promise<boolean> =>
  get(port, '/').then(
    () => false,
    () => true,
  );

const ps = (...args: string[]): string => execFileSync('ps', args, { encoding: 'utf8' }).trim();

/** Process ids of the direct children. */
export const childrenOf = (pid: number): number[] =>
  ps('-o', 'pid=', '--ppid', String(pid)).split(/\s+/).map(Number);

/** An ended process stays listed (state Z) until its parent reads the exit code. */
export function isRunning(pid: number): boolean {
  try {
    return !ps('-o', 'stat=', '-p', String(pid)).startsWith('Z');
  } catch {
    return false;
  }
}

/** Seconds of processor time that the processes have used so far; wall time would depend on how busy the machine is. */
export const processorSeconds = (pids: readonly number[]): number =>
  ps('-o', 'cputimes=', '-p', pids.join(','))
    .split(/\s+/)
    .reduce((sum, seconds) => sum + Number(seconds), 0);

/** Milliseconds until `action` is done. */
export async function elapsed(action: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await action;
  return performance.now() - from;
}
