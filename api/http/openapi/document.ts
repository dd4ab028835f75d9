/** The OpenAPI document, made from the descriptions of the calls. It validates and serialises nothing. */
import { NAMED_CALLS } from '#api/http/openapi/calls.ts';
import shared from '#api/http/openapi/components.json' with { type: 'json' };
import { responsesOf } from '#api/http/openapi/responses.ts';
import { type JsonObject, Schemas } from '#api/http/openapi/schemas.ts';
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

const withoutNames = (path: string): string => path.replace(/:\w+/g, ':');
const addresses = [...new Set(NAMED_CALLS.flatMap(([, { path, aliases = [] }]) => [path, ...aliases]))];
const pathsOnce = Map.groupBy(addresses, withoutNames);

/** Names a path parameter as the document does: `id` where two calls have the path with different names, which it may have only once. */
export const documentedPath = (path: string): string =>
  (pathsOnce.get(withoutNames(path))?.length ?? 0) > 1
    ? path.replace(/:\w+/g, '{id}')
    : path.replace(/:(\w+)/g, '{$1}');

/** First part of the path, after `/api/` if it starts so; groups the calls on the API page. */
const tagOf = (path: string): string => path.replace(/^\/api\//, '/').split('/')[1] ?? 'api';

/** The query part of a converted object schema, or its path part, as parameters. */
function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query', schemas: Schemas) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of('request', schema) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(PARAMETERS[name] && { description: PARAMETERS[name] }),
    ...(json.type === 'array' && { style: 'form', explode: false }),
    schema: json,
  }));
}

function bodyOf({ body, multipart }: Call, schemas: Schemas): JsonObject | undefined {
  if (body !== undefined)
    return { required: true, content: { 'application/json': { schema: schemas.of('request', body) } } };
  if (multipart === undefined) return undefined;
  const parts = Object.entries(multipart).map(([name, part]) => [
    name,
    part === 'file'
      ? { type: 'string', format: 'binary' }
      : {
          type: 'string',
          description: 'JSON text',
          contentMediaType: 'application/json',
          contentSchema: schemas.of('request', part),
        },
  ]);
  const required = Object.keys(multipart).filter((name) => multipart[name] !== 'file');
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parts),
    ...(required.length > 0 && { required }),
  };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function operationOf(name: string, call: Call, schemas: Schemas): JsonObject {
  const { access, params, query, path, summary } = call;
  const inPath = parametersOf(params, 'path', schemas);
  // Some calls of the original API repeat the id in the query.
  const inQuery = parametersOf(query, 'query', schemas).filter(
    (one) => !inPath.some(({ name }) => name === one.name),
  );
  const isNamed = (one: string) => documentedPath(path).includes(`{${one}}`);
  const type = path.startsWith('/api/mod/bans/') && { schema: { type: 'string' } };
  const named = inPath.map((one) => ({ ...one, name: isNamed(one.name) ? one.name : 'id', ...type }));
  const parameters = [...named, ...inQuery];
  const requestBody = bodyOf(call, schemas);
  return {
    operationId: name,
    summary,
    tags: [tagOf(path)],
    ...(access !== 'anyone' && { description: `For: ${access}` }),
    // Visitors may make the others, and get more when they are signed in.
    security: [...(access === 'anyone' ? [{}] : []), { bearer: [] }, { cookie: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(name, call, schemas),
  };
}

function pathsOf(schemas: Schemas): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const [name, call] of NAMED_CALLS) {
    const operation = operationOf(name, call, schemas);
    for (const [index, address] of [call.path, ...(call.aliases ?? [])].entries()) {
      // Each address of a call has its own name.
      const operationId = index === 0 ? name : `${name}Alias${index}`;
      const path = documentedPath(address);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: { ...operation, operationId } };
    }
  }
  return paths;
}

let built: JsonObject | undefined;

/** The document of all regions. `withPlace` adds what depends on the host. */
export function openApiDocument(): JsonObject {
  built ??= build();
  return built;
}

function build(): JsonObject {
  const schemas = new Schemas(NAMED_CALLS.map(([, call]) => call));
  const paths = pathsOf(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fleet Karma regional API',
      description: DESCRIPTION,
      version: packageJson.version,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `A token from GET /api/Auth/refresh-token, valid for ${TOKEN_LIFETIME_DAYS} days and in one region. Roles: ${ROLES.join(', ')}.`,
        },
        cookie: { type: 'apiKey', in: 'cookie', name: regions.eu.cookieName },
      },
      ...shared,
      schemas: { ...schemas.components(), ...shared.schemas },
    },
  };
}

/** The public origins of the API, by region. */
export type ApiOrigins = Readonly<Partial<Record<RegionId, string>>>;

/** The document as a host sends it: its region first among the servers, and the cookie of the region. */
export function withPlace(document: JsonObject, region: RegionId, origins: ApiOrigins): JsonObject {
  const { securitySchemes, ...components } = document.components as Record<string, JsonObject>;
  const cookie = { ...(securitySchemes?.cookie as JsonObject), name: regions[region].cookieName };
  const ids = Object.keys(origins) as RegionId[];
  const servers = [region, ...ids.filter((id) => id !== region)].map((id) => ({
    url: origins[id] ?? '/',
    description: regions[id].name,
  }));
  return {
    ...document,
    servers,
    components: { ...components, securitySchemes: { ...securitySchemes, cookie } },
  };
}
