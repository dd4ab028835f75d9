/** Turns thrown errors into the API's answers; logs only unexpected ones as errors. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionLost } from '#api/db/postgres.ts';
import { ApiError, fault, notFound, problem, validationError } from '#api/http/errors.ts';

/** Path without the query, which may contain tokens. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}

const bodyError = (request: FastifyRequest, message: string): ApiError =>
  validationError({ body: [message] }, request.id);

/** Errors that the framework raises before a handler runs. */
function frameworkError(error: FastifyError, request: FastifyRequest): ApiError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return bodyError(request, 'A request body is required.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return bodyError(request, 'The request body is not valid JSON.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return bodyError(request, 'The length of the request body differs from its Content-Length header.');
    case 'FST_ERR_BAD_URL':
      return validationError({ path: ['The address is invalid.'] }, request.id);
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem(413, { detail: 'The request body is too large.' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem(415, { detail: 'The type of the request body is not supported.' });
    default:
      return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
        ? problem(error.statusCode)
        : null;
  }
}

/** Returns the answer to a thrown error. */
export function answerTo(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const known = frameworkError(error as FastifyError, request);
  if (known !== null) return known;
  if (isConnectionLost(error)) {
    request.log.warn({ err: error }, 'database connection lost');
    const detail = 'The database is unavailable. Try again in a moment.';
    return problem(503, { detail, headers: { 'retry-after': '2' } });
  }
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
