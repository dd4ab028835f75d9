/** JSON schemas of the calls. Those that the code exports get its names: `PostSchema` is the component `Post`. */

import * as timeline from 'wows-replay/timeline';
import type { core } from 'zod/v4';
import { MEANINGS } from '#api/http/openapi/meanings.ts';
import * as features from '#lib/schemas/calls/features.ts';
import * as karmaHistory from '#lib/schemas/calls/karma-history.ts';
import * as praised from '#lib/schemas/calls/praised.ts';
import * as ribbons from '#lib/schemas/calls/ribbons.ts';
import * as stats from '#lib/schemas/calls/stats.ts';
import * as clan from '#lib/schemas/clan.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
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
const HUB_SCHEMAS: readonly Schema[] = [
  notification.PostNotificationSchema,
  notification.ModActionNotificationSchema,
  notification.PlatformBanNotificationSchema,
  notification.ReportNotificationSchema,
  notification.StaffBanNotificationSchema,
  notification.UnknownNotificationSchema,
  review.ReviewChangeSchema,
];

const REFERENCE = '#/components/schemas/';
const acceptsNothing = (schema: core.$ZodType): boolean => z.safeParse(schema as Schema, undefined).success;

/** Leaves out what says nothing to a client: the integers' range, the patterns of dates, and that objects never grow. */
function tidy(json: JsonObject): void {
  delete json.$schema;
  delete json.$id;
  if (json.additionalProperties === false) delete json.additionalProperties;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === 'date-time') delete json.pattern;
  if (Array.isArray(json.enum) && json.enum.every(Number.isInteger)) json.type = 'integer';
}

/** Converts schemas at once, so that they refer to each other by name. */
function convert(roots: readonly Schema[], isRequest: boolean): Map<Schema, JsonObject> {
  const ids = new Map(NAMES);
  for (const root of roots) if (!ids.has(root)) ids.set(root, `unnamed ${ids.size}`);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => REFERENCE + id,
    override({ zodSchema, jsonSchema }) {
      const json = jsonSchema as JsonObject;
      tidy(json);
      if ((zodSchema as unknown) === GuidSchema) Object.assign(json, { format: 'uuid', pattern: undefined });
      // A sender may leave out what has a default.
      const { def } = zodSchema._zod;
      if (!isRequest || def.type !== 'object') return;
      const shape = (def as core.$ZodObjectDef).shape;
      const required = Object.keys(shape).filter((key) => !acceptsNothing(shape[key] as core.$ZodType));
      json.required = required.length > 0 ? required : undefined;
    },
  });
  return new Map([...ids].map(([schema, id]) => [schema, withoutUndefined(schemas[id])]));
}

function withoutUndefined(value: unknown): JsonObject {
  const plain: JsonObject = JSON.parse(JSON.stringify(value));
  tidy(plain);
  return plain;
}

/** Names of the components that a part of the document refers to. */
const referencesOf = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

function describe(name: string, json: JsonObject): JsonObject {
  const properties = (json.properties ?? {}) as Record<string, JsonObject>;
  for (const [field, description] of Object.entries(MEANINGS[name] ?? {})) {
    const property = properties[field];
    if (property === undefined) throw new Error(`${name} has no field ${field}: see openapi/meanings.ts.`);
    // Next to a reference, a description is that of the field.
    property.description = description;
  }
  return json;
}

/** Converts the schemas of all calls, and keeps the components that are used. */
export class Schemas {
  readonly #requests: Map<Schema, JsonObject>;
  readonly #responses: Map<Schema, JsonObject>;
  readonly #components = new Map<string, JsonObject>();

  constructor(requests: readonly Schema[], responses: readonly Schema[]) {
    this.#requests = convert(requests, true);
    this.#responses = convert(responses, false);
    for (const schema of HUB_SCHEMAS) this.#refer(schema, this.#responses);
  }

  /** A schema of requests. */
  request(schema: Schema): JsonObject {
    return this.#refer(schema, this.#requests);
  }

  /** A schema of answers. */
  response(schema: Schema): JsonObject {
    return this.#refer(schema, this.#responses);
  }

  /** All components that were used so far, by name. */
  components(): Record<string, JsonObject> {
    return Object.fromEntries([...this.#components].sort(([one], [two]) => (one < two ? -1 : 1)));
  }

  #refer(schema: Schema, source: Map<Schema, JsonObject>): JsonObject {
    const name = NAMES.get(schema);
    const json = source.get(schema);
    if (json === undefined) throw new Error('A schema of a call was not converted.');
    if (name === undefined) {
      this.#addReferences(json, source);
      return json;
    }
    this.#add(name, json, source);
    return { $ref: REFERENCE + name };
  }

  #add(name: string, json: JsonObject, source: Map<Schema, JsonObject>): void {
    const known = this.#components.get(name);
    if (known === json) return;
    if (known !== undefined) {
      if (JSON.stringify(known) !== JSON.stringify(describe(name, json)))
        throw new Error(`${name} differs between requests and answers: use two schemas.`);
      return;
    }
    this.#components.set(name, describe(name, json));
    this.#addReferences(json, source);
  }

  #addReferences(json: JsonObject, source: Map<Schema, JsonObject>): void {
    for (const name of referencesOf(json)) {
      const [schema] = [...NAMES].find(([, each]) => each === name) ?? [];
      const referred = schema && source.get(schema);
      if (referred === undefined) throw new Error(`The component ${name} is unknown.`);
      this.#add(name, referred, source);
    }
  }
}
