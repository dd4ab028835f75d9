/** Scalars and helpers that several resources share. They accept production's other forms, too. */
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';
import { z } from '#lib/schemas/zod.ts';

/** Account and clan ids: numbers up to 2^53, since some regions exceed 32 bits. */
export const AccountIdSchema = z.int().check(z.gte(1));

/** An account or clan id in a path or query. */
export const IdParamSchema = z.coerce.number().check(z.int(), z.gte(1));

/** A GUID, lower-cased: .NET and browsers write both cases. */
export const GuidSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i), z.toLowerCase());

/** A moment as ISO 8601 with offset. */
export const InstantSchema = z.iso.datetime({ offset: true });

/** Production writes `0001-01-01` for "never", and omits the offset of days and of moments in UTC. */
function readInstant(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  if (value.startsWith('0001-01-01')) return null;
  return value.replace(/^[\d-]{10}$/, '$&T00:00:00').replace(/T[\d:.]+$/, '$&Z');
}

/** A moment that may not exist: absent, null and production's `0001-01-01` read as null. */
export const OptionalInstantSchema = z.pipe(z.transform(readInstant), z.nullable(InstantSchema));

/** Wraps a schema so that an absent key and null both read as null. */
// @__NO_SIDE_EFFECTS__
export function orNull<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? null),
    z.nullable(schema),
  );
}

/** Wraps a schema so that an absent key and null both read as `fallback`. */
// @__NO_SIDE_EFFECTS__
export function orElse<S extends z.ZodMiniType>(schema: S, fallback: z.output<S>) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? fallback),
    schema,
  );
}

/** A boolean; absent and null read as false. */
export const FlagSchema = orElse(z.boolean(), false);

/** A text by another user. Clusters of characters that no line can break are shortened. */
export const ShownTextSchema = z.string().check(z.overwrite(limitClusters));

/** Wraps an object schema: a name that is missing or invisible is replaced by a placeholder made from the other fields. */
// @__NO_SIDE_EFFECTS__
export function named<S extends z.ZodMiniType>(
  schema: S,
  key: string,
  placeholder: (item: Readonly<Record<string, unknown>>) => string,
) {
  return z.pipe(
    z.transform((item: unknown): unknown => {
      if (typeof item !== 'object' || item === null) return item;
      const name: unknown = Reflect.get(item, key);
      return typeof name === 'string' && isVisible(name)
        ? item
        : { ...item, [key]: placeholder({ ...item }) };
    }),
    schema,
  );
}

/** An array in which absent and null read as empty. */
// @__NO_SIDE_EFFECTS__
export function orEmpty<S extends z.ZodMiniType>(item: S) {
  return orElse(z.array(item), [] as z.output<S>[]);
}

/** Wraps a schema so that an invalid value reads as null and the rest of the object can still be shown. */
// @__NO_SIDE_EFFECTS__
export function nullIfUnreadable<S extends z.ZodMiniType>(schema: S) {
  return z.pipe(
    z.transform((value: unknown): unknown => (schema.safeParse(value).success ? value : null)),
    z.nullable(schema),
  );
}

/** Paging of a response, from its headers or, in some APIs, from its body. */
export const PagingSchema = z.object({
  /** 1-based. */
  currentPage: z.int().check(z.gte(1)),
  totalPages: z.int().check(z.gte(0)),
  pageSize: z.int().check(z.gte(1)),
  totalItems: z.int().check(z.gte(0)),
});
/** Paging of a list as the site uses it: `currentPage` counts from 1; `totalPages` is 0 for an empty list. */
export type Paging = z.output<typeof PagingSchema>;

/** Header names of paging; `Content-Page-Current` counts from 0. */
export const PAGING_HEADERS = {
  current: 'Content-Page-Current',
  size: 'Content-Page-Size',
  total: 'Content-Page-Total',
  items: 'Content-Items-Total',
} as const;

/** Largest page size for signed-in users. */
export const PAGE_SIZE_MAX_SIGNED_IN = 500;

/** Query of every paged call: `page` counts from 1. */
// @__NO_SIDE_EFFECTS__
export function pagingQuery(defaultSize: number) {
  return {
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    pageSize: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_SIZE_MAX_SIGNED_IN)),
      defaultSize,
    ),
  };
}

/** A boolean in a query string: `true` and `false` in any case, `1`, `0`, or the bare name. */
export const QueryBooleanSchema = z.pipe(
  z.transform((value: unknown) => {
    const given = typeof value === 'string' ? value.toLowerCase() : value;
    if (given === '' || given === 'true' || given === '1') return true;
    return given === 'false' || given === '0' ? false : value;
  }),
  z.boolean(),
);

/** A filter in a query string: true, false, or undefined when absent or empty. */
export const QueryFilterSchema = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(QueryBooleanSchema),
  ),
);

/** Query flag with which staff skip a call's checks. */
export const ignoreChecksQuery = { ignoreChecks: z._default(QueryBooleanSchema, false) };

/**
 * Checks a text's length in UTF-16 units, as JavaScript, C# and `maxlength` count it. zod's own checks count code points,
 * so 2,000 emoji (4,000 units) would pass a limit of 2,000 units (Rule 9.1). A required text without visible characters
 * counts as missing: the issue has a minimum of 1 (Rule 9.16).
 */
export const unitLength = (min: number, max: number) => {
  const check = z.check<string>(({ value, issues }) => {
    const common = { input: value, origin: 'string', inclusive: true, continue: true } as const;
    if (min > 0 && !isVisible(value)) issues.push({ ...common, code: 'too_small', minimum: 1 });
    else if (value.length < min) issues.push({ ...common, code: 'too_small', minimum: min });
    else if (value.length > max) issues.push({ ...common, code: 'too_big', maximum: max });
  });
  // The API's document reads the limits from here, as it does those of zod's own checks.
  check._zod.onattach = [({ _zod }) => Object.assign(_zod.bag, { minimum: min, maximum: max })];
  return check;
};

/** Browsers count an end of line as one character, whatever a program sends. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** A trimmed text of `min` to `max` UTF-16 units, its lines ended by `\n`; the API's document shows the limits. */
export const limitedText = (min: number, max: number) =>
  z.string().check(z.overwrite(withLineFeeds), z.trim(), unitLength(min, max));
