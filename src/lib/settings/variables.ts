/** Tables of environment variables. A table parses an environment, and `docs/configuration.md` is generated from it. */
import { perRegion, REGION_IDS, type RegionId } from '../regions.ts';
import type { z } from '../schemas/zod.ts';
import type { Environment } from './deployment.ts';

/** The demo runs on invented data for one machine; production is what other machines reach. */
export type Mode = 'demo' | 'production';

/** One environment variable. */
export interface Variable<S extends z.ZodMiniType = z.ZodMiniType> {
  /** Parses the text; `z.optional` or `z._default` decides what an unset variable gives. */
  schema: S;
  /** Its purpose, in one sentence. */
  about: string;
  /** A value for the documentation, as a shell takes it. */
  example: string;
  /** The value when it is unset, if the schema's default does not show it. */
  unset?: string;
  /** The only mode that reads it; both modes when missing. */
  mode?: Mode;
  /** Common start of the names of a variable that every region has (`SITE_ORIGIN`). */
  family?: string;
}

/** Variables by name. */
export type Variables = Readonly<Record<string, Variable>>;

/** The parsed values of a table. */
export type ValuesOf<T extends Variables> = { [K in keyof T]: z.output<T[K]['schema']> };

type RegionalName<P extends string> = `${P}_${Uppercase<RegionId>}`;
type Regional<P extends string, S extends z.ZodMiniType> = Record<RegionalName<P>, Variable<S>>;

const nameOf = <P extends string>(prefix: P, region: RegionId) =>
  `${prefix}_${region.toUpperCase()}` as RegionalName<P>;

/** One variable per region: `SITE_ORIGIN_EU` to `SITE_ORIGIN_SEA`. */
export function regional<P extends string, S extends z.ZodMiniType>(
  prefix: P,
  define: (region: RegionId) => Variable<S>,
): Regional<P, S> {
  const entries = REGION_IDS.map((id) => [nameOf(prefix, id), { ...define(id), family: prefix }]);
  return Object.fromEntries(entries) as Regional<P, S>;
}

/** The values of a variable that exists per region, by region. */
export function byRegion<P extends string, V extends Readonly<Record<RegionalName<P>, unknown>>>(
  values: V,
  prefix: P,
): Record<RegionId, V[`${P}_EU`]> {
  // The compiler does not see that the name of any region is a key.
  return perRegion((region) => values[nameOf(prefix, region)]) as never;
}

/**
 * Parses the variables of the table: values, and a sentence for each that cannot be used. The values are complete only when there are no
 * such problems. Empty variables count as unset.
 */
export function readVariables<T extends Variables>(table: T, env: Environment) {
  const problems: string[] = [];
  const entries = Object.entries(table).map(([name, { schema }]) => {
    const result = schema.safeParse(env[name] || undefined);
    if (!result.success) problems.push(`Environment variable ${name} ${result.error.issues[0]?.message}.`);
    return [name, result.data];
  });
  return { values: Object.fromEntries(entries) as ValuesOf<T>, problems };
}

/** A sentence for a required variable that is unset, with an example to copy. */
export function missing(table: Variables, name: string, example?: string): string {
  const variable = table[name] as Variable;
  return `${name} is not set. ${variable.about} For example: ${name}=${example ?? variable.example}`;
}
