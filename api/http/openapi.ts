/** OpenAPI descriptions, generated from the calls' schemas. */
import type { FastifySchema } from 'fastify';
import type { Call } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

type JsonSchema = Record<string, unknown>;

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** Parameters arrive as text, but are described with the type they are parsed to. */
const parameters = (schema: z.ZodMiniType): JsonSchema => jsonSchema(schema, 'output');

function multipartBody(parts: NonNullable<Call['multipart']>): JsonSchema {
  const properties = Object.entries(parts).map(([name, part]) => [
    name,
    part === 'file'
      ? { type: 'string', format: 'binary' }
      : {
          type: 'string',
          description: 'JSON text',
          contentMediaType: 'application/json',
          contentSchema: jsonSchema(part, 'output'),
        },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function responsesOf(call: Call): JsonSchema {
  const type = call.contentType ?? 'application/json';
  const content =
    call.response || call.contentType
      ? {
          content: {
            [type]: {
              schema: call.response
                ? jsonSchema(call.response, 'output')
                : { type: 'string', format: 'binary' },
            },
          },
        }
      : {};
  const refusals = call.access === 'anyone' ? {} : { 401: { description: 'Not signed in' } };
  const roles =
    call.access === 'anyone' || call.access === 'signed-in' ? {} : { 403: { description: 'Missing role' } };
  return {
    [call.status]: { description: 'Success', ...content },
    400: { description: 'Invalid input, or refused by a rule' },
    ...refusals,
    ...roles,
  };
}

/** First part of the path after `/api/`; groups the calls on the API page. */
const tagOf = (path: string): string => path.split('/')[2] ?? 'api';

/** The OpenAPI description of a call. It validates and serialises nothing. */
export function openApiOf(call: Call): FastifySchema {
  return {
    summary: call.summary,
    tags: [tagOf(call.path)],
    ...(call.access === 'anyone'
      ? {}
      : { security: [{ cookie: [] }, { bearer: [] }], description: `For: ${call.access}` }),
    ...(call.params ? { params: parameters(call.params) } : {}),
    ...(call.query ? { querystring: parameters(call.query) } : {}),
    ...(call.body ? { body: jsonSchema(call.body, 'output') } : {}),
    ...(call.multipart ? { consumes: ['multipart/form-data'], body: multipartBody(call.multipart) } : {}),
    response: responsesOf(call),
  } as FastifySchema;
}
