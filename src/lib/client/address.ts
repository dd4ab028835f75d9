/** Addresses of calls. */
import type { Call, QueryOf } from '#lib/schemas/call.ts';

/** The parts of a call's address that vary. */
export interface CallAddress<C extends Call> {
  params?: Readonly<Record<string, string | number>>;
  /** Undefined values are left out of the address. */
  query?: { readonly [Name in keyof QueryOf<C>]?: QueryOf<C>[Name] | undefined };
}

/**
 * Fills the `:name` parts of a path with percent-encoded values. Browsers resolve `.` and `..` even when they are encoded,
 * so these get a space, which the API trims.
 */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(
      String(params[name] ?? '')
        .toWellFormed()
        .replace(/^\.\.?$/, '$& '),
    ),
  );
}

/** A query string with its `?`, or an empty text; absent values are left out. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** Path and query of a call, without the origin. */
export function callPath<C extends Call>(call: C, { params, query }: CallAddress<C>): string {
  return fillPath(call.path, params) + queryString(query as Readonly<Record<string, unknown>>);
}
