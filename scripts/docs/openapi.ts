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

/** Parts that are texts, or that only narrow what a value may be. The last is compared by `presences`. */
const SKIPPED = [
  ...['description', 'summary', 'info', 'servers', 'tags', 'default', 'bearerFormat', 'pattern'],
  'required',
];
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

/** A part of the document: where it is, whether its keys are names, and whether clients send it. */
interface Part {
  value: unknown;
  place: readonly string[];
  areNames: boolean;
  isSent: boolean;
}

/** Promises of one part of the document. Of properties, clients rely on what they get, and on what they need not send. */
function promisesOf({ value, place, areNames, isSent }: Part): (readonly unknown[])[] {
  if (typeof value === 'string') return [[...place, value]];
  if (!isObject(value)) return place.at(-1) === 'enum' && !Array.isArray(value) ? [[...place, value]] : [];
  const { required = [], properties } = value;
  if (areNames) return [place];
  if (!Array.isArray(required))
    return value.in === 'query' && !required ? [place, [...place, 'may be left out']] : [place];
  const names = Object.keys(Object(properties)).filter((name) => required.includes(name) !== isSent);
  return [
    place,
    ...names.map((name) => [...place, `${name} ${isSent ? 'may be left out' : 'is always there'}`]),
  ];
}

/** Parameters are found by their name, because their order means nothing. Single values of a list have no name. */
function childrenOf({ value, place, areNames, isSent }: Part, sent: ReadonlySet<string>): Part[] {
  if (Array.isArray(value))
    return value.map((item, index) => {
      const name = isObject(item) ? [item.in ? `${item.in} ${item.name}` : String(index)] : [];
      return { value: item, place: [...place, ...name], areNames: false, isSent };
    });
  const promised = Object.entries(isObject(value) ? value : {}).filter(
    ([key]) => areNames || !SKIPPED.includes(key),
  );
  return promised.map(([key, child]) => ({
    value: child,
    place: [...place, key],
    areNames: !areNames && NAMED.includes(key),
    isSent: isSent || key === 'requestBody' || (place.at(-1) === 'schemas' && sent.has(key)),
  }));
}

/** Everything that the document promises, one line each. Clients know texts and the values of a list; limits may change. */
function promises(document: JsonObject): Set<string> {
  const sent = sentSchemas(document);
  const parts: Part[] = [{ value: document, place: [], areNames: false, isSent: false }];
  for (const part of parts) parts.push(...childrenOf(part, sent));
  return new Set(parts.flatMap(promisesOf).map((line) => line.join(' › ')));
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
