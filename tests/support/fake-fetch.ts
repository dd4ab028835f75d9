/** Scripted answers for tests of calls, in a queue. A request without an answer fails the test. */
import { onTestFinished } from 'vitest';
import { resetFeatures } from '#lib/client/features.ts';
import { FEATURES_KEY } from '#lib/domain/features.ts';
import type { Runtime } from '#lib/runtime.ts';
import { setRuntime } from '#lib/runtime.ts';
import { FEATURES } from '#lib/schemas/calls/features.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';

export const API = 'https://api.example.test';

/** One scripted answer: a response, an error, or silence. */
export type Scripted = Response | Error | 'never';

/** The sent request. */
export interface Sent {
  url: string;
  init: RequestInit;
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

/** An answer without a body. */
export function empty(status: number): Response {
  return new Response(null, { status });
}

/** Paging headers as the API writes them: `current` counts from 0. */
export function pagingHeaders(current: number, total: number, size: number, items: number) {
  return {
    [PAGING_HEADERS.current]: String(current),
    [PAGING_HEADERS.total]: String(total),
    [PAGING_HEADERS.size]: String(size),
    [PAGING_HEADERS.items]: String(items),
  };
}

function answer(scripted: Scripted, { signal }: RequestInit): Promise<Response> {
  if (scripted instanceof Response) return Promise.resolve(scripted);
  if (scripted instanceof Error) return Promise.reject(scripted);
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/**
 * Replaces the platform for one test; answers are given in order. Returns what was sent so far. The tab knows that the API has
 * all features.
 */
export function fakeFetch(answers: readonly Scripted[], parts: Partial<Runtime> = {}): Sent[] {
  resetFeatures();
  const queue = [...answers];
  const sent: Sent[] = [];
  const restore = setRuntime({
    apiOrigin: () => API,
    early: () => undefined,
    sessionStorage: {
      get: (key) => (key === FEATURES_KEY ? FEATURES.join(' ') : null),
      set: () => {},
      remove: () => {},
      keys: () => [],
    },
    isOnline: () => true,
    fetch: (url, init) => {
      sent.push({ url, init });
      const next = queue.shift();
      if (next === undefined) console.error(`unexpected request: ${init.method} ${url}`);
      return answer(next ?? new TypeError('unexpected request'), init);
    },
    ...parts,
  });
  onTestFinished(restore);
  return sent;
}
