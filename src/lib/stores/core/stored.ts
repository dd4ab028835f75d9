/** Values kept in the browser's storage as JSON: drafts, choices, ids. */
import { runtime } from '#lib/runtime.ts';
import type { z } from '#lib/schemas/zod.ts';

/** One stored value. */
export interface Stored<T> {
  /** The value; null when there is none, or when it cannot be read or does not fit the schema. */
  read(): T | null;
  /** Stores the value; does nothing when storage is blocked or full. */
  write(value: T): void;
  remove(): void;
}

/** The value under a key: on this device, or in this tab's `sessionStorage`. Nothing is read before `read` is called. */
export function stored<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): Stored<z.output<S>> {
  return {
    read: () => {
      try {
        return schema.safeParse(JSON.parse(runtime[area].get(key) ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    write: (value) => runtime[area].set(key, JSON.stringify(value)),
    remove: () => runtime[area].remove(key),
  };
}
