/** What can go wrong with a call: one class per kind of failure, each keeping its cause. */
import { type ErrorBody, readErrorBody } from '#lib/client/error-body.ts';
import type { Paging } from '#lib/schemas/common.ts';
import { COOLDOWN_TYPE_SUFFIX, type Problem } from '#lib/schemas/problem.ts';

/** Why no answer came. */
export type NetworkFailure = 'offline' | 'timeout' | 'unreachable';

const NETWORK_MESSAGES: Readonly<Record<NetworkFailure, string>> = {
  offline: 'You are offline. Check your connection and try again.',
  timeout: 'The server took too long to answer. Try again in a moment.',
  unreachable: 'The server could not be reached. Try again in a moment.',
};

/** No answer came: the device is offline, the server took too long, or it could not be reached. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly reason: NetworkFailure;

  constructor(reason: NetworkFailure, options?: ErrorOptions) {
    super(NETWORK_MESSAGES[reason], options);
    this.reason = reason;
  }
}

/** What an HttpError carries besides status and body. */
export interface HttpErrorOptions extends ErrorOptions {
  paging?: Paging | null;
}

/** The server answered with a status that is no success; `message` is what it said, in words for people. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The problem details of the answer, where it had some. */
  readonly problem: Problem | null;
  /** First message of each refused field, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Paging headers of the answer: a page beyond the last one is refused with them. */
  readonly paging: Paging | null;

  constructor(status: number, body: ErrorBody, { paging = null, ...options }: HttpErrorOptions = {}) {
    super(body.message, options);
    this.status = status;
    this.paging = paging;
    this.problem = body.problem;
    this.fields = body.fields;
  }

  /** Nothing is there: 404, or 204 where production answers "none" so. */
  get isNotFound(): boolean {
    return this.status === 404 || this.status === 204;
  }

  /** It was there and has been removed by a moderator. */
  get isGone(): boolean {
    return this.status === 410;
  }

  /** The session is not valid (any more). */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** The caller has to wait; any answer whose type ends so is a cooldown, whatever its status. */
  get isCooldown(): boolean {
    return this.status === 423 || (this.problem?.type?.endsWith(COOLDOWN_TYPE_SUFFIX) ?? false);
  }

  /** End of the cooldown, ISO 8601; null where the answer has none. */
  get until(): string | null {
    return this.problem?.until ?? null;
  }
}

/** Makes the HttpError of an answer from its status, media type, text and paging headers. */
export function httpError(
  status: number,
  contentType: string,
  text: string,
  paging: Paging | null = null,
): HttpError {
  return new HttpError(status, readErrorBody(status, contentType, text), { paging });
}

/** The answer was not what the contract says. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';

  /** `what` names the answer, such as `GET /api/Post/latest`. */
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} answered in a form that is not understood.`, options);
  }
}

/** True for the error of a call that its own caller took back: nothing to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The failure in plain words, with what to do. */
export function errorToMessage(error: unknown): string {
  if (error instanceof NetworkError || error instanceof HttpError) return error.message;
  if (error instanceof SchemaError)
    return 'The server answered in a form this page does not understand. Reload the page and try again.';
  return 'Something went wrong. Try again.';
}
