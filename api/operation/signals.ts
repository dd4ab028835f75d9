/** Handles signals: they stop the process without cutting requests off (rule 22.5), and switch read-only mode (rule 22.11). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import type { Lifecycle } from '#api/http/server.ts';

/**
 * In which the proxy notices that the API is not ready. With several processes it sends requests to another one, once it has;
 * Caddy checks every two seconds.
 */
const NOTICED_AFTER_MS = { alone: 1_000, amongOthers: 3_000 };

/** In which the last answers are sent before connections are cut off. */
const ANSWERED_AFTER_MS = 500;

/** Times in milliseconds. */
interface StopLimits {
  /** Requests are still accepted, so that the proxy can notice that the API is not ready. */
  delay: number;
  /** After that, open connections are served until the proxy has closed the idle ones. */
  idle: number;
  /** Requests that take longer are cut off, with an answer if they have yet to arrive. */
  finish: number;
  /** The process ends by then in any case, after the delay. */
  exit: number;
}

/**
 * The demo stops quickly, because its user waits for it. With a passed socket no proxy has to notice anything, and running
 * requests have had their time before the API stopped listening.
 */
export function stopLimits(
  { mode, redisUrl }: Pick<ApiConfig, 'mode' | 'redisUrl'>,
  isPassed: boolean,
): StopLimits {
  if (mode === 'demo') return { delay: 0, idle: 0, finish: 1_500, exit: 2_500 };
  if (isPassed) return { delay: 0, idle: 2_000, finish: 5_000, exit: 35_000 };
  const delay = redisUrl === null ? NOTICED_AFTER_MS.alone : NOTICED_AFTER_MS.amongOthers;
  return { delay, idle: 2_000, finish: 30_000, exit: 35_000 };
}

/** The parts to stop. */
interface Stoppable {
  lifecycle: Lifecycle;
  limits: StopLimits;
  /** Whether the socket outlives the process: new connections then wait in it for the next one. */
  isPassed: boolean;
  /** Refuses new connections, so that a proxy takes another process, or leaves them to the next process. */
  stopListening(): Promise<void>;
  /** Resolves when the running requests have ended. */
  close(): Promise<void>;
  /** Answers the requests whose bodies have not arrived by now. */
  refuseArriving(): void;
  /** Ends all connections. */
  cut(): void;
  /** Closes what requests need: called last. */
  closeData(): Promise<void>;
  log(text: string): void;
}

async function stop(parts: Stoppable): Promise<void> {
  const { lifecycle, limits, isPassed } = parts;
  lifecycle.draining = !isPassed;
  await sleep(limits.delay);
  // Before hub clients have to reconnect, because they would otherwise return to this process.
  if (!isPassed) await parts.stopListening();
  lifecycle.hangingUp = true;
  setTimeout(() => process.exit(1), limits.exit).unref();
  await sleep(limits.idle);
  // As late as possible, because connections wait from here until the next process listens.
  if (isPassed) await parts.stopListening();
  const cutting = setTimeout(() => {
    parts.refuseArriving();
    setTimeout(parts.cut, ANSWERED_AFTER_MS).unref();
  }, limits.finish);
  await parts.close();
  clearTimeout(cutting);
  await parts.closeData();
}

/** Installs the signal handlers. The process ends with 0, or with 1 when it had to be ended by force. */
export function stopOnSignal(stoppable: Stoppable): void {
  let isStopping = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    if (signal === 'SIGTERM') stoppable.log('SIGTERM: the process stops when running requests have ended.');
    stop(stoppable).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/**
 * Switches the mode at every SIGUSR2 (SIGUSR1 starts Node's debugger). `log` receives a line after each switch, and at once when the
 * mode is on.
 */
export function switchOnSignal(readOnly: ReadOnlyMode, log: (text: string) => void): void {
  const report = (): void =>
    log(
      readOnly.isOn
        ? 'Read-only mode is on: reads work, nothing is stored. SIGUSR2 ends it.'
        : 'Read-only mode is off.',
    );
  readOnly.onSwitch(report);
  if (readOnly.isOn) report();
  process.on('SIGUSR2', () => readOnly.toggle());
}
