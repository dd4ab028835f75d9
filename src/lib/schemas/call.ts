/** The description of a call of the regional API, shared by the server, the client and the OpenAPI document. */
import type { z } from '#lib/schemas/zod.ts';

type Schema = z.ZodMiniType;

/** Who may make a call. `staff` is mod or admin. Business rules may refuse further callers. */
export type Access = 'anyone' | 'signed-in' | 'mod' | 'admin' | 'staff';

/** One call: its address, who may make it, its input and its successful answer. */
export interface Call {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters, as sent; servers match it in any letter case. */
  path: string;
  /** Other paths of the same call. */
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
  /** The answer has the four paging headers. */
  paged?: boolean;
  /**
   * Seconds for which shared caches may keep the answer to a visitor (rule 24.21). Only for answers that every visitor gets
   * alike; without it, none is kept.
   */
  sharedSeconds?: number;
  /** Changes nothing that users see, although it is a POST: it works in read-only mode and does not count as a write. */
  onlyReads?: true;
  /** Seconds for which a browser may use the answer without another request. */
  privateSeconds?: number;
  /** Converts production's other forms of the answer to the form that `response` parses. */
  normalise?: (body: unknown) => unknown;
}

const DEFAULTS = { method: 'GET', status: 200 } as const;
type Defaults = typeof DEFAULTS;

/** Describes a call and keeps its literal types: a GET that succeeds with 200, unless it says otherwise. */
// @__NO_SIDE_EFFECTS__
export function defineCall<const C extends Omit<Call, keyof Defaults> & Partial<Call>>(call: C) {
  return { ...DEFAULTS, ...call } as C & Omit<Defaults, keyof C>;
}

/** Whether a call changes data. POST calls that anyone may use only read. */
export const isWrite = ({ method, access, onlyReads }: Call): boolean =>
  method !== 'GET' && method !== 'HEAD' && access !== 'anyone' && !onlyReads;

/** A normaliser: production lists bare ids where this API lists items with an id and names. */
export const bareIdsToItems = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((item) => (typeof item === 'number' ? { id: item } : item)) : body;

/** A normaliser: no body, as with status 204, is an empty list. */
export const emptyIfNone = (body: unknown): unknown => body ?? [];

/** A call's parsed path parameters. */
export type ParamsOf<C extends Call> = C['params'] extends Schema ? z.output<C['params']> : undefined;
/** The parsed query that the server gets. */
export type QueryOf<C extends Call> = C['query'] extends Schema ? z.output<C['query']> : undefined;
/** The parsed body that the server gets. */
export type BodyOf<C extends Call> = C['body'] extends Schema ? z.output<C['body']> : undefined;
/** The parsed body of a successful answer. */
export type ResponseOf<C extends Call> = C['response'] extends Schema ? z.output<C['response']> : undefined;
