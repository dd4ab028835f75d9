/** The answers of a call, by status. */
import components from '#api/http/openapi/components.json' with { type: 'json' };
import { type JsonObject, schemaOf } from '#api/http/openapi/schemas.ts';
import { type Call, isWrite } from '#lib/schemas/call.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

/** The meaning of a status, or the name of an answer in components.json that is the same for every call. */
const MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted',
  204: 'Success, without a body',
  205: 'Success, without a body',
  206: 'The requested range of the file',
  302: 'Redirects to the address in `Location`',
  304: 'Unchanged',
  400: 'Invalid input, with messages by field, or refused by a rule, with a sentence',
  401: 'NotSignedIn',
  403: 'Not allowed; with a sentence where there is a reason',
  404: 'Unknown',
  409: 'No longer possible, with a sentence for the user',
  410: 'Gone',
  413: 'TooLarge',
  414: 'AddressTooLong',
  415: 'UnsupportedType',
  416: 'The range is outside of the file',
  422: 'Refused, with a sentence for the user',
  423: 'TooEarly',
  429: 'TooManyRequests',
  500: 'Failure',
  502: 'The publisher could not be reached',
  503: 'Unavailable',
  507: 'DiskFull',
};

const FILES = ['downloadReplay', 'getMinimap'];
const CLAIMS = ['claimReview', 'renewReview', 'keepPost', 'askColleague'];

/** Statuses that do not follow from the description, and the calls that have them. */
const OTHERS: readonly (readonly [status: number, ...calls: string[]])[] = [
  [200, 'finishLogin'],
  [202, 'getPlayerPreview', 'getClanPreview'],
  [204, 'searchPlayers', 'listModActions'],
  [206, ...FILES, 'getThumbnail'],
  [302, ...FILES],
  [403, 'startLogin', 'finishLogin', 'updateProfile', 'createReport', 'createObjection'],
  [403, 'createPost', 'updatePost', 'uploadReplay', 'saveReply', 'deleteReply'],
  [404, 'updateProfile', 'recalculatePlayer', 'getCooldown', 'createPost', 'updatePost', 'createReport'],
  [404, 'createModAction', 'createBan', 'createWarning', 'createNote'],
  [409, 'reopenReview', 'createObjection'],
  [410, 'getPost', 'getPostPreview', 'getPlayerPreview', 'removeReply', 'createReport'],
  [410, 'getReplay', 'getTimeline', 'getThumbnail', ...FILES],
  [410, 'getObjection', 'decideObjection', ...CLAIMS],
  [416, ...FILES, 'getThumbnail'],
  [422, 'createPost', 'uploadReplay', 'createReport', 'keepPost', 'createWarning', 'createNote'],
  [423, 'createPost', 'updateProfile', ...CLAIMS],
  [502, 'finishLogin'],
];

/** Calls with an id or a name that need not be known: what is unknown has nothing. */
const NEVER_UNKNOWN = [
  ...['searchPlayers', 'searchClans', 'listReceivedPosts', 'listSentPosts', 'getKarmaHistory'],
  ...['listBans', 'countReports', 'releaseReview'],
];

/** Every status that the call can have. */
function statusesOf(name: string, call: Call): Set<number> {
  const { access, method, path, params, status, body, multipart } = call;
  const hasEtag = method === 'GET' && status === 200 && !/^\/api\/(Auth|Status)\b/.test(path);
  return new Set([
    ...[status, 400, 429, 500, 503],
    ...(hasEtag ? [304] : []),
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'anyone' || access === 'signed-in' ? [] : [403]),
    ...(body === undefined && multipart === undefined ? [] : [413, 415]),
    ...(params === undefined ? [] : [414]),
    ...(params === undefined || NEVER_UNKNOWN.includes(name) ? [] : [404]),
    ...(isWrite(call) ? [507] : []),
    ...OTHERS.flatMap(([other, ...calls]) => (calls.includes(name) ? [other] : [])),
  ]);
}

const SHARED: Readonly<Record<string, { description: string }>> = components.responses;

/** Content of a type. */
export const content = (type: string, schema: JsonObject): JsonObject => ({ [type]: { schema } });

const TEXT = { type: 'string' };
/** A file. */
export const FILE = { type: 'string', format: 'binary' };
const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
const PROBLEM = content('application/problem+json', ref('schemas', 'Problem'));
const INVALID = content('application/problem+json', ref('schemas', 'ValidationProblem'));
const PAGE = content('text/html', TEXT);
const PAGING = Object.fromEntries(Object.values(PAGING_HEADERS).map((name) => [name, ref('headers', name)]));

function contentOf(name: string, status: number, call: Call): JsonObject | undefined {
  const { method, response, contentType } = call;
  if ([call.status, 200, 206].includes(status)) {
    if (response === undefined) return contentType === undefined ? undefined : content(contentType, FILE);
    // Plain text, unless the client accepts JSON.
    const text = name === 'refreshToken' && content('text/plain', TEXT);
    return { ...text, ...content('application/json', schemaOf('answer', response)) };
  }
  if ([202, 204, 302, 416].includes(status)) return undefined;
  // Sign-in answers browsers.
  if (call.status === 302 && status !== 400) return status === 503 ? { ...PROBLEM, ...PAGE } : PAGE;
  if ([403, 409, 422].includes(status)) return content('text/plain', TEXT);
  // Reads are refused for their input only.
  return method === 'GET'
    ? INVALID
    : { ...INVALID, ...content('application/json', ref('schemas', 'RuleRefusal')) };
}

function headersOf(status: number, { paged }: Call): JsonObject | undefined {
  if (status === 503) return { 'Retry-After': ref('headers', 'Retry-After') };
  if (status === 201 || status === 302) return { Location: ref('headers', 'Location') };
  // A page beyond the last one gets 400 with the number of pages.
  return paged && (status === 200 || status === 400) ? PAGING : undefined;
}

/** All answers of a call, by status. */
export function answersOf(name: string, call: Call): JsonObject {
  const answers = [...statusesOf(name, call)].map((status) => {
    const meaning = MEANINGS[status] ?? '';
    const answer = SHARED[meaning];
    if (answer !== undefined && !(call.status === 302 && status === 503))
      return [status, ref('responses', meaning)];
    const headers = headersOf(status, call);
    const description = answer?.description ?? meaning;
    return [status, { description, headers, content: contentOf(name, status, call) }];
  });
  return Object.fromEntries(answers);
}
