/** One attempt of a request to the publisher. */
import { connectionProblem } from '#api/base/failures.ts';
import type { PublisherSource } from '#api/config/publisher-source.ts';
import type { Metrics, PublisherOutcome } from '#api/operation/metrics.ts';
import type { PublisherCall } from '#api/publisher/call.ts';
import { PublisherError } from '#api/publisher/publisher-error.ts';
import { readResponse } from '#api/publisher/read-response.ts';
import type { RegionId } from '#lib/regions.ts';

/** Called after each attempt. */
export type OnAttempt = Metrics['publisher'];

/** What an attempt needs. */
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

function addressOf<T>(source: PublisherSource, region: RegionId, call: PublisherCall<T>): string {
  const url = new URL(source.addressOf(region, call.service) + call.path);
  if (call.service === 'api') url.searchParams.set('application_id', source.applicationId ?? '');
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  return url.href;
}

async function request<T>(options: AttemptOptions, region: RegionId, call: PublisherCall<T>): Promise<T> {
  const { source, fetch, ending, timeoutMs } = options;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(addressOf(source, region, call), {
      signal: AbortSignal.any([ending, timeout.signal]),
      headers: { accept: 'application/json' },
      redirect: 'error',
    });
    return call.read(await readResponse(response));
  } catch (error) {
    if (timeout.signal.aborted)
      throw new PublisherError('timeout', `no answer within ${timeoutMs / 1000} seconds`);
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
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
