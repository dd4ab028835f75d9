/** The answers of a call: a body and headers for every status. */
import components from '#api/http/openapi/components.json' with { type: 'json' };
import type { JsonObject, Schemas } from '#api/http/openapi/schemas.ts';
import { statusesOf } from '#api/http/openapi/statuses.ts';
import type { Call } from '#lib/schemas/call.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

/** The answers that are the same for every call, in components.json. Those of sign-in differ where they are pages. */
const SHARED: Readonly<Record<number, keyof typeof components.responses>> = {
  304: 'Unchanged',
  401: 'NotSignedIn',
  404: 'Unknown',
  410: 'Gone',
  413: 'TooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedType',
  423: 'TooEarly',
  429: 'TooManyRequests',
  500: 'Failure',
  503: 'Unavailable',
  507: 'DiskFull',
};

/** Meanings of the other statuses. */
const OTHERS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Success, without a body',
  205: 'Success, without a body',
  206: 'The requested range of the file',
  302: 'Redirects to the address in `Location`',
  400: 'Invalid input, with messages by field, or refused by a rule, with a sentence',
  403: 'Not allowed; with a sentence where there is a reason',
  409: 'No longer possible, with a sentence for the user',
  416: 'The range is outside of the file',
  422: 'Refused, with a sentence for the user',
  502: 'The publisher could not be reached',
  503: components.responses.Unavailable.description,
};

/** Statuses with a sentence as plain text. */
const SENTENCES: readonly number[] = [403, 409, 422];
/** Statuses without a body. */
const EMPTY: readonly number[] = [202, 204, 205, 302, 304, 401, 416];

const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
const content = (type: string, schema: JsonObject): JsonObject => ({ [type]: { schema } });
const PROBLEM = content('application/problem+json', ref('schemas', 'Problem'));
const PAGE = content('text/html', { type: 'string' });
const PAGING = Object.fromEntries(Object.values(PAGING_HEADERS).map((name) => [name, ref('headers', name)]));

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
  description: OTHERS[status] ?? '',
  ...(headers && { headers }),
  ...(body && { content: body }),
});

/** All answers of a call, by status. */
export function responsesOf(name: string, call: Call, schemas: Schemas): JsonObject {
  const answers = statusesOf(name, call).map((status) => {
    const shared = SHARED[status];
    const isPage = call.status === 302 && status === 503;
    if (shared !== undefined && !isPage) return [status, ref('responses', shared)];
    return [status, answerOf(status, headersOf(status, call), contentOf(name, status, call, schemas))];
  });
  return Object.fromEntries(answers);
}
