/** Brings events to the form that schemas parse, whichever serializer sent them. */
import { runtime } from '#lib/runtime.ts';
import type { z } from '#lib/schemas/zod.ts';

/** Nesting beyond which a message is not looked into. */
const MAX_DEPTH = 32;

/** A value without the serializer's marks: `{"$values": […]}` becomes the array, `$type` and `$id` go. */
export function unwrap(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => unwrap(item, depth + 1));
  if ('$values' in value) return unwrap(value.$values, depth + 1);
  const entries = Object.entries(value).filter(([name]) => name !== '$type' && name !== '$id');
  return Object.fromEntries(entries.map(([name, item]) => [name, unwrap(item, depth + 1)]));
}

/** Parses what an event carries; anything that does not fit is warned about and dropped (undefined). */
export function parseEvent<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  value: unknown,
): z.output<S> | undefined {
  const parsed = schema.safeParse(unwrap(value));
  if (!parsed.success) {
    runtime.warn(`A ${name} event was dropped: it is not in the form that is expected.`, parsed.error);
    return undefined;
  }
  return parsed.data;
}
