/** Tables of environment variables. A table parses an environment, and `docs/configuration.md` is generated from it. */
import { REGION_IDS, type RegionId, regions } from '../regions.ts';
import { z } from '../schemas/zod.ts';
import type { Environment } from './deployment.ts';

/** The demo runs on invented data for one machine; production is what other machines reach. */
export type Mode = 'demo' | 'production';

/** Notes of the documentation about a variable. */
interface Notes {
  /** A value for the documentation, as a shell takes it. */
  example: string;
  /** The value when it is unset, if the schema's default does not show it. */
  unset?: string;
  /** The only mode that reads it; both modes when missing. */
  mode?: Mode;
  /** Common start of the names of a variable that every region has (`SITE_ORIGIN`). */
  family?: string;
}

/** One environment variable. */
export interface Variable<S extends z.ZodMiniType = z.ZodMiniType> extends Notes {
  /** Parses the text, and gives the value of an unset variable. */
  schema: S;
  /** Its purpose, in one sentence. */
  about: string;
}

/** Variables by name. */
export type Variables = Readonly<Record<string, Variable>>;

/** The parsed values of a table. */
export type ValuesOf<T extends Variables> = { [K in keyof T]: z.output<T[K]['schema']> };

const variable = <S extends z.ZodMiniType>(schema: S) => ({
  about: (about: string, notes: Notes): Variable<S> => ({ schema, about, ...notes }),
});

/** A variable that has a value when it is unset. */
export const withDefault = <S extends z.ZodMiniType>(schema: S, value: z.output<S>) =>
  variable(z._default(schema, value as never));

/** A variable that is undefined when it is unset. */
export const optional = <S extends z.ZodMiniType>(schema: S) => variable(z.optional(schema));

/** One optional variable per region: `SITE_ORIGIN_EU` to `SITE_ORIGIN_SEA`. */
export const regional = <P extends string, S extends z.ZodMiniType>(family: P, schema: S) => ({
  about(about: string, notesOf: (region: RegionId) => Notes) {
    const define = (id: RegionId) => optional(schema).about(about, { ...notesOf(id), family });
    const entries = REGION_IDS.map((id) => [`${family}_${regions[id].label}`, define(id)]);
    return Object.fromEntries(entries) as Record<`${P}_${Uppercase<RegionId>}`, ReturnType<typeof define>>;
  },
});

/**
 * Parses the variables of the table: values, and a sentence for each that cannot be used. The values are complete only when
 * there are no such problems. Empty variables count as unset.
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
