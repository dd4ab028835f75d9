/** JSON schemas of the calls, by zod: references to components for those with a name. */
import { isDeepStrictEqual } from 'node:util';
import type { core } from 'zod/v4';
import { HUB_SCHEMAS, NAMED_CALLS, NAMED_SCHEMAS } from '#api/http/openapi/contract.ts';
import { MEANINGS } from '#api/http/openapi/meanings.ts';
import { NEVER_NULL } from '#api/http/wire-form.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { PostModelSchema, SupportTicketStatusSchema } from '#lib/schemas/post.ts';
import { TicketIdSchema } from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** A JSON schema or another part of the document. */
export type JsonObject = Record<string, unknown>;
type Schema = z.ZodMiniType;
/** Requests and answers require different fields. */
type Side = 'request' | 'answer';
/** The parts of a schema that are read here. */
interface JsonSchema extends JsonObject {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
}

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;
const referenceTo = (name: string): string => `#/components/schemas/${name}`;

/** Names of all schemas: components first, then numbers. */
const NAMES = new Map(NAMED_SCHEMAS);
for (const [, call] of NAMED_CALLS)
  for (const part of [...Object.values(call), ...Object.values(call.multipart ?? {})])
    if (part instanceof z.ZodMiniType && !NAMES.has(part)) NAMES.set(part, String(NAMES.size));

/** Keywords that tell a client nothing: the range of integers, and that objects and tuples never grow. */
const SILENT = Object.entries({
  items: false,
  additionalProperties: false,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
/** They may exceed 32 bits. With the format at every integer, Kiota generates an empty profile. */
const LARGE = ['shipParamsId', 'shipId', 'avatarId'];

const TICKET_IDS: readonly core.$ZodType[] = [SupportTicketStatusSchema.shape.ticketId, TicketIdSchema];

/** Adapts what zod has made of a schema. */
function adapt(side: Side, schema: core.$ZodType, json: JsonSchema): void {
  for (const [key, value] of SILENT) if (json[key] === value) delete json[key];
  if (schema === GuidSchema) json.format = 'uuid';
  if (['uuid', 'date-time'].includes(String(json.format))) delete json.pattern;
  if (Array.isArray(json.enum) && json.enum.every(Number.isInteger)) json.type = 'integer';
  for (const name of LARGE) Object.assign(json.properties?.[name] ?? {}, { format: 'int64' });
  // The forms of `toWire`.
  if (schema === PostModelSchema) json.allOf = [{ $ref: referenceTo('Post') }];
  if (TICKET_IDS.includes(schema)) {
    json.oneOf = [{ type: 'integer' }, ...(json.anyOf ?? [])];
    delete json.anyOf;
  }
  const { shape } = (schema as Schema).def as Partial<core.$ZodObjectDef>;
  if (side === 'answer' || shape === undefined) return;
  // A sender may leave out what has a default.
  json.required = Object.keys(shape).filter((key) => !z.safeParse(shape[key] as Schema, undefined).success);
  if (json.required.length === 0) delete json.required;
}

/** Makes fields optional that are absent instead of null. */
function forbidNull({ properties = {}, required = [] }: JsonSchema, fields: readonly string[] = []): void {
  for (const field of fields) {
    const { anyOf: [first] = [], type, ...more } = properties[field] ?? {};
    properties[field] = { ...(first ?? { type: [type].flat()[0] }), ...more };
    required.splice(required.indexOf(field), 1);
  }
}

/** Adds the meanings. Next to a reference, a description is that of the field. */
function describe(components: Readonly<Record<string, JsonSchema>>): void {
  for (const [fields, description] of Object.entries(MEANINGS))
    for (const field of fields.split(' ')) {
      const [component = '', name = ''] = field.split('.');
      const property = components[component]?.properties?.[name];
      if (property === undefined) throw new Error(`There is no field ${field}: see openapi/meanings.ts.`);
      property.description = description;
    }
}

/** NSwag makes an empty class of `anyOf` with null, and reads `oneOf`. */
function preferOneOf(_key: string, value: unknown): unknown {
  const { anyOf, ...more }: JsonSchema = Object(value);
  return anyOf?.some(({ type }) => type === 'null') ? { oneOf: anyOf, ...more } : value;
}

/** Converts all schemas as a side has them, by name. */
function convert(side: Side): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of NAMES) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    unrepresentable: 'any',
    uri: referenceTo,
    override: ({ zodSchema, jsonSchema }) => adapt(side, zodSchema, jsonSchema as JsonSchema),
  });
  const converted = [...NAMES].map(([schema, name]) => {
    const { $schema: _schema, $id: _id, ...json } = schemas[name] as JsonSchema;
    if (side === 'answer') forbidNull(json, NEVER_NULL.get(schema));
    return [name, JSON.parse(JSON.stringify(json), preferOneOf)];
  });
  const components = Object.fromEntries(converted);
  describe(components);
  return components;
}

const CONVERTED = { request: convert('request'), answer: convert('answer') };

/** A schema of requests or answers: a reference where it is a component. */
export function schemaOf(side: Side, schema: Schema): JsonSchema {
  const name = NAMES.get(schema) ?? '';
  return NAMED_SCHEMAS.has(schema) ? { $ref: referenceTo(name) } : (CONVERTED[side][name] ?? {});
}

/** The components that the hubs and the parts of requests and answers need, by name. */
export function componentsOf(parts: Readonly<Record<Side, unknown>>): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const seen = new Set<string>();
  const collect = (side: Side, part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      const component = CONVERTED[side][name];
      if (component === undefined || seen.has(`${side} ${name}`)) continue;
      seen.add(`${side} ${name}`);
      if (!isDeepStrictEqual(found.get(name) ?? component, component))
        throw new Error(`${name} differs between requests and answers: use two schemas.`);
      found.set(name, component);
      collect(side, component);
    }
  };
  collect('request', parts.request);
  collect('answer', [parts.answer, HUB_SCHEMAS.map((schema) => schemaOf('answer', schema))]);
  return Object.fromEntries([...found].sort(([one], [two]) => (one < two ? -1 : 1)));
}
