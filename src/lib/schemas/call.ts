/** How one call of the regional API is described, once, for the server, the client and the OpenAPI document. */
import type { z } from '#lib/schemas/zod.ts';

type Schema = z.ZodMiniType;

/** Who a call is for. `staff` is mod or admin; a business rule may refuse further. */
export type Access = 'anyone' | 'signed-in' | 'mod' | 'admin' | 'staff';

/** One call: where it is, who may use it, what it takes and what it answers when all is well. */
export interface Call {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters, as sent; servers match it in any letter case. */
  path: string;
  /** Other paths that mean the same. */
  aliases?: readonly string[];
  summary: string;
  access: Access;
  params?: Schema;
  query?: Schema;
  /** JSON body. */
  body?: Schema;
  /** Multipart parts; `file` marks a file part. */
  multipart?: Readonly<Record<string, Schema | 'file'>>;
  /** Status of success. */
  status: number;
  /** Body of success; absent when empty or not JSON. */
  response?: Schema;
  /** Media type of success where it is not JSON. */
  contentType?: string;
  /** The four paging headers are sent. */
  paged?: boolean;
  /** Brings the other forms that production answers to the one that `response` parses. */
  normalise?: (body: unknown) => unknown;
}

/** Keeps a call's literal types. */
// @__NO_SIDE_EFFECTS__
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** What a call's parsed parameters are. */
export type ParamsOf<C extends Call> = C['params'] extends Schema ? z.output<C['params']> : undefined;
/** What a caller may pass as query. */
export type QueryInputOf<C extends Call> = C['query'] extends Schema ? z.input<C['query']> : undefined;
/** What a server receives as query. */
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.output<C['query']> : undefined;
/** What a server receives as body. */
export type BodyOf<C extends Call> = C['body'] extends Schema ? z.output<C['body']> : undefined;
/** What a successful answer holds. */
export type ResponseOf<C extends Call> = C['response'] extends Schema ? z.output<C['response']> : undefined;

/**
 * Fills `:name` parts of a path; values are percent-encoded. A value of dots alone would be a step in the path, however
 * it is encoded: a space, which the API trims, keeps it a value.
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

/** A query string with its `?`, or nothing; absent values are left out. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
