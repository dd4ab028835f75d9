/** The API's error answers, in the formats that its clients know. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { COOLDOWN_TITLE, COOLDOWN_TYPE_SUFFIX } from '#lib/schemas/problem.ts';

const PROBLEM = 'application/problem+json; charset=utf-8';
const SECTIONS: Readonly<Record<number, string>> = {
  400: '15.5.1',
  404: '15.5.5',
  405: '15.5.6',
  410: '15.5.11',
  413: '15.5.14',
  415: '15.5.16',
  500: '15.6.1',
  503: '15.6.4',
};

/** The `type` of a problem without more information than its status. */
function typeOf(status: number): string {
  const section = SECTIONS[status];
  return section === undefined ? 'about:blank' : `https://tools.ietf.org/html/rfc9110#section-${section}`;
}

/** Keys of the answers of business rules. */
export type RuleKey = 'id' | 'post' | 'postId' | 'postDto' | 'ignoreChecks' | 'flags';

/** An error answer; thrown by handlers and everything they call. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: unknown;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    answer: { body?: unknown; contentType?: string; headers?: Record<string, string> },
    message = STATUS_CODES[status] ?? 'Error',
  ) {
    super(message);
    this.status = status;
    this.body = answer.body ?? '';
    this.contentType = answer.contentType ?? null;
    this.headers = answer.headers ?? {};
  }

  /** Sends the answer. */
  send(reply: FastifyReply): FastifyReply {
    reply.code(this.status).headers(this.headers);
    if (this.contentType !== null) reply.header('content-type', this.contentType);
    if (this.body === '') return reply.send();
    return reply.send(typeof this.body === 'string' ? this.body : JSON.stringify(this.body));
  }
}

/** 400: a business rule refuses; `{"<key>":["message"]}`. */
export function ruleError(key: RuleKey, message: string): ApiError {
  const contentType = 'application/json; charset=utf-8';
  return new ApiError(400, { body: { [key]: [message] }, contentType }, message);
}

/** A problem (RFC 9457) with a title and, where useful, a sentence that says what to do. */
export function problem(
  status: number,
  extra: {
    title?: string;
    detail?: string;
    type?: string;
    until?: string;
    headers?: Record<string, string>;
  } = {},
): ApiError {
  const { headers = {}, type = typeOf(status), title = STATUS_CODES[status], detail, until } = extra;
  const body = {
    type,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(until === undefined ? {} : { until }),
  };
  return new ApiError(status, { body, contentType: PROBLEM, headers }, detail ?? title);
}

/** 400: invalid fields, with messages by field. `traceId` is the request's id. */
export function validationError(
  errors: Readonly<Record<string, string[]>>,
  traceId: string,
  headers: Record<string, string> = {},
): ApiError {
  const title = 'One or more validation errors occurred.';
  const body = { type: typeOf(400), title, status: 400, errors, traceId };
  return new ApiError(400, { body, contentType: PROBLEM, headers }, title);
}

/** 404: unknown. */
export const notFound = (): ApiError => problem(404);

/** 410: a moderator removed it. */
export const gone = (): ApiError => problem(410);

/** 400, 403 or 422 with a plain sentence. */
export function sentence(status: 400 | 403 | 422, text: string): ApiError {
  return new ApiError(status, { body: text, contentType: 'text/plain; charset=utf-8' }, text);
}

/** 401: not signed in, or the token is no longer valid. */
export const unauthorized = (): ApiError => new ApiError(401, { headers: { 'www-authenticate': 'Bearer' } });

/** 403 without a body: the role is missing. */
export const forbidden = (): ApiError => new ApiError(403, {});

/** 423: too early. `until` and `now` in milliseconds since 1970; `detail` is shown to the user. */
export function cooldown(
  until: number,
  now: number,
  detail: string,
  title: string = COOLDOWN_TITLE,
): ApiError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil((until - now) / 1000))) };
  return problem(423, {
    type: `urn:fleet-karma:${COOLDOWN_TYPE_SUFFIX}`,
    title,
    detail,
    until: new Date(until).toISOString(),
    headers,
  });
}

/** 429: too many requests; `retryAfter` in seconds. */
export function tooManyRequests(detail: string, retryAfter: number): ApiError {
  return problem(429, { detail, headers: { 'retry-after': String(retryAfter) } });
}

/** 500 without internals. `instance` is the request's path. */
export function fault(instance: string): ApiError {
  const detail = 'Something went wrong on our side. Try again later.';
  const body = { type: typeOf(500), title: STATUS_CODES[500], status: 500, detail, instance };
  return new ApiError(500, { body, contentType: PROBLEM });
}
