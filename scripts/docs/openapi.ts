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

/** Limits may change; texts, and the values of a list, are what clients know. */
const isKept = (value: unknown, place: readonly string[]): boolean =>
  typeof value === 'string' || place.at(-1) === 'enum';

/** Names of the schemas that clients send. */
function sentSchemas(document: JsonObject): Set<string> {
  const schemas = (document.components as { schemas?: JsonObject } | undefined)?.schemas ?? {};
  const paths = Object.values((document.paths ?? {}) as Record<string, JsonObject>);
  const sent = paths
    .flatMap((methods) => Object.values(methods) as JsonObject[])
    .flatMap(({ requestBody, parameters }) => referencesOf([requestBody ?? '', parameters ?? '']));
  const found = new Set(sent);
  for (const name of found) for (const next of referencesOf(schemas[name] ?? '')) found.add(next);
  return found;
}

/** Whether each property may be absent: clients rely on what they get, and on what they need not send. */
function fieldPromises(schema: JsonObject, isSent: boolean): string[] {
  const required = (schema.required ?? []) as string[];
  const names = Object.keys(isObject(schema.properties) ? schema.properties : {});
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

/** The parts of a list; parameters are found by their name, because their order means nothing. */
const itemsOf = (items: readonly unknown[], { place, isSent }: Part): Part[] =>
  items.map((value, index) => {
    const name = isObject(value) && typeof value.in === 'string' ? `${value.in} ${value.name}` : index;
    // Of single values, only their presence counts.
    return { value, place: isObject(value) ? [...place, String(name)] : place, areNames: false, isSent };
  });

function childrenOf(value: JsonObject, { place, areNames, isSent }: Part, sent: Set<string>): Part[] {
  const isPromise = (key: string) => areNames || !(TEXTS.includes(key) || key === 'required');
  return Object.keys(value)
    .filter(isPromise)
    .map((key) => ({
      value: value[key],
      place: [...place, key],
      areNames: !areNames && NAMED.includes(key),
      isSent: isSent || key === 'requestBody' || (place.at(-1) === 'schemas' && sent.has(key)),
    }));
}

function objectPromises(value: JsonObject, { areNames, isSent }: Part): string[] {
  const mayBeAbsent = value.in === 'query' && value.required === false ? ['may be left out'] : [];
  return areNames ? [] : [...fieldPromises(value, isSent), ...mayBeAbsent];
}

/** Everything that the document promises, one line each. */
function promises(document: JsonObject): Set<string> {
  const found = new Set<string>();
  const sent = sentSchemas(document);
  const open: Part[] = [{ value: document, place: [], areNames: false, isSent: false }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value, place } = part;
    if (Array.isArray(value)) open.push(...itemsOf(value, part));
    else if (isObject(value)) {
      found.add(place.join(' › '));
      for (const promise of objectPromises(value, part)) found.add([...place, promise].join(' › '));
      open.push(...childrenOf(value, part, sent));
    } else if (isKept(value, place)) found.add([...place, value].join(' › '));
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
