/** One attempt of a request to the publisher, whose answer is read as JSON, up to a size. */
import { connectionProblem } from '#api/base/failures.ts';
import type { PublisherSource } from '#api/config/load-config.ts';
import type { Metrics, PublisherOutcome } from '#api/operation/metrics.ts';
import { type Answer, type PublisherCall, PublisherError } from '#api/publisher/call.ts';
import type { RegionId } from '#lib/regions.ts';

/** The largest answer is an account with all its statistics, a few hundred kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Longest wait that the publisher can request. */
const RETRY_AFTER_MAX_MS = 300_000;

/** Called after each attempt. */
export type OnAttempt = Metrics['publisher'];

/** Dependencies and limits of an attempt. */
export interface AttemptOptions {
  source: PublisherSource;
  fetch: typeof fetch;
  /** Aborts every attempt. */
  ending: AbortSignal;
  timeoutMs: number;
  onAttempt?: OnAttempt;
}

/** Any error as a PublisherError. */
export const asFailure = (error: unknown): PublisherError =>
  error instanceof PublisherError ? error : new PublisherError('unreachable', connectionProblem(error));

/** `Retry-After`, in seconds or as a date, in milliseconds from now; null when absent or unreadable. */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new PublisherError('invalid', 'the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The answer in a response; throws a PublisherError for any other status, and for what is not JSON. */
async function readResponse(response: Response): Promise<Answer> {
  const { status } = response;
  if (status !== 200 && status !== 404) {
    await response.body?.cancel();
    const kind = status === 429 ? 'limited' : status >= 500 ? 'unreachable' : 'refused';
    throw new PublisherError(kind, `status ${status}`, retryAfterOf(response));
  }
  const text = await textOf(response);
  try {
    return { found: status === 200, body: JSON.parse(text) };
  } catch {
    // A 404 without JSON comes from a wrong address or a proxy, and says nothing about the player.
    throw new PublisherError('invalid', `status ${status} without JSON`);
  }
}

function addressOf<T>(source: PublisherSource, region: RegionId, call: PublisherCall<T>): string {
  const url = new URL(source.addressOf(region, call.service) + call.path);
  if (call.service === 'api') url.searchParams.set('application_id', source.applicationId ?? '');
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url.href;
}

async function request<T>(options: AttemptOptions, region: RegionId, call: PublisherCall<T>): Promise<T> {
  const { source, fetch, ending, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(addressOf(source, region, call), {
      signal: AbortSignal.any([ending, timeout]),
      headers: { accept: 'application/json' },
      redirect: 'error',
    });
    return call.read(await readResponse(response));
  } catch (error) {
    if (timeout.aborted) throw new PublisherError('timeout', `no answer within ${timeoutMs / 1000} seconds`);
    throw asFailure(error);
  }
}

/** Sends a request once and reads its answer; throws a PublisherError. */
export async function attempt<T>(
  options: AttemptOptions,
  region: RegionId,
  call: PublisherCall<T>,
): Promise<T> {
  const started = performance.now();
  const report = (outcome: PublisherOutcome) =>
    options.onAttempt?.({ region, call: call.name, outcome, seconds: (performance.now() - started) / 1000 });
  try {
    const answer = await request(options, region, call);
    report('ok');
    return answer;
  } catch (error) {
    report(asFailure(error).kind);
    throw error;
  }
}
