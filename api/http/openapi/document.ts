/** The OpenAPI document, made from the descriptions of the calls. It validates and serialises nothing. */
import { answersOf, content, FILE } from '#api/http/openapi/answers.ts';
import shared from '#api/http/openapi/components.json' with { type: 'json' };
import { NAMED_CALLS } from '#api/http/openapi/contract.ts';
import { componentsOf, type JsonObject, schemaOf } from '#api/http/openapi/schemas.ts';
import { type RegionId, regions } from '#lib/regions.ts';
import type { Call } from '#lib/schemas/call.ts';
import { PAGE_SIZE_MAX_SIGNED_IN } from '#lib/schemas/common.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/list-options.ts';
import { ROLES, TOKEN_LIFETIME_DAYS } from '#lib/schemas/session.ts';
import type { z } from '#lib/schemas/zod.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const DESCRIPTION = `Players, clans, posts, replays and moderation of one region. The host determines the region.

Fields may be added at any time: clients ignore unknown fields. A read that gets a filter of another call refuses
it with 400; other unknown parameters are ignored. While the API is in read-only mode, every answer has the header
\`Fleet-Karma-Read-Only: true\`.

Live events come from three SignalR hubs, with JSON as protocol: \`/api/hubs/post\` (NewPost, EditedPost, DeletedPost) for
everyone, \`/api/hubs/notifications\` and \`/api/hubs/auth\` with a token. Their messages are among the schemas below.`;

/** Descriptions of parameters by name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  page: 'Counts from 1.',
  pageSize: `At most ${PAGE_SIZE_MAX} for visitors, ${PAGE_SIZE_MAX_SIGNED_IN} for signed-in users.`,
  ids: 'Separated by commas.',
  ignoreChecks: 'Skips the checks; only for staff.',
  userId: 'Of the user.',
  postId: 'Of the post.',
  replayId: 'Of the replay.',
  lookUp: 'False: 202 at once for what the publisher would have to be asked about.',
};

/** Calls of these paths name the parameter differently, and that of bans has two types. The document may have one. */
const NAMED_TWICE = /^(\/api\/(?:Replay|mod\/bans)\/):\w+$/;

/** A path as the document has it. */
export const documentedPath = (path: string): string =>
  path.replace(NAMED_TWICE, '$1{id}').replace(/:(\w+)/g, '{$1}');

/** First part of the path, after `/api/` if it starts so; groups the calls on the API page. */
const tagOf = (path: string): string => path.replace(/^\/api\//, '/').split('/')[1] ?? 'api';

function parametersIn(place: 'path' | 'query', part: z.ZodMiniType | undefined) {
  const { properties = {}, required = [] } = part === undefined ? {} : schemaOf('request', part);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: PARAMETERS[name],
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
}

function parametersOf({ path, params, query }: Call): JsonObject[] | undefined {
  const inPath = parametersIn('path', params);
  const names = inPath.map(({ name }) => name);
  // Some calls of the original API repeat the id in the query.
  const inQuery = parametersIn('query', query).filter(({ name }) => !names.includes(name));
  for (const parameter of NAMED_TWICE.test(path) ? inPath : []) {
    parameter.name = 'id';
    if (path.includes('bans')) parameter.schema = { type: 'string' };
  }
  const all = [...inPath, ...inQuery];
  return all.length > 0 ? all : undefined;
}

const JSON_TEXT = { type: 'string', description: 'JSON text', contentMediaType: 'application/json' };

function bodyOf({ body, multipart }: Call): JsonObject | undefined {
  if (body !== undefined)
    return { required: true, content: content('application/json', schemaOf('request', body)) };
  if (multipart === undefined) return undefined;
  const properties: Record<string, JsonObject> = {};
  for (const [name, part] of Object.entries(multipart))
    properties[name] = part === 'file' ? FILE : { ...JSON_TEXT, contentSchema: schemaOf('request', part) };
  const required = Object.keys(multipart).filter((name) => multipart[name] !== 'file');
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return { required: true, content: content('multipart/form-data', schema) };
}

/** Each address of a call has its own operation, with its own name. */
const OPERATIONS = NAMED_CALLS.flatMap(([name, call]) =>
  [call.path, ...(call.aliases ?? [])].map((address, index) => ({
    path: documentedPath(address),
    method: call.method.toLowerCase(),
    operation: {
      operationId: index === 0 ? name : `${name}Alias${index}`,
      summary: call.summary,
      tags: [tagOf(call.path)],
      description: call.access === 'anyone' ? undefined : `For: ${call.access}`,
      // Visitors may make the others, and get more when they are signed in.
      security: [...(call.access === 'anyone' ? [{}] : []), { bearer: [] }, { cookie: [] }],
      parameters: parametersOf(call),
      requestBody: bodyOf(call),
      responses: answersOf(name, call),
    },
  })),
);

const paths: Record<string, JsonObject> = {};
for (const { path, method, operation } of OPERATIONS) paths[path] = { ...paths[path], [method]: operation };

const COMPONENTS = componentsOf({
  request: OPERATIONS.map(({ operation }) => [operation.parameters, operation.requestBody]),
  answer: OPERATIONS.map(({ operation }) => operation.responses),
});

/** The public origins of the API, by region. */
export type ApiOrigins = Readonly<Partial<Record<RegionId, string>>>;

/** The document as the host of a region sends it, that region first among the servers; without `origins`, as published. */
export function openApiDocument(region: RegionId = 'eu', origins?: ApiOrigins): JsonObject {
  const ids = new Set([region, ...(Object.keys(origins ?? {}) as RegionId[])]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fleet Karma regional API',
      description: DESCRIPTION,
      version: packageJson.version,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: origins
      ? [...ids].map((id) => ({ url: origins[id] ?? '/', description: regions[id].name }))
      : [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `A token from GET /api/Auth/refresh-token, valid for ${TOKEN_LIFETIME_DAYS} days and in one region. Roles: ${ROLES.join(', ')}.`,
        },
        cookie: { type: 'apiKey', in: 'cookie', name: regions[region].cookieName },
      },
      ...shared,
      schemas: { ...COMPONENTS, ...shared.schemas },
    },
  };
}
