/** Handles signals: they stop the process without cutting requests off (rule 22.5), and switch read-only mode (rule 22.11). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { refuseArriving } from '#api/http/bodies.ts';
import type { Lifecycle } from '#api/http/server.ts';

/** In which the last answers are sent before connections are cut off, in milliseconds. */
const ANSWERED_AFTER_MS = 500;

/**
 * Times of a stop, in milliseconds. `delay`: requests are still accepted, so that the proxy can notice that the API is not ready;
 * Caddy checks every two seconds, and with several processes it then takes another one. `idle`: open connections are served until
 * the proxy has closed the idle ones. `finish`: requests that take longer are cut off, with an answer if they have yet to arrive.
 * `exit`: the process ends by then in any case, after the delay.
 */
const LIMITS = {
  /** Its user waits for it. */
  demo: { delay: 0, idle: 0, finish: 1_500, exit: 2_500 },
  /** No proxy has to notice anything, and running requests have had their time before the API stopped listening. */
  passed: { delay: 0, idle: 2_000, finish: 5_000, exit: 35_000 },
  alone: { delay: 1_000, idle: 2_000, finish: 30_000, exit: 35_000 },
  amongOthers: { delay: 3_000, idle: 2_000, finish: 30_000, exit: 35_000 },
};

/** The times of a stop. `isPassed`: the socket outlives the process. */
export function stopLimits({ mode, redisUrl }: Pick<ApiConfig, 'mode' | 'redisUrl'>, isPassed: boolean) {
  if (mode === 'demo') return LIMITS.demo;
  if (isPassed) return LIMITS.passed;
  return redisUrl === null ? LIMITS.alone : LIMITS.amongOthers;
}

/** Servers and work that a signal stops. */
interface Stoppable {
  app: FastifyInstance;
  config: ApiConfig;
  lifecycle: Lifecycle;
  /** Whether the socket outlives the process: new connections then wait in it for the next one. */
  isPassed: boolean;
  stopListening(): Promise<void>;
  /** Closes what requests need: called last. */
  closeData(): Promise<void>;
}

async function stop({
  app,
  config,
  lifecycle,
  isPassed,
  stopListening,
  closeData,
}: Stoppable): Promise<void> {
  const limits = stopLimits(config, isPassed);
  lifecycle.draining = !isPassed;
  await sleep(limits.delay);
  // Before hub clients have to reconnect, because they would otherwise return to this process.
  if (!isPassed) await stopListening();
  lifecycle.hangingUp = true;
  setTimeout(() => process.exit(1), limits.exit).unref();
  await sleep(limits.idle);
  // As late as possible, because connections wait from here until the next process listens.
  if (isPassed) await stopListening();
  const cutting = setTimeout(() => {
    refuseArriving(app.server);
    setTimeout(() => app.server.closeAllConnections(), ANSWERED_AFTER_MS).unref();
  }, limits.finish);
  await app.close();
  clearTimeout(cutting);
  await closeData();
}

/** Installs the signal handlers. The process ends with 0, or with 1 when it had to be ended by force. */
export function stopOnSignal(stoppable: Stoppable, log: (text: string) => void): void {
  let isStopping = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    if (signal === 'SIGTERM') log('SIGTERM: the process stops when running requests have ended.');
    stop(stoppable).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end);
}

/**
 * Switches the mode at every SIGUSR2 (SIGUSR1 starts Node's debugger). `log` receives a line after each switch, and at once when
 * the mode is on.
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
