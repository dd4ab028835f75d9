/** How a call can fail: one error class per kind of failure, each with its cause. */
import { type ErrorBody, readErrorBody } from '#lib/client/error-body.ts';
import type { Paging } from '#lib/schemas/common.ts';
import { COOLDOWN_TYPE_SUFFIX, type Problem } from '#lib/schemas/problem.ts';

/** Why there was no response. */
export type NetworkFailure = 'offline' | 'timeout' | 'unreachable';

const NETWORK_MESSAGES: Readonly<Record<NetworkFailure, string>> = {
  offline: 'You are offline. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again in a moment.',
  unreachable: 'The server could not be reached. Try again in a moment.',
};

/** There was no response: the device is offline, the request timed out, or the server could not be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly reason: NetworkFailure;

  constructor(reason: NetworkFailure, options?: ErrorOptions) {
    super(NETWORK_MESSAGES[reason], options);
    this.reason = reason;
  }
}

/** Options of HttpError. */
export interface HttpErrorOptions extends ErrorOptions {
  paging?: Paging | null;
}

/** The server responded with an error status. `message` is a sentence for the user. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** Problem details of the response, if any. */
  readonly problem: Problem | null;
  /** Paging of the response: a refusal of a page beyond the last one has it. */
  readonly paging: Paging | null;

  constructor(status: number, body: ErrorBody, { paging = null, ...options }: HttpErrorOptions = {}) {
    super(body.message, options);
    this.status = status;
    this.paging = paging;
    this.problem = body.problem;
  }

  /** It does not exist: 404, or 204, which production uses for "none". */
  get isNotFound(): boolean {
    return this.status === 404 || this.status === 204;
  }

  /** It was removed by a moderator. */
  get isGone(): boolean {
    return this.status === 410;
  }

  /** The session is not valid, or no longer valid. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** The caller has to wait. A problem type with the cooldown suffix counts with any status. */
  get isCooldown(): boolean {
    return this.status === 423 || (this.problem?.type?.endsWith(COOLDOWN_TYPE_SUFFIX) ?? false);
  }

  /** End of the cooldown, ISO 8601; null when the response has none. */
  get until(): string | null {
    return this.problem?.until ?? null;
  }
}

/** Makes an HttpError from a response's status, media type, text and paging. */
export function httpError(
  status: number,
  contentType: string,
  text: string,
  paging: Paging | null = null,
): HttpError {
  return new HttpError(status, readErrorBody(status, contentType, text), { paging });
}

/** The response does not match its schema. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';

  /** `what` names the call, such as `GET /api/Post/latest`. */
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} sent an unexpected answer.`, options);
  }
}

/** Whether the caller itself aborted the call: there is nothing to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** A sentence for the user: what failed, and what to do next. */
export function errorToMessage(error: unknown): string {
  if (error instanceof NetworkError || error instanceof HttpError) return error.message;
  if (error instanceof SchemaError)
    return 'The server sent an unexpected answer. Reload the page and try again.';
  return 'Something went wrong. Try again.';
}

/** Whether a failed call may still have taken effect, because the server did not refuse it. Production refuses with 500, too. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof HttpError) || (error.status >= 500 && !error.isCooldown);
}
