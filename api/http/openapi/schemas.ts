/** JSON schemas of the calls, by zod. Those that the code exports get its names: `PostSchema` is the component `Post`. */
import * as timeline from 'wows-replay/timeline';
import type { core } from 'zod/v4';
import { MEANINGS } from '#api/http/openapi/meanings.ts';
import { NEVER_NULL } from '#api/http/wire-form.ts';
import type { Call } from '#lib/schemas/call.ts';
import * as features from '#lib/schemas/calls/features.ts';
import * as karmaHistory from '#lib/schemas/calls/karma-history.ts';
import * as praised from '#lib/schemas/calls/praised.ts';
import * as ribbons from '#lib/schemas/calls/ribbons.ts';
import * as stats from '#lib/schemas/calls/stats.ts';
import * as clan from '#lib/schemas/clan.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import * as decision from '#lib/schemas/decision.ts';
import * as moderation from '#lib/schemas/moderation.ts';
import * as notification from '#lib/schemas/notification.ts';
import * as player from '#lib/schemas/player.ts';
import * as post from '#lib/schemas/post.ts';
import * as preview from '#lib/schemas/preview.ts';
import * as profile from '#lib/schemas/profile.ts';
import * as replay from '#lib/schemas/replay.ts';
import * as report from '#lib/schemas/report.ts';
import * as review from '#lib/schemas/review.ts';
import * as writtenModeration from '#lib/schemas/written-moderation.ts';
import * as writtenPost from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** A JSON schema or another part of the document. */
export type JsonObject = Record<string, unknown>;
type Schema = z.ZodMiniType;

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  post,
  player,
  clan,
  profile,
  replay,
  timeline,
  moderation,
  notification,
  report,
  review,
  decision,
  preview,
  writtenPost,
  writtenModeration,
  features,
  karmaHistory,
  ribbons,
  praised,
  stats,
];

/** Names that would hide a built-in type of the language of a generated client, or say too little. */
const RENAMED: Readonly<Record<string, string>> = {
  Record: 'PlayerRecord',
  Page: 'PreviewPage',
  Keep: 'KeepDecision',
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value;

function namedSchemas(): Map<Schema, string> {
  const names = new Map<Schema, string>();
  for (const [exported, value] of MODULES.flatMap((module) => Object.entries(module))) {
    const name = exported.replace(/Schema$/, '');
    if (name !== exported && isSchema(value) && !names.has(value)) names.set(value, RENAMED[name] ?? name);
  }
  return names;
}

/** Component names by schema. */
const NAMES = namedSchemas();

/** Roots of the hubs' messages, which no call has. */
const HUB_SCHEMAS: readonly Schema[] = [...notification.NOTIFICATION_SCHEMAS, review.ReviewChangeSchema];

type Side = 'request' | 'answer';
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;
const acceptsNothing = (schema: core.$ZodType): boolean => z.safeParse(schema as Schema, undefined).success;

/** Leaves out what says nothing to a client: the integers' range, the patterns of dates, and that objects and tuples never grow. */
function tidy(json: JsonObject): void {
  if (json.items === false) delete json.items;
  // They may exceed 32 bits. With the format at every integer, Kiota generates an empty profile.
  const { shipParamsId, shipId, avatarId } = (json.properties ?? {}) as Record<string, JsonObject>;
  for (const id of [shipParamsId, shipId, avatarId]) if (id) id.format = 'int64';
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === 'date-time') delete json.pattern;
  if (Array.isArray(json.enum) && json.enum.every(Number.isInteger)) json.type = 'integer';
}

/** A sender may leave out what has a default. */
function requireLess(json: JsonObject, { shape }: core.$ZodObjectDef): void {
  const required = Object.keys(shape).filter((key) => !acceptsNothing(shape[key] as core.$ZodType));
  if (required.length > 0) json.required = required;
  else delete json.required;
}

/** Makes fields optional that are absent instead of null. */
function forbidNull(json: JsonObject, fields: readonly string[] = []): void {
  const properties = json.properties as Record<string, { anyOf?: JsonObject[]; type?: string[] }>;
  for (const field of fields) {
    const { anyOf, type, ...more } = properties[field] ?? {};
    Object.assign(properties, { [field]: { ...(anyOf?.[0] ?? { type: type?.[0] }), ...more } });
  }
  if (fields.length > 0) json.required = (json.required as string[]).filter((name) => !fields.includes(name));
}

