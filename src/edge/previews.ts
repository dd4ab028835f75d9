/** Previews from the regional API: cached, one request per page at a time, and limited. */

import { perRegion, type RegionId } from '#lib/regions.ts';
import { type Preview, PreviewSchema } from '#lib/schemas/preview.ts';
import { type Cache, createMemoryCache } from './cache.ts';
import { createRequestBudget, type RequestLimits } from './request-budget.ts';
import type { PreviewTarget } from './target.ts';

/** A cached answer. A null preview: there is none, or it could not be loaded. */
export interface CachedPreview {
  preview: Preview | null;
  /** When it is loaded again, in milliseconds. */
  freshUntil: number;
  /** When it is no longer used, in milliseconds. */
  keptUntil: number;
}

/** What the handler needs to know of its deployment. */
export interface PreviewOptions {
  apiOrigins: Readonly<Record<RegionId, string>>;
  fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  now?: () => number;
  cache?: Cache<CachedPreview>;
  limits?: RequestLimits;
}

const FRESH_MS = 60_000;
/** An old preview is used while a new one loads. An opt-out takes effect within this time even if the API is down. */
const KEPT_MS = 10 * 60_000;
const FAILURE_MS = 10_000;
const TIMEOUT_MS = 5_000;
const CACHE_ENTRIES = 5_000;
const LIMITS: RequestLimits = { atOnce: 20, perMinute: 600 };
/** No preview is longer, even if its texts consist of escapes. */
const ANSWER_MAX_BYTES = 32 * 1024;

/** What is known now, and the request that finds out more, if one is running. */
export interface Lookup {
  known: Preview | null;
  loading: Promise<Preview | null> | null;
}

/** Finds previews. */
export type Previews = (target: PreviewTarget) => Lookup;

/** Statuses by which the API says that a page has no preview. */
const isAbsent = (status: number): boolean => status === 404 || status === 410;

/** Reads a body as text; throws when it is longer than `maxBytes`. */
async function readLimited(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new Error('The body is too long.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function load(
  { kind, id, region }: PreviewTarget,
  { apiOrigins, fetch }: PreviewOptions,
): Promise<Preview | null> {
  const url = `${apiOrigins[region]}/og/${kind}/${id}.json`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { accept: 'application/json' };
  const response = await fetch(new Request(url, { headers, signal, redirect: 'manual' }));
  if (!response.ok) {
    await response.body?.cancel();
    if (isAbsent(response.status)) return null;
    throw new Error(`The API answered ${response.status}.`);
  }
  const preview = PreviewSchema.parse(JSON.parse(await readLimited(response, ANSWER_MAX_BYTES)));
  // The answer must be about the page: another one's address would become the canonical one.
  const start = kind === 'post' ? `/posts/${id}` : `/${kind}/${id},`;
  if (!preview.path.startsWith(start)) throw new Error('The API answered with another page.');
  return preview;
}

/** Creates the lookup. Nothing it returns ever rejects. */
export function createPreviews(options: PreviewOptions): Previews {
  const { now = Date.now, cache = createMemoryCache(CACHE_ENTRIES), limits = LIMITS } = options;
  const budgets = perRegion(() => createRequestBudget(limits, now));
  const running = new Map<string, Promise<Preview | null>>();

  const keep = (key: string, preview: Preview | null): Preview | null => {
    cache.set(key, { preview, freshUntil: now() + FRESH_MS, keptUntil: now() + KEPT_MS });
    return preview;
  };
  /** After a failure the old preview is used as long as it would have been, and the API is left alone for a moment. */
  const keepOld = (key: string): Preview | null => {
    const old = cache.get(key);
    const usable = old !== undefined && old.keptUntil > now() ? old : null;
    const freshUntil = now() + FAILURE_MS;
    const preview = usable?.preview ?? null;
    cache.set(key, { preview, freshUntil, keptUntil: usable?.keptUntil ?? freshUntil });
    return preview;
  };
  const start = (key: string, target: PreviewTarget): Promise<Preview | null> | null => {
    const budget = budgets[target.region];
    if (!budget.start()) return null;
    const request = load(target, options)
      .then(
        (preview) => keep(key, preview),
        () => keepOld(key),
      )
      .finally(() => {
        running.delete(key);
        budget.end();
      });
    running.set(key, request);
    return request;
  };
  return (target) => {
    const key = `${target.region}/${target.kind}/${target.id}`;
    const cached = cache.get(key);
    const usable = cached !== undefined && cached.keptUntil > now() ? cached : null;
    const isFresh = usable !== null && usable.freshUntil > now();
    const loading = isFresh ? null : (running.get(key) ?? start(key, target));
    return { known: usable?.preview ?? null, loading };
  };
}
