/**
 * docs/openapi.json: the published OpenAPI document. Bots and generated clients rely on everything in it, so it may grow, and
 * nothing in it may go by accident.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument } from '#api/http/openapi/document.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { ROOT } from '#scripts/support/settings.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const FILE = path.join(ROOT, 'docs/openapi.json');

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parts that are texts, or that only narrow what a value may be. */
const TEXTS = ['description', 'summary', 'info', 'servers', 'tags', 'default', 'bearerFormat', 'pattern'];
/** Keys whose values are names and no keywords. */
const NAMED = ['properties', 'paths', 'schemas', 'headers', 'responses', 'content'];

const referencesOf = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

/** Names of the schemas that clients send. */
function sentSchemas(document: JsonObject): Set<string> {
  const { schemas = {} } = (document.components ?? {}) as { schemas?: JsonObject };
  const calls = Object.values(document.paths ?? {}).flatMap((methods: JsonObject) => Object.values(methods));
  const found = new Set(
    (calls as JsonObject[]).flatMap(({ requestBody, parameters }) => referencesOf([requestBody, parameters])),
  );
  for (const name of found) for (const next of referencesOf(schemas[name] ?? '')) found.add(next);
  return found;
}

/** Whether each property may be absent: clients rely on what they get, and on what they need not send. */
function presences(value: JsonObject, isSent: boolean): string[] {
  const required = (value.required ?? []) as unknown;
  if (!Array.isArray(required)) return value.in === 'query' && !required ? ['may be left out'] : [];
  const names = Object.keys(isObject(value.properties) ? value.properties : {});
  return isSent
    ? names.filter((name) => !required.includes(name)).map((name) => `${name} may be left out`)
    : names.filter((name) => required.includes(name)).map((name) => `${name} is always there`);
}

/** A part of the document: where it is, whether its keys are names, and whether clients send it. */
interface Part {
  value: unknown;
  place: readonly string[];
  areNames: boolean;
  isSent: boolean;
}

/** Parameters are found by their name, because their order means nothing. Of single values, only the presence counts. */
function placeOf(item: unknown, index: number, place: readonly string[]): readonly string[] {
  if (!isObject(item)) return place;
  return [...place, item.in ? `${item.in} ${item.name}` : String(index)];
}

function childrenOf({ value, place, areNames, isSent }: Part, sent: ReadonlySet<string>): Part[] {
  if (Array.isArray(value))
    return value.map((item, index) => {
      return { value: item, place: placeOf(item, index, place), areNames: false, isSent };
    });
  const promised = Object.entries(isObject(value) ? value : {}).filter(
    ([key]) => areNames || !(TEXTS.includes(key) || key === 'required'),
  );
  return promised.map(([key, child]) => ({
    value: child,
    place: [...place, key],
    areNames: !areNames && NAMED.includes(key),
    isSent: isSent || key === 'requestBody' || (place.at(-1) === 'schemas' && sent.has(key)),
  }));
}

/** Everything that the document promises, one line each. Limits may change; texts, and the values of a list, are what clients know. */
function promises(document: JsonObject): Set<string> {
  const found = new Set<string>();
  const sent = sentSchemas(document);
  const parts: Part[] = [{ value: document, place: [], areNames: false, isSent: false }];
  for (const part of parts) {
    const { value, place, areNames, isSent } = part;
    const isKept = typeof value === 'string' || (place.at(-1) === 'enum' && !Array.isArray(value));
    if (isKept) found.add([...place, value].join(' › '));
    if (isObject(value)) {
      found.add(place.join(' › '));
      for (const line of areNames ? [] : presences(value, isSent)) found.add([...place, line].join(' › '));
    }
    parts.push(...childrenOf(part, sent));
  }
  return found;
}

/** Promises of a published document that the current one does not keep. */
export function brokenPromises(published: JsonObject, current: JsonObject): string[] {
  const kept = promises(current);
  return [...promises(published)].filter((promise) => !kept.has(promise));
}

/** The published document. */
export const publishedDocument = (): JsonObject => JSON.parse(readFileSync(FILE, 'utf8'));

/** Names broken promises, and says how to go on. */
export const brokenSentence = (broken: readonly string[]): string =>
  `docs/openapi.json publishes what the API no longer has, and bots rely on it:\n${broken.join('\n')}\n` +
  'Keep it. If it has to go, take it out of docs/openapi.json by hand and say so in CHANGELOG.md.';

/** The text of docs/openapi.json. Throws when something published is gone. */
export function openApiText(): string {
  const current = openApiDocument();
  const broken = existsSync(FILE) ? brokenPromises(publishedDocument(), current) : [];
  if (broken.length > 0) throw new PlainFailure(brokenSentence(broken));
  return `${JSON.stringify(current, null, 1)}\n`;
}
