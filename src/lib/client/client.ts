/**
 * The only place that sends requests to the regional API, except for the live part of the home page, which loads without it.
 * The files next to it have the calls that several stores make, or that are more than one
 * request. Others are sent by their stores.
 */
import { HttpError, httpError, isAbort, NetworkError, SchemaError } from '#lib/client/errors.ts';
import { readPaging, unwrapPagedBody } from '#lib/client/paging.ts';
import { noteConnection, savedAnswer } from '#lib/client/saved-answers.ts';
import { runtime } from '#lib/runtime.ts';
import type { BodyOf, Call, QueryOf, ResponseOf } from '#lib/schemas/call.ts';
import type { Paging } from '#lib/schemas/common.ts';

/** How long a call may take before it counts as failed, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a call with a file may take, in milliseconds: a little longer than the API gives it (rule 17.10). */
export const UPLOAD_TIMEOUT_MS = 340_000;

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

/** Options of `request`. */
export interface RequestOptions<C extends Call> extends CallAddress<C> {
  body?: BodyOf<C>;
  /** Parts of a multipart body: files are sent as they are, everything else as JSON; undefined parts are left out. */
  multipart?: Readonly<Record<string, unknown>>;
  signal?: AbortSignal | undefined;
  timeout?: number;
  /** Called with the share of the body sent so far, 0 to 1. */
  onUploadProgress?: ((share: number) => void) | undefined;
}

function bodyOf<C extends Call>(
  options: RequestOptions<C>,
  etag?: string,
): { body?: BodyInit; headers: Record<string, string> } {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (etag !== undefined) headers['If-None-Match'] = etag;
  if (options.multipart !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries(options.multipart)) {
      if (value instanceof Blob) form.append(name, value);
      else if (value !== undefined && value !== null) form.append(name, JSON.stringify(value));
    }
    return { body: form, headers };
  }
  if (options.body === undefined) return { headers };
  return { body: JSON.stringify(options.body), headers: { ...headers, 'Content-Type': 'application/json' } };
}

/**
 * The version of the newest data that the page knows of. Reads carry it, so that a shared cache never returns older data
 * (rule 24.24). Pages that got the same events send the same version and share the cached answer.
 */
let version = '';
let latest: unknown;
let mayHaveMissed = false;

/** Sets the version to that of a live event: a hash of it and of the one before, because an event may come twice. */
export function noteEvent(event: unknown): void {
  let hash = 0;
  for (const char of JSON.stringify([latest, event]))
    hash = (Math.imul(hash, 31) + Number(char.codePointAt(0))) | 0;
  version = String(hash);
  latest = event;
  mayHaveMissed = false;
}

/**
 * Sets a version of this page alone, because events may have been missed. Reads are conditional until the next event: often
 * nothing has changed.
 */
export function noteGap(): void {
  version = `${runtime.now()}${Math.random()}`;
  mayHaveMissed = true;
}

/** The address of a read, with the version if there is one. The API ignores it. */
export function withVersion(url: string): string {
  return version === '' ? url : `${url}${url.includes('?') ? '&' : '?'}v=${version}`;
}

/** The response to the request that the head script already sent to this URL, if any. Each is used once. */
function takeEarly(url: string): Promise<Response> | undefined {
  const requests = runtime.early();
  const response = requests?.[url];
  if (requests !== undefined) delete requests[url];
  return response;
}

async function send<C extends Call>(
  call: C,
  url: string,
  options: RequestOptions<C>,
  { signal, etag }: { signal: AbortSignal; etag: string | undefined },
): Promise<Response> {
  const early = call.method === 'GET' ? takeEarly(url) : undefined;
  if (early !== undefined) {
    const response = await early.catch(() => undefined);
    if (response !== undefined) return response;
  }
  signal.throwIfAborted();
  const init: RequestInit = { method: call.method, credentials: 'include', signal, ...bodyOf(options, etag) };
  if (options.onUploadProgress === undefined) return runtime.fetch(url, init);
  const { upload } = await import('#lib/client/upload.ts');
  signal.throwIfAborted();
  return upload(url, init, options.onUploadProgress);
}

/**
 * Runs `work` with a signal that aborts with the caller's signal or after the timeout. Failures without a response become
 * a NetworkError with the reason.
 */
export async function bounded<T>(
  { signal, timeout }: { signal?: AbortSignal | undefined; timeout: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  const abort = () => controller.abort(new DOMException('The call was aborted.', 'AbortError'));
  const cancelTimer = runtime.setTimer(() => controller.abort(new NetworkError('timeout')), timeout);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } catch (error) {
    const cause = controller.signal.aborted ? controller.signal.reason : error;
    if (isAbort(cause) || cause instanceof NetworkError || cause instanceof HttpError) throw cause;
    throw new NetworkError(runtime.isOnline() ? 'unreachable' : 'offline', { cause });
  } finally {
    cancelTimer();
    signal?.removeEventListener('abort', abort);
  }
}

/** A successful response. */
export interface ApiResult<C extends Call> {
  data: ResponseOf<C>;
  /** Null when the response has no paging. */
  paging: Paging | null;
}

/** The last answer to each read that has an ETag. */
const tagged = new Map<Call, { address: string; etag: string; result: ApiResult<Call> }>();

/** A response and its text. */
interface Answer {
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
function parseAnswer<C extends Call>(call: C, answer: Answer): ApiResult<C> {
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

/**
 * Sends a call and parses the response with the call's schema. Throws NetworkError (no response), HttpError (an error
 * status, or an empty response where a value was expected), SchemaError (a response that does not match the schema), or
 * the AbortError of the caller's signal. Without a connection, visitors get what the service worker saved.
 */
export async function request<C extends Call>(
  call: C,
  options: RequestOptions<C> = {},
): Promise<ApiResult<C>> {
  const address = runtime.apiOrigin() + callPath(call, options);
  const url = call.method === 'GET' ? withVersion(address) : address;
  const last = tagged.get(call);
  const known = mayHaveMissed && last?.address === address ? last : undefined;
  const hasFile = Object.values(options.multipart ?? {}).some((part) => part instanceof Blob);
  const timeout = options.timeout ?? (hasFile ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
  const answer = await bounded({ signal: options.signal, timeout }, async (signal) => {
    const response = await send(call, url, options, { signal, etag: known?.etag });
    const text = await response.text();
    noteConnection();
    runtime.noteAnswer(response);
    return { response, text };
  }).catch((error: unknown): Promise<Answer> => {
    const maySave = call.method === 'GET' && error instanceof NetworkError && runtime.hasServiceWorker();
    return maySave ? savedAnswer(url, error) : Promise.reject(error);
  });
  const { status, headers } = answer.response;
  // The tag is of the body: the totals may have changed.
  if (known !== undefined && status === 304)
    return { ...known.result, paging: readPaging(headers) ?? known.result.paging } as ApiResult<C>;
  const result = parseAnswer(call, answer);
  const etag = headers.get('ETag');
  if (call.method === 'GET' && etag !== null) tagged.set(call, { address, etag, result });
  return result;
}

/** The data of the answer to a call. Throws as `request` does. */
export async function requestData<C extends Call>(
  call: C,
  options?: RequestOptions<C>,
): Promise<ResponseOf<C>> {
  return (await request(call, options)).data;
}
