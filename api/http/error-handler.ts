/** Turns thrown errors into the API's answers; logs only unexpected ones as errors. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { diskProblem, isDiskFull } from '#api/base/failures.ts';
import { isBusy, isUnavailable, sqlState } from '#api/db/database.ts';
import { isConnectionLost } from '#api/db/postgres.ts';
import { ReadOnlyError } from '#api/db/read-only.ts';
import { BucketError } from '#api/files/bucket.ts';
import { ApiError, fault, notFound, problem, readOnlyRefusal, validationError } from '#api/http/errors.ts';
import { lossOf } from '#api/http/logger.ts';

/** Path without the query, which may contain tokens. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}

/**
 * SQL codes of failed statements. `canceled`: it took too long, for a lock perhaps. `missing`: a row refers to one that does
 * not exist, such as an account that is erased at the same time.
 */
const SQL = { diskFull: '53100', readOnly: '25006', canceled: '57014', deadlock: '40P01', missing: '23503' };

/** The invalid part of a request, and a message, by the code of a framework error. */
const INVALID: Readonly<Record<string, Record<string, string[]>>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: { body: ['A request body is required.'] },
  FST_ERR_CTP_INVALID_JSON_BODY: { body: ['The request body is not valid JSON.'] },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    body: ['The length of the request body differs from its Content-Length header.'],
  },
  FST_ERR_BAD_URL: { path: ['The address is invalid.'] },
};

/** Errors that the framework raises before a handler runs. */
function frameworkError({ code, statusCode = 500 }: FastifyError, traceId: string): ApiError | null {
  const invalid = INVALID[code];
  if (invalid !== undefined) return validationError(invalid, traceId);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return problem(413, { detail: 'The request body is too large.' });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problem(415, { detail: 'The type of the request body is not supported.' });
  return statusCode >= 400 && statusCode < 500 ? problem(statusCode) : null;
}

/** How many calls failed since the last line about it, by server and reason. */
const unserved = new WeakMap<object, Map<string, number>>();
const UNSERVED_LINE_MS = 1_000;

/** Logs a line a second about calls without a connection: under load there are hundreds, and their statements say nothing. */
function logUnserved({ log, server }: FastifyRequest, reason: string): void {
  const counts = unserved.get(server.server) ?? new Map<string, number>();
  unserved.set(server.server, counts);
  const before = counts.get(reason) ?? 0;
  counts.set(reason, before + 1);
  if (before > 0) return;
  setTimeout(() => {
    log.error(`${counts.get(reason)} calls within a second ${reason}`);
    counts.delete(reason);
  }, UNSERVED_LINE_MS).unref();
}

const noConnection = (isServerFull: boolean): string => {
  const advice = isServerFull
    ? 'the server has none left: raise its max_connections'
    : 'the region uses its share: look for slow statements and locks in pg_stat_activity, or add a process (docs/scaling.md)';
  return `got no connection to the database: ${advice}`;
};

function unavailable(err: unknown, request: FastifyRequest): ApiError {
  if (isConnectionLost(err)) logUnserved(request, `found that the database is unavailable: ${lossOf(err)}`);
  else request.log.warn({ err }, 'the database is unavailable: its connection was lost, or it failed');
  const detail = 'The database is unavailable. Try again in a moment.';
  return problem(503, { detail, headers: { 'retry-after': '2' } });
}

/** Answers of a full or read-only database or disk. */
const RETRY_LATER = { headers: { 'retry-after': '60' } };

/** The answer to a failure of database, disk or files; null for any other error. Tells the operator what to do. */
function outageOf(error: unknown, request: FastifyRequest): ApiError | null {
  const { log } = request;
  if (error instanceof BucketError) {
    log.error({ err: error }, error.message);
    const detail = 'Files are unavailable right now. Try again in a moment.';
    return problem(503, { detail, headers: { 'retry-after': '5' } });
  }
  const state = sqlState(error);
  const disk = diskProblem(error);
  if (state === SQL.canceled || state === SQL.deadlock || isBusy(error)) {
    if (isBusy(error)) logUnserved(request, noConnection(state !== null));
    else
      log.error(
        { err: error },
        'statements take too long or block each other: look for locks in pg_stat_activity',
      );
    const detail = 'The database is busy. Try again in a moment.';
    return problem(503, { detail, headers: { 'retry-after': '5' } });
  }
  if (isUnavailable(error)) return unavailable(error, request);
  if (state === SQL.missing) {
    // Without the error, which has the id of an erased account.
    log.warn('something was deleted while a call referred to it');
    return notFound();
  }
  if (state === SQL.diskFull || isDiskFull(error)) {
    logUnserved(request, 'found that the disk is full: free space, or nothing can be stored');
    return problem(507, {
      detail: 'The server’s disk is full, so nothing can be stored. Try again later.',
      ...RETRY_LATER,
    });
  }
  if (state === SQL.readOnly || disk !== null) {
    log.error({ err: error }, disk === null ? 'the database is read-only' : `a file cannot be used: ${disk}`);
    return problem(503, { detail: 'Nothing can be stored right now. Try again later.', ...RETRY_LATER });
  }
  return null;
}

/** Returns the answer to a thrown error. */
export function answerTo(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ReadOnlyError) return readOnlyRefusal();
  // The client is gone, so no one reads the answer.
  if (error === request.raw.errored) return problem(400, { detail: 'The request was cut off.' });
  const known = frameworkError(error as FastifyError, request.id);
  if (known !== null) return known;
  const outage = outageOf(error, request);
  if (outage !== null) return outage;
  request.log.error({ err: error, path: pathOf(request) }, 'unexpected error');
  return fault(pathOf(request));
}

/** Installs the handlers for errors and unknown addresses. */
export function installErrorHandlers(app: FastifyInstance): void {
  const handle = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerTo(error, request).send(reply);
  app.setErrorHandler(handle);
  app.setNotFoundHandler((_request, reply) => notFound().send(reply));
}
