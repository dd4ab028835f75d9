/** JSON schemas of the calls, by zod. Those that the code exports get its names: `PostSchema` is the component `Post`. */
import * as timeline from 'wows-replay/timeline';
import type { core } from 'zod/v4';
import { MEANINGS } from '#api/http/openapi/meanings.ts';
import type { Call } from '#lib/schemas/call.ts';
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

type Side = 'request' | 'answer';
/** References while the document is made: requests and answers are converted apart. */
const REFERENCE = /"#(request|answer)\/([^"]+)"/g;
const acceptsNothing = (schema: core.$ZodType): boolean => z.safeParse(schema as Schema, undefined).success;

/** Leaves out what says nothing to a client: the integers' range, the patterns of dates, and that objects never grow. */
function tidy(json: JsonObject): void {
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

function describe(component: string, { properties }: JsonObject): void {
  for (const [field, description] of Object.entries(MEANINGS[component] ?? {})) {
    const property = (properties as Record<string, JsonObject>)[field];
    if (property === undefined)
      throw new Error(`${component} has no field ${field}: see openapi/meanings.ts.`);
    // Next to a reference, a description is that of the field.
    property.description = description;
  }
}

/** Converts all schemas of a side at once, so that they refer to each other by name. */
function convert(side: Side, roots: readonly Schema[]): Map<Schema, JsonObject> {
  const ids = new Map(NAMES);
  for (const root of roots) if (!ids.has(root)) ids.set(root, `unnamed ${ids.size}`);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    unrepresentable: 'any',
    uri: (id) => `#${side}/${id}`,
    override({ zodSchema, jsonSchema }) {
      const json = jsonSchema as JsonObject;
      tidy(json);
      if ((zodSchema as unknown) === GuidSchema) {
        json.format = 'uuid';
        delete json.pattern;
      }
      const { def } = zodSchema._zod;
      if (side === 'request' && def.type === 'object') requireLess(json, def as core.$ZodObjectDef);
    },
  });
  return new Map(
    [...ids].map(([schema, id]) => {
      const { $schema: _schema, $id: _id, ...json } = schemas[id] as JsonObject;
      describe(id, json);
      return [schema, json];
    }),
  );
}

const isGiven = <T>(value: T | undefined | 'file'): value is T => value !== undefined && value !== 'file';

/** The schemas of all calls. */
export class Schemas {
  readonly #sides: Readonly<Record<Side, Map<Schema, JsonObject>>>;

  constructor(calls: readonly Call[]) {
    const requests = calls.flatMap(({ params, query, body, multipart = {} }) =>
      [params, query, body, ...Object.values(multipart)].filter(isGiven),
    );
    const answers = calls.map(({ response }) => response).filter(isGiven);
    this.#sides = { request: convert('request', requests), answer: convert('answer', answers) };
  }

  /** A schema of requests or answers: a reference where it has a name. */
  of(side: Side, schema: Schema): JsonObject {
    const name = NAMES.get(schema);
    return name === undefined ? (this.#sides[side].get(schema) ?? {}) : { $ref: `#${side}/${name}` };
  }

  /** The part of the document with references to components, and the components that it and the hubs need, by name. */
  withComponents<T>(part: T): { part: T; components: Record<string, JsonObject> } {
    const schemaOf = new Map([...NAMES].map(([schema, name]) => [name, schema]));
    const found = new Map<string, string>();
    const seen = new Set<string>();
    const plain = (text: string): string => text.replaceAll(REFERENCE, '"#/components/schemas/$2"');
    const texts = [part, HUB_SCHEMAS.map((schema) => this.of('answer', schema))].map((one) =>
      JSON.stringify(one),
    );
    for (const text of texts)
      for (const [reference, side, name = ''] of text.matchAll(REFERENCE)) {
        if (seen.has(reference)) continue;
        seen.add(reference);
        const component = JSON.stringify(this.#sides[side as Side].get(schemaOf.get(name) as Schema));
        texts.push(component);
        if ((found.get(name) ?? plain(component)) !== plain(component))
          throw new Error(`${name} differs between requests and answers: use two schemas.`);
        found.set(name, plain(component));
      }
    const components = [...found].sort(([one], [two]) => (one < two ? -1 : 1));
    return {
      part: JSON.parse(plain(JSON.stringify(part))),
      components: Object.fromEntries(components.map(([name, text]) => [name, JSON.parse(text)])),
    };
  }
}