/** Adds a post next to `model`, and ticket ids as numbers. */
function addWireForm(schema: core.$ZodType, json: JsonObject): void {
  const { ticketId } = post.SupportTicketStatusSchema.shape;
  if (schema === post.PostModelSchema) json.allOf = [{ $ref: '#/components/schemas/Post' }];
  if (schema !== ticketId && schema !== writtenPost.TicketIdSchema) return;
  json.oneOf = [{ type: 'integer' }, ...(json.anyOf as JsonObject[])];
  delete json.anyOf;
}

/** NSwag makes an empty class of `anyOf` with null, and reads `oneOf`. */
function preferOneOf(_key: string, value: unknown): unknown {
  const { anyOf, ...more } = Object(value) as { anyOf?: JsonObject[] };
  return anyOf?.some(({ type }) => type === 'null') ? { oneOf: anyOf, ...more } : value;
}

function describe(component: string, { properties }: JsonObject): void {
  for (const [field, description] of Object.entries(MEANINGS[component] ?? {})) {
    const property = (properties as Record<string, JsonObject>)[field];
    if (property === undefined)
      throw new Error(`${component} has no field ${field}: see openapi/meanings.ts.`);
    // Next to a reference, a description is that of the field.
    property.description = description;
  }
}

/** Converts all schemas as a side has them, by their ids, which are the names of components. */
function convert(side: Side, ids: ReadonlyMap<Schema, string>): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      const json = jsonSchema as JsonObject;
      tidy(json);
      if ((zodSchema as unknown) === GuidSchema) {
        json.format = 'uuid';
        delete json.pattern;
      }
      addWireForm(zodSchema, json);
      const { def } = zodSchema._zod;
      if (side === 'request' && def.type === 'object') requireLess(json, def as core.$ZodObjectDef);
    },
  });
  const plain = [...ids].map(([schema, id]) => {
    const { $schema: _schema, $id: _id, ...json } = schemas[id] ?? {};
    if (side === 'answer') forbidNull(json, NEVER_NULL.get(schema));
    describe(id, json);
    return [id, JSON.parse(JSON.stringify(json), preferOneOf)];
  });
  return Object.fromEntries(plain);
}

const isGiven = <T>(value: T | undefined | 'file'): value is T => value !== undefined && value !== 'file';

/** The schemas of all calls. Those of requests and answers are converted apart, because they require different fields. */
export class Schemas {
  readonly #ids = new Map(NAMES);
  readonly #sides: Readonly<Record<Side, Record<string, JsonObject>>>;
  /** What the document has of each side. */
  readonly #used: Readonly<Record<Side, JsonObject[]>> = { request: [], answer: [] };

  constructor(calls: readonly Call[]) {
    for (const { params, query, body, response, multipart = {} } of calls)
      for (const root of [params, query, body, response, ...Object.values(multipart)].filter(isGiven))
        if (!this.#ids.has(root)) this.#ids.set(root, `unnamed ${this.#ids.size}`);
    this.#sides = { request: convert('request', this.#ids), answer: convert('answer', this.#ids) };
    for (const schema of HUB_SCHEMAS) this.of('answer', schema);
  }

  /** A schema of requests or answers for the document: a reference where it has a name. */
  of(side: Side, schema: Schema): JsonObject {
    const id = this.#ids.get(schema) ?? '';
    const used = NAMES.has(schema) ? { $ref: `#/components/schemas/${id}` } : (this.#sides[side][id] ?? {});
    this.#used[side].push(used);
    return used;
  }

  /** The components that the hubs and the schemas in the document need, by name. */
  components(): Record<string, JsonObject> {
    const found = new Map<string, string>();
    for (const side of ['request', 'answer'] as const) {
      const texts = this.#used[side].map((one) => JSON.stringify(one));
      const seen = new Set<string>();
      for (const text of texts)
        for (const [, name = ''] of text.matchAll(REFERENCE)) {
          if (seen.has(name)) continue;
          seen.add(name);
          const component = JSON.stringify(this.#sides[side][name]);
          texts.push(component);
          if ((found.get(name) ?? component) !== component)
            throw new Error(`${name} differs between requests and answers: use two schemas.`);
          found.set(name, component);
        }
    }
    const components = [...found].sort(([one], [two]) => (one < two ? -1 : 1));
    return Object.fromEntries(components.map(([name, text]) => [name, JSON.parse(text)]));
  }
}
