/** Parses what a call got. */
import { httpError, SchemaError } from '#lib/client/errors.ts';
import { readPaging, unwrapPagedBody } from '#lib/client/paging.ts';
import type { Call, ResponseOf } from '#lib/schemas/call.ts';
import type { Paging } from '#lib/schemas/common.ts';

/** A successful response. */
export interface ApiResult<C extends Call> {
  data: ResponseOf<C>;
  /** Null when the response has no paging. */
  paging: Paging | null;
}

/** A response and its text. */
export interface Answer {
  response: Response;
  text: string;
}

function parseText(call: Call, { response, text }: Answer): unknown {
  if (text === '') return null;
  const contentType = response.headers.get('Content-Type') ?? '';
  if (contentType !== '' && !contentType.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (contentType === '') return text;
    throw new SchemaError(`${call.method} ${call.path}`, { cause });
  }
}

/**
 * Parses an answer with the call's schema. Throws HttpError for an error status, and for an empty response where a value was
 * expected; SchemaError for a response that does not match the schema.
 */
export function parseAnswer<C extends Call>(call: C, answer: Answer): ApiResult<C> {
  const { ok, status, headers } = answer.response;
  if (!ok) throw httpError(status, headers.get('Content-Type') ?? '', answer.text, readPaging(headers));
  if (call.response === undefined) return { data: undefined as ResponseOf<C>, paging: null };
  const raw = parseText(call, answer);
  const { items, paging } = call.paged ? unwrapPagedBody(raw) : { items: raw, paging: null };
  const body = call.normalise ? call.normalise(items) : items;
  const parsed = call.response.safeParse(body);
  if (!parsed.success) {
    if (body === null) throw httpError(204, '', '');
    throw new SchemaError(`${call.method} ${call.path}`, { cause: parsed.error });
  }
  return { data: parsed.data as ResponseOf<C>, paging: readPaging(headers) ?? paging };
}
