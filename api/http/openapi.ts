/** OpenAPI descriptions, generated from the calls' schemas. */
import type { FastifySchema } from 'fastify';
import { type Call, isWrite } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

type JsonSchema = Record<string, unknown>;

/** Describes values as they are parsed to: parameters, for example, arrive as text. */
const jsonSchema = (schema: z.ZodMiniType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
};

function multipartBody(parts: NonNullable<Call['multipart']>): JsonSchema {
  const properties = Object.entries(parts).map(([name, part]) => [
    name,
    part === 'file'
      ? { type: 'string', format: 'binary' }
      : {
          type: 'string',
          description: 'JSON text',
          contentMediaType: 'application/json',
          contentSchema: jsonSchema(part),
        },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function responsesOf(call: Call): JsonSchema {
  const { response, contentType, access } = call;
  const schema = response ? jsonSchema(response) : contentType && { type: 'string', format: 'binary' };
  const content = schema && { [contentType ?? 'application/json']: { schema } };
  const needsUser = access !== 'anyone';
  const needsRole = needsUser && access !== 'signed-in';
  return {
    [call.status]: { description: 'Success', ...(content && { content }) },
    400: { description: 'Invalid input, or refused by a rule' },
    ...(needsUser && { 401: { description: 'Not signed in' } }),
    ...(needsRole && { 403: { description: 'Missing role' } }),
    ...(isWrite(call) && { 503: { description: 'Read-only mode: nothing can be changed for a while' } }),
  };
}

/** First part of the path, after `/api/` if it starts so; groups the calls on the API page. */
const tagOf = (path: string): string => path.replace(/^\/api\//, '/').split('/')[1] ?? 'api';

/** The OpenAPI description of a call. It validates and serialises nothing. */
export function openApiOf(call: Call): FastifySchema {
  return {
    summary: call.summary,
    tags: [tagOf(call.path)],
    ...(call.access !== 'anyone' && {
      security: [{ cookie: [] }, { bearer: [] }],
      description: `For: ${call.access}`,
    }),
    ...(call.params && { params: jsonSchema(call.params) }),
    ...(call.query && { querystring: jsonSchema(call.query) }),
    ...(call.body && { body: jsonSchema(call.body) }),
    ...(call.multipart && { consumes: ['multipart/form-data'], body: multipartBody(call.multipart) }),
    response: responsesOf(call),
  } as FastifySchema;
}
