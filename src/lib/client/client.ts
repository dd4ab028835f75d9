/**
 * The only place that sends requests to the regional API, except for the live part of the home page, which loads without it.
 * The files next to it have one function per call; the client is complete on purpose, so some calls are not used by any screen
 * yet.
 */
import { type CallAddress, callPath } from '#lib/client/address.ts';
import { type Answer, type ApiResult, parseAnswer } from '#lib/client/answer.ts';
import { withVersion } from '#lib/client/data-version.ts';
import { HttpError, isAbort, NetworkError } from '#lib/client/errors.ts';
import { noteConnection, savedAnswer } from '#lib/client/saved-answers.ts';
import { runtime } from '#lib/runtime.ts';
import type { BodyOf, Call } from '#lib/schemas/call.ts';

/** How long a call may take before it counts as failed, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long a call with a file may take, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 300_000;

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
): { body?: BodyInit; headers: Record<string, string> } {
  const headers: Record<string, string> = { Accept: 'application/json' };
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
  signal: AbortSignal,
): Promise<Response> {
  const early = call.method === 'GET' ? takeEarly(url) : undefined;
  if (early !== undefined) {
    const response = await early.catch(() => undefined);
    if (response !== undefined) return response;
  }
  signal.throwIfAborted();
  const init: RequestInit = { method: call.method, credentials: 'include', signal, ...bodyOf(options) };
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
  const hasFile = Object.values(options.multipart ?? {}).some((part) => part instanceof Blob);
  const timeout = options.timeout ?? (hasFile ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS);
  const answer = await bounded({ signal: options.signal, timeout }, async (signal) => {
    const response = await send(call, url, options, signal);
    const text = await response.text();
    noteConnection();
    return { response, text };
  }).catch((error: unknown): Promise<Answer> => {
    const maySave = call.method === 'GET' && error instanceof NetworkError && runtime.hasServiceWorker();
    return maySave ? savedAnswer(url, error) : Promise.reject(error);
  });
  return parseAnswer(call, answer);
}
