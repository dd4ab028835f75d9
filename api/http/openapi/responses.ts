/** The answers of a call: a body and headers for every status. */
import type { JsonObject, Schemas } from '#api/http/openapi/schemas.ts';
import { statusesOf } from '#api/http/openapi/statuses.ts';
import type { Call } from '#lib/schemas/call.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

/** What each status means, and the name of its answer where that is the same for every call. Those of sign-in differ where they are pages. */
const STATUSES: Readonly<Record<number, readonly [meaning: string, name?: string]>> = {
  200: ['Success'],
  201: ['Created'],
  202: ['Accepted'],
  204: ['Success, without a body'],
  205: ['Success, without a body'],
  206: ['The requested range of the file'],
  302: ['Redirects to the address in `Location`'],
  304: ['Unchanged: `If-None-Match` has the current ETag', 'Unchanged'],
  400: ['Invalid input, with messages by field, or refused by a rule, with a sentence'],
  401: ['Not signed in, or the token is no longer valid', 'NotSignedIn'],
  403: ['Not allowed; with a sentence where there is a reason'],
  404: ['Unknown', 'Unknown'],
  409: ['No longer possible, with a sentence for the user'],
  410: ['Removed by a moderator, or no longer open', 'Gone'],
  413: ['The body is too large', 'TooLarge'],
  414: ['A part of the address is too long', 'AddressTooLong'],
  415: ['The type of the body is not supported', 'UnsupportedType'],
  416: ['The range is outside of the file'],
  422: ['Refused, with a sentence for the user'],
  423: ['Too early; `until` is the end of the wait', 'TooEarly'],
  429: ['Too many requests, or the limit of a day is reached', 'TooManyRequests'],
  500: ['An unexpected error', 'Failure'],
  502: ['The publisher could not be reached'],
  503: ['Unavailable for a while, or read-only mode: nothing can be changed', 'Unavailable'],
  507: ['The server’s disk is full', 'DiskFull'],
};

/** Statuses with a sentence as plain text. */
const SENTENCES: readonly number[] = [403, 409, 422];
/** Statuses without a body. */
const EMPTY: readonly number[] = [202, 204, 205, 302, 304, 401, 416];
/** Statuses after which a client waits. */
const LATER: readonly number[] = [423, 429, 503, 507];

const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
const content = (type: string, schema: JsonObject): JsonObject => ({ [type]: { schema } });
const PROBLEM = content('application/problem+json', ref('schemas', 'Problem'));
const PAGE = content('text/html', { type: 'string' });
const PAGING = Object.fromEntries(Object.values(PAGING_HEADERS).map((name) => [name, ref('headers', name)]));

/** Components that belong to no call. */
export const SHARED_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). `title` or `detail` is a sentence for the user.',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      until: { type: 'string', format: 'date-time', description: 'When to try again.' },
      instance: { type: 'string' },
    },
    required: ['type', 'title', 'status'],
  },
  ValidationProblem: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      errors: {
        type: 'object',
        description: 'Messages by field.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      traceId: { type: 'string' },
    },
    required: ['type', 'title', 'status', 'errors', 'traceId'],
  },
  RuleRefusal: {
    type: 'object',
    description: 'One key with one sentence.',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
};

const integer = (description: string): JsonObject => ({
  description,
  schema: { type: 'integer', minimum: 0 },
});

/** Headers of answers. */
export const SHARED_HEADERS: Readonly<Record<string, JsonObject>> = {
  [PAGING_HEADERS.current]: integer('The page, counted from 0 (the parameter `page` counts from 1)'),
  [PAGING_HEADERS.size]: integer('Items per page'),
  [PAGING_HEADERS.total]: integer('Pages; 0 when there are no items'),
  [PAGING_HEADERS.items]: integer('Items of all pages'),
  'Retry-After': integer('Seconds to wait before the next attempt'),
  Location: { description: 'Address of the result, or where to go', schema: { type: 'string' } },
};

/** Calls that answer with plain text unless the client accepts JSON. */
const AS_TEXT: readonly string[] = ['refreshToken'];

function successContent(name: string, call: Call, schemas: Schemas): JsonObject | undefined {
  const { response, contentType } = call;
  if (response !== undefined)
    return {
      ...(AS_TEXT.includes(name) && content('text/plain', { type: 'string' })),
      ...content('application/json', schemas.of('answer', response)),
    };
  return contentType === undefined ? undefined : content(contentType, { type: 'string', format: 'binary' });
}

function contentOf(name: string, status: number, call: Call, schemas: Schemas): JsonObject | undefined {
  if (status === call.status || status === 200 || status === 206) return successContent(name, call, schemas);
  if (EMPTY.includes(status)) return undefined;
  // Sign-in answers browsers.
  if (call.status === 302 && [403, 502].includes(status)) return PAGE;
  if (call.status === 302 && status === 503) return { ...PROBLEM, ...PAGE };
  if (SENTENCES.includes(status)) return content('text/plain', { type: 'string' });
  const invalid = content('application/problem+json', ref('schemas', 'ValidationProblem'));
  // Reads are refused for their input only.
  return call.method === 'GET'
    ? invalid
    : { ...invalid, ...content('application/json', ref('schemas', 'RuleRefusal')) };
}

function headersOf(status: number, call: Call): JsonObject | undefined {
  if (status === 503) return { 'Retry-After': ref('headers', 'Retry-After') };
  if (status === 201 || status === 302) return { Location: ref('headers', 'Location') };
  // A page beyond the last one gets 400 with the number of pages.
  return call.paged && (status === 200 || status === 400) ? PAGING : undefined;
}

const answerOf = (status: number, headers?: JsonObject, body?: JsonObject): JsonObject => ({
  description: STATUSES[status]?.[0],
  ...(headers && { headers }),
  ...(body && { content: body }),
});

/** The answers that are the same for every call, by name. */
export const SHARED_RESPONSES: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  Object.entries(STATUSES).flatMap(([text, [, name]]) => {
    const status = Number(text);
    const headers = LATER.includes(status) ? { 'Retry-After': ref('headers', 'Retry-After') } : undefined;
    const body = EMPTY.includes(status) ? undefined : PROBLEM;
    return name === undefined ? [] : [[name, answerOf(status, headers, body)]];
  }),
);

/** All answers of a call, by status. */
export function responsesOf(name: string, call: Call, schemas: Schemas): JsonObject {
  const answers = statusesOf(name, call).map((status) => {
    const shared = STATUSES[status]?.[1];
    const isPage = call.status === 302 && status === 503;
    if (shared !== undefined && !isPage) return [status, ref('responses', shared)];
    return [status, answerOf(status, headersOf(status, call), contentOf(name, status, call, schemas))];
  });
  return Object.fromEntries(answers);
}
