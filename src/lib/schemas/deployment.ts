/** The environment variables of a deployment. The site's build and the API share these parsers, so both accept the same values. */
import { perRegion, type RegionId, regionHost } from '../regions.ts';
import { z } from './zod.ts';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for a variable that cannot be used. The message names it and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Text that passes `isValid`. `problem` ends the error sentence: "must be …". */
export const satisfying = (isValid: (text: string) => boolean, problem: string) =>
  z.string().check(z.refine(isValid, problem));

/** Text that matches `pattern`. `problem` ends the error sentence. */
export const matching = (pattern: RegExp, problem: string) =>
  satisfying((text) => pattern.test(text), problem);

/** A whole number from `min` to `max`. `problem` ends the error sentence. */
export const wholeNumber = (min: number, max: number, problem: string) =>
  z.coerce
    .number(problem)
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, problem));

/** A domain that may have a port; `example` appears in the error sentence. */
export const domainSchema = (example: string) =>
  matching(/^[^\s/?#@]+$/, `must be a domain such as ${example}`);

/** The items of a list that is separated by commas or spaces. */
export const listItems = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const isOrigin = (text: string): boolean => /^https?:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text);
const originsSchema = satisfying(
  (text) => listItems(text).every(isOrigin),
  'must hold origins such as https://example.org, without a path',
);

/** Parses `value`; throws a ConfigError with the schema's sentence. */
export function parseVariable<S extends z.ZodMiniType>(
  schema: S,
  variable: string,
  value: unknown,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ConfigError(`Environment variable ${variable} ${result.error.issues[0]?.message}.`);
}

/** Parses the variables that `schema` names. Empty variables count as unset. Throws a ConfigError. */
export function parseEnvironment<S extends z.ZodMiniObject>(schema: S, env: Environment): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigError(`Environment variable ${String(issue?.path[0])} ${issue?.message}.`);
}

/** The origins in a list, normalized: lower case, without default ports. Throws a ConfigError that names `variable`. */
export function parseOrigins(variable: string, value: string): string[] {
  return listItems(parseVariable(originsSchema, variable, value)).map((text) => new URL(text).origin);
}

/** Plain HTTP only on the machine itself. */
const schemeOf = (domain: string): string =>
  /^([^:/]+\.)?localhost(:\d+)?$|^127\.0\.0\.1(:\d+)?$/.test(domain) ? 'http' : 'https';

/**
 * The origins of each region: those in `<prefix>_<REGION>` (`SITE_ORIGIN_NA`), or else the region's host under `domain`.
 * A region has none when both are missing.
 */
export function regionOrigins(
  env: Environment,
  prefix: string,
  domain: string | undefined,
): Record<RegionId, string[]> {
  return perRegion((id) => {
    const variable = `${prefix}_${id.toUpperCase()}`;
    const fallback = domain === undefined ? '' : `${schemeOf(domain)}://${regionHost(id, domain)}`;
    return parseOrigins(variable, env[variable] || fallback);
  });
}
