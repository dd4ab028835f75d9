/** Names in any letter case: programs write those of parameters, parts and fields as their own language does (rule 17.35). */
import { validationError } from '#api/http/errors.ts';
import type { z } from '#lib/schemas/zod.ts';

type Schema = z.ZodMiniType;
type Fields = Record<string, unknown>;

/** The parts of a schema's definition that lead to other schemas: of a pipe, an object, an array, and of what wraps one. */
export interface Definition {
  out?: Schema;
  shape?: Readonly<Record<string, Schema>>;
  element?: Schema;
  innerType?: Schema;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The name that `sent` stands for; undefined when it stands for none. */
export const ownName = (names: readonly string[], sent: string): string | undefined =>
  names.find((name) => name.toLowerCase() === sent.toLowerCase());

/** 400: two names that differ by letter case only. */
export const sameName = (field: string, [one, other]: readonly string[], traceId: string) =>
  validationError({ [field]: [`"${one}" and "${other}" are the same name. Send one of them.`] }, traceId);

/** The object with its names as they are in `shape`; other names stay as they are. */
function renamed(input: Fields, shape: object, traceId: string, path: string): Fields {
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(shape, key));
  if (unknown.length === 0) return input;
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  let result = input;
  for (const key of unknown) {
    const name = names.get(key.toLowerCase());
    if (name === undefined) continue;
    if (Object.hasOwn(result, name)) {
      const spellings = Object.keys(input).filter((one) => ownName([name], one) !== undefined);
      throw sameName(path + name, spellings, traceId);
    }
    if (result === input) result = { ...input };
    result[name] = input[key];
    delete result[key];
  }
  return result;
}

/**
 * Untrusted input with the names that `schema` has, at every depth; throws 400 for two that differ by case only. Follows the
 * schema, so that deep input costs nothing and keys that it does not name stay. No call takes a list of objects.
 */
export function withOwnNames(schema: Schema, input: unknown, traceId: string, path = ''): unknown {
  const { innerType, out, shape } = schema.def as Definition;
  const inner = innerType ?? out;
  if (inner !== undefined) return withOwnNames(inner, input, traceId, path);
  if (shape === undefined || !isObject(input)) return input;
  let result = renamed(input, shape, traceId, path);
  for (const [name, field] of Object.entries(shape)) {
    const value = result[name];
    const own = isObject(value) ? withOwnNames(field, value, traceId, `${path}${name}.`) : value;
    if (own !== value) result = { ...result, [name]: own };
  }
  return result;
}
