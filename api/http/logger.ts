/** Logging without query strings, headers, bodies and values of statements, which may contain tokens and private texts. */
import type { FastifyBaseLogger, FastifyRequest, FastifyServerOptions } from 'fastify';
import { networkProblem } from '#api/base/failures.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { isUnavailable } from '#api/db/database.ts';
import { isConnectionLost } from '#api/db/postgres.ts';
import { ReadOnlyError } from '#api/db/read-only.ts';

/** Stack of an error and its causes, without the values that drizzle adds to a failed query. */
export function describeError(error: unknown): string {
  const found: string[] = [];
  for (let current = error; current !== undefined && current !== null; ) {
    if (!(current instanceof Error)) return [...found, String(current)].join('\ncaused by ');
    const stack = (current.stack ?? String(current)).split('\n');
    const values = stack.findIndex((line) => line.startsWith('params: '));
    const frames = stack.filter((line) => /^\s+at /.test(line));
    found.push(values === -1 ? stack.join('\n') : [...stack.slice(0, values), ...frames].join('\n'));
    current = current.cause;
  }
  return found.join('\ncaused by ');
}

/** Why the database cannot be reached, in a few words. */
export const lossOf = (error: unknown): string => networkProblem(error) ?? 'its connection was lost';

/** An error as it is logged. While the database is away, a short line is enough for each piece of work that needs it. */
const loggedError = (error: Error): { type: string; message: string; stack: string } =>
  isUnavailable(error) && isConnectionLost(error)
    ? { type: 'DatabaseUnavailable', message: `the database is unavailable: ${lossOf(error)}`, stack: '' }
    : { type: error.name, message: error.name, stack: describeError(error) };

/** Logs JSON, a line per entry, to standard error, so that standard output has only the line that says the API is ready. */
export function loggerOptions(level: ApiConfig['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    stream: process.stderr,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) => ({
        method,
        path: url.split('?', 1)[0],
      }),
      err: loggedError,
    },
  };
}

/** Logs the errors of work that no one waits for with `message`, except that read-only mode interrupted it. */
export const logFailures =
  (log: FastifyBaseLogger, message: string) =>
  (err: unknown): void => {
    if (!(err instanceof ReadOnlyError)) log.error({ err }, message);
  };
