/** How a call can fail: one error class per kind of failure, each with its cause. */
import type { Paging } from '#lib/schemas/common.ts';
import { COOLDOWN_TYPE_SUFFIX, type Problem, ProblemSchema } from '#lib/schemas/problem.ts';

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

const STATUS_PHRASES: Readonly<Record<number, string>> = {
  400: 'The request was refused. Check what you entered and try again.',
  401: 'You are no longer signed in. Sign in and try again.',
  403: 'You are not allowed to do this.',
  404: 'It was not found.',
  408: 'Your connection was too slow. Try again on a faster one.',
  409: 'It was changed in the meantime. Reload and try again.',
  410: 'It has been removed.',
  413: 'The file is too large.',
  415: 'The server does not accept this kind of file.',
  422: 'The file could not be read.',
  423: 'You have to wait before doing this again.',
  429: 'Too many requests. Wait a moment and try again.',
  503: 'The service is not available right now. Try again in a moment.',
};

/** Longest sentence taken from a plain-text body. */
const SENTENCE_MAX_LENGTH = 300;

/** The sentence for a status whose body has none. */
function statusPhrase(status: number): string {
  const phrase = STATUS_PHRASES[status];
  if (phrase !== undefined) return phrase;
  return status >= 500
    ? 'Something went wrong on our side. Try again in a moment.'
    : 'The request was refused. Reload the page and try again.';
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;

/** The trimmed texts among the values that are not blank. */
const texts = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : []));

/** The first item of the first array in the record that begins with a text. */
function firstMessage(record: Record<string, unknown> | null): string | undefined {
  return texts(Object.values(record ?? {}).map((value) => Array.isArray(value) && value[0]))[0];
}

function titleAndDetail(record: Record<string, unknown> | null): string {
  const parts = texts([record?.title, record?.detail]);
  return parts.join(parts[0]?.endsWith('.') ? ' ' : ': ');
}

function sentence(contentType: string, text: string): string {
  const trimmed = text.trim();
  const isMarkup = contentType.includes('html') || contentType.includes('json') || /^[<{[]/.test(trimmed);
  return isMarkup ? '' : trimmed.slice(0, SENTENCE_MAX_LENGTH);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of a refusal (4xx); empty when it has none. */
function refusalOf(json: unknown, contentType: string, text: string): string {
  const record = asRecord(json);
  return (
    firstMessage(asRecord(record?.errors)) ||
    firstMessage(record) ||
    titleAndDetail(record) ||
    (typeof json === 'string' ? json.trim().slice(0, SENTENCE_MAX_LENGTH) : '') ||
    sentence(contentType, text)
  );
}

/** The message of a fault (5xx): its title alone, because production puts a stack trace into the detail. */
const faultOf = (json: unknown): string =>
  texts([asRecord(json)?.title])[0]?.slice(0, SENTENCE_MAX_LENGTH) ?? '';

/**
 * Parses an error body. The message is the first of these that exists: `errors.<field>[0]`, the first array of strings,
 * title and detail, plain text, the sentence for the status. Of a 5xx only the title counts (Rule 16.13).
 */
function readErrorBody(status: number, contentType: string, text: string) {
  const json = parseJson(text);
  const message = status >= 500 ? faultOf(json) : refusalOf(json, contentType, text);
  return { message: message || statusPhrase(status), problem: ProblemSchema.safeParse(json).data ?? null };
}

/** The server responded with an error status. `message` is a sentence for the user. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** Problem details of the response, if any. */
  readonly problem: Problem | null;
  /** Paging of the response: a refusal of a page beyond the last one has it. */
  readonly paging: Paging | null;

  constructor(
    status: number,
    body: { message: string; problem: Problem | null },
    paging: Paging | null = null,
  ) {
    super(body.message);
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
  return new HttpError(status, readErrorBody(status, contentType, text), paging);
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
