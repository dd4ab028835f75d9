/** The API's error answers, in the formats that its clients know. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { COOLDOWN_TITLE, COOLDOWN_TYPE_SUFFIX } from '#lib/schemas/problem.ts';

/** Media type of a problem. */
export const PROBLEM = 'application/problem+json; charset=utf-8';
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

/** Body and headers of an error answer. A body that is not text is sent as JSON. */
interface Answer {
  body?: unknown;
  contentType?: string;
  headers?: Record<string, string>;
}

/** An error answer; thrown by handlers and everything they call. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly #answer: Answer;

  constructor(status: number, answer: Answer, message = STATUS_CODES[status] ?? 'Error') {
    super(message);
    this.status = status;
    this.#answer = answer;
  }

  /** Sends the answer. */
  send(reply: FastifyReply): FastifyReply {
    const { body, contentType, headers = {} } = this.#answer;
    reply.code(this.status).headers(headers);
    if (contentType !== undefined) reply.header('content-type', contentType);
    return reply.send(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/** 400: a business rule refuses; `{"<key>":["message"]}`. */
export function ruleError(key: RuleKey, message: string): ApiError {
  const contentType = 'application/json; charset=utf-8';
  return new ApiError(400, { body: { [key]: [message] }, contentType }, message);
}

type ProblemMembers = Partial<Record<'type' | 'title' | 'detail' | 'until' | 'instance', string>>;

/** The body of a problem (RFC 9457) with a title and, where useful, a sentence that says what to do. */
export function problemBody(status: number, members: ProblemMembers) {
  // Clients show only the title of a 5xx: other servers put stack traces into the detail.
  const title = (status >= 500 && members.detail) || STATUS_CODES[status];
  return { type: typeOf(status), title, status, ...members };
}

/** A problem as an error answer. */
export function problem(
  status: number,
  { headers = {}, ...members }: ProblemMembers & Pick<Answer, 'headers'> = {},
): ApiError {
  const body = problemBody(status, members);
  return new ApiError(status, { body, contentType: PROBLEM, headers }, body.detail ?? body.title);
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

/** 400, 403, 409 or 422 with a plain sentence. */
export function sentence(status: 400 | 403 | 409 | 422, text: string): ApiError {
  return new ApiError(status, { body: text, contentType: 'text/plain; charset=utf-8' }, text);
}

/** 401: not signed in, or the token is no longer valid. */
export const unauthorized = (): ApiError => new ApiError(401, { headers: { 'www-authenticate': 'Bearer' } });

/** 403 without a body: the role is missing. */
export const forbidden = (): ApiError => new ApiError(403, {});

const againAt = (until: number, now: number) => ({
  until: new Date(until).toISOString(),
  headers: { 'retry-after': String(Math.max(1, Math.ceil((until - now) / 1000))) },
});

/** 423: too early. `until` and `now` in milliseconds since 1970; `detail` is shown to the user. */
export function cooldown(
  until: number,
  now: number,
  detail: string,
  title: string = COOLDOWN_TITLE,
): ApiError {
  return problem(423, {
    type: `urn:fleet-karma:${COOLDOWN_TYPE_SUFFIX}`,
    title,
    detail,
    ...againAt(until, now),
  });
}

/** 429: too many requests; `retryAfter` in seconds. */
export function tooManyRequests(detail: string, retryAfter: number): ApiError {
  return problem(429, { detail, headers: { 'retry-after': String(retryAfter) } });
}

/** 429: the account has done what it may within a day or an hour. `until` and `now` in milliseconds since 1970. */
export function dayLimit(until: number, now: number, detail: string): ApiError {
  return problem(429, { detail, ...againAt(until, now) });
}

/** 500 without internals. `instance` is the request's path. */
export function fault(instance: string): ApiError {
  return problem(500, { detail: 'Something went wrong on our side. Try again later.', instance });
}

/** Shown to the user whose write is refused in read-only mode. */
export const READ_ONLY_SENTENCE =
  'Fleet Karma is read-only for a short while: nothing can be changed now. Try again in a few minutes.';

/** How soon clients may try again in read-only mode, in seconds. */
export const READ_ONLY_RETRY_AFTER = 60;

/** 503: read-only mode is on. */
export const readOnlyRefusal = (): ApiError => serviceUnavailable(READ_ONLY_SENTENCE, READ_ONLY_RETRY_AFTER);

/** 503: something that the answer needs is unavailable; `retryAfter` in seconds. */
export function serviceUnavailable(detail: string, retryAfter: number): ApiError {
  return problem(503, { detail, headers: { 'retry-after': String(retryAfter) } });
}
