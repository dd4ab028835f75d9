/** A request to the publisher: its description, who waits for it, how its answer is read, and how it fails. */
import type { Caller } from '#api/base/queue/callers.ts';
import type { Service } from '#api/config/load-config.ts';
import type { PublisherOutcome } from '#api/operation/metrics.ts';
import type { z } from '#lib/schemas/zod.ts';

/** Users come before visitors, and both before what no one waits for. */
export const PRIORITY = { user: 2, visitor: 1, background: 0 };

/** Look-ups that no one waits for. */
export const BACKGROUND: Caller = { id: 'background', priority: PRIORITY.background };

/** The outcomes without a usable answer. */
export type FailureKind = Exclude<PublisherOutcome, 'ok'>;

/** A request without a usable answer. The message never contains the address, which may hold the application id. */
export class PublisherError extends Error {
  override readonly name = 'PublisherError';
  readonly kind: FailureKind;
  /** How long to wait, as the publisher requested it, in milliseconds; null without such a request. */
  readonly retryAfterMs: number | null;

  constructor(kind: FailureKind, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

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
