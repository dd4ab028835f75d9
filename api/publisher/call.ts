/** The description of a request to the publisher, and how its answer is read. */
import type { Service } from '#api/config/publisher-source.ts';
import { PublisherError } from '#api/publisher/publisher-error.ts';
import type { z } from '#lib/schemas/zod.ts';

/** A JSON answer; `found` is false for status 404. */
export interface Answer {
  found: boolean;
  body: unknown;
}

/** One request. */
export interface PublisherCall<T> {
  /** Name in logs and metrics, without ids. */
  name: string;
  service: Service;
  path: string;
  /** Without the application id, which is added to requests of the documented API. */
  query?: Readonly<Record<string, string>>;
  /** Reads the answer; throws a PublisherError for one that cannot be used. */
  read(answer: Answer): T;
}

/** Parses a part of an answer; throws a PublisherError that names the field for another shape. */
export function readAs<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.map(String).join('.') || 'the answer';
  throw new PublisherError('invalid', `${field} has an unexpected shape`);
}

/** The items that can be read. An answer in which none of several can be read is refused. */
export function readItems<S extends z.ZodMiniType>(schema: S, items: readonly unknown[]): z.output<S>[] {
  const read = items.map((item) => schema.safeParse(item));
  const usable = read.flatMap((result) => (result.success ? [result.data] : []));
  if (items.length > 0 && usable.length === 0)
    throw new PublisherError('invalid', 'no item of the list has the expected shape');
  return usable;
}
