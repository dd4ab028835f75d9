/** Child processes of the scripts. Each has its own process group, ends with its parent, and is stopped as a group. */

import { type ChildProcess, spawn } from 'node:child_process';
import { ConfigError } from '#lib/settings/deployment.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { ROOT } from '#scripts/support/settings.ts';

/** Node option for children that would otherwise outlive a killed parent. */
export const END_WITH_PARENT = `--import=${new URL('./end-with-parent.ts', import.meta.url).href}`;

/** How long a child may take to end after SIGTERM, in milliseconds. */
const GRACE_MS = 2000;

/** How often a script checks whether the npm that started it is still running, in milliseconds. */
const PARENT_CHECK_MS = 250;

/** A running child and the promise of its exit code (128 and more for a signal). */
export interface Running {
  child: ChildProcess;
  exited: Promise<number>;
}

/** How a child is started: by default in the project's folder and with this process's environment. */
export interface StartOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  stdio?: 'pipe' | 'inherit';
  ipc?: boolean;
  /** An open file or socket that the child gets as descriptor 3, without `ipc`. */
  descriptor?: number;
}

const tracked = new Set<Running>();

/** Starts a program in its own process group. It is ended when the script is interrupted. */
export function start(command: string, args: readonly string[], options: StartOptions = {}): Running {
  const output = options.stdio ?? 'pipe';
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: options.env ?? process.env,
    stdio: ['ignore', output, output, options.ipc ? 'ipc' : (options.descriptor ?? 'ignore')],
    detached: true,
  });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 128));
  });
  const running = { child, exited };
  const forget = () => tracked.delete(running);
  tracked.add(running);
  exited.then(forget, forget);
  return running;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

/** Sends SIGTERM to the child's group, and SIGKILL after a grace period. */
export async function stop({ child, exited }: Running): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGTERM');
  const force = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  await exited.catch(() => undefined);
  clearTimeout(force);
  signalGroup(child, 'SIGKILL');
}

/** Runs a program to its end and returns its exit code and everything it printed, unless it inherits the output. */
export async function run(
  command: string,
  args: readonly string[],
  options: Omit<StartOptions, 'ipc'> = {},
): Promise<{ code: number; output: string }> {
  const { child, exited } = start(command, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { code: await exited, output };
}

/** Ends every running child. */
export async function stopAll(): Promise<void> {
  await Promise.all([...tracked].map(stop));
}

/** Steps on Ctrl+C and SIGTERM: `cleanUp`, then the end with `exitCode`, or the code that shells give to the signal. */
interface EndOptions {
  cleanUp?: () => Promise<void>;
  exitCode?: number;
}

/** Installs the signal handlers. The signal returned is aborted as soon as one of them runs. */
function endOnSignals({ cleanUp = stopAll, exitCode }: EndOptions): AbortSignal {
  const ending = new AbortController();
  const end = async (code: number): Promise<void> => {
    if (ending.signal.aborted) return;
    ending.abort();
    await cleanUp().catch(() => undefined);
    process.exit(exitCode ?? code);
  };
  process.on('SIGINT', () => void end(130));
  process.on('SIGTERM', () => void end(143));
  process.on('SIGHUP', () => void end(129));
  if (process.env.npm_lifecycle_event) whenParentEnds(() => void end(143));
  return ending.signal;
}

/** npm passes SIGTERM to its shell, which ends without passing it on. Then this process gets another parent. */
function whenParentEnds(action: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) action();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Runs a script's main function, which gets a signal that is aborted when the script is interrupted. A plain failure or a
 * setting that cannot be used ends the process with its sentence and code 1.
 */
export async function runScript(
  main: (ending: AbortSignal) => Promise<void>,
  options: EndOptions = {},
): Promise<void> {
  try {
    await main(endOnSignals(options));
  } catch (error) {
    if (!(error instanceof PlainFailure || error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
