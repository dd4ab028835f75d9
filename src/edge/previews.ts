/** Asks the regional API about pages. Nothing is kept, because a page may be removed or hidden a moment later. */

import { perRegion, type RegionId } from '#lib/regions.ts';
import { NO_PAGE_TYPE, type PreviewPage, PreviewPageSchema } from '#lib/schemas/preview.ts';
import { ProblemSchema } from '#lib/schemas/problem.ts';
import { type PreviewTarget, pathOf } from './target.ts';

/** Requests at a time, and on average per minute. Both are per region. */
interface RequestLimits {
  atOnce: number;
  perMinute: number;
}

/** Counts requests of one region, because visitors can cause many, for example with random ids. */
interface RequestBudget {
  /** Whether another request may start now; if so it counts until `end`. */
  start(): boolean;
  end(): void;
  /** Ends a request that was not made, which then counts for nothing. */
  cancel(): void;
}

/** A budget that refills continuously, up to one minute's worth. `now` in milliseconds. */
function createRequestBudget(limits: RequestLimits, now: () => number): RequestBudget {
  let running = 0;
  let left = limits.perMinute;
  let refilledAt = now();
  return {
    start() {
      const at = now();
      left = Math.min(limits.perMinute, left + (Math.max(0, at - refilledAt) / 60_000) * limits.perMinute);
      refilledAt = at;
      if (running >= limits.atOnce || left < 1) return false;
      running += 1;
      left -= 1;
      return true;
    },
    end() {
      running -= 1;
    },
    cancel() {
      running -= 1;
      left += 1;
    },
  };
}

/** Settings of the deployment. */
export interface PreviewOptions {
  apiOrigins: Readonly<Record<RegionId, string>>;
  fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** How long a crawler waits for the API, in milliseconds. */
export const ANSWER_WAIT_MS = 300;
/** How long it waits for a player or clan that the API looks up first, in milliseconds. */
export const LOOK_UP_WAIT_MS = 5_000;
const LIMITS: RequestLimits = { atOnce: 20, perMinute: 600 };
/** The share of one address: any program can claim to be a crawler. */
const ADDRESS_LIMITS: RequestLimits = { atOnce: 4, perMinute: 120 };
/** Addresses that are counted at a time; the least recently seen one is dropped first. */
const ADDRESSES_MAX = 1_000;
/** No preview is longer, even if its texts consist of escapes. */
const ANSWER_MAX_BYTES = 32 * 1024;

/** The page; or the status of one that does not exist: 404 for an unknown one, 410 for one that was removed or erased. */
export type Finding = PreviewPage | 404 | 410;

/**
 * Finds out about a page for the crawler at `address`, if that is known. Null: the API has no previews, or has had too many
 * requests; 503: it gave no answer. Never rejects.
 */
export type Previews = (target: PreviewTarget, address?: string) => Promise<Finding | 503 | null>;

/** The API is down, starts, or did not respond in time. */
class NoAnswer extends Error {}

/** Runs `ask` with a signal that ends it. Rejects after `milliseconds`, even if `ask` ignores the signal. */
function within<T>(milliseconds: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(new NoAnswer());
    }, milliseconds);
  });
  return Promise.race([ask(controller.signal), timeout]).finally(() => clearTimeout(timer));
}

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

/** Whether the answer is about the page: an API without previews responds with 404, too. */
async function isAboutPage(response: Response): Promise<boolean> {
  const problem = ProblemSchema.parse(JSON.parse(await readLimited(response, ANSWER_MAX_BYTES)));
  return problem.type === NO_PAGE_TYPE;
}

/** Requests a preview. 'unknown': the API has to look the player or clan up first, which it does only with `lookUp`. */
async function ask(
  target: PreviewTarget,
  { apiOrigins, fetch }: PreviewOptions,
  { lookUp, signal }: { lookUp: boolean; signal: AbortSignal },
): Promise<Finding | 'unknown'> {
  const { kind, id, region } = target;
  const query = kind === 'post' || lookUp ? '' : '?lookUp=false';
  const url = `${apiOrigins[region]}/og/${kind}/${id}.json${query}`;
  const headers = { accept: 'application/json' };
  const response = await fetch(new Request(url, { headers, signal, redirect: 'manual' })).catch(() => {
    throw new NoAnswer();
  });
  const { status } = response;
  if ((status === 404 || status === 410) && (await isAboutPage(response))) return status;
  if (status !== 200) {
    await response.body?.cancel();
    if (status === 202) return 'unknown';
    if (status >= 500) throw new NoAnswer();
    throw new Error(`The API answered ${status}.`);
  }
  const page = PreviewPageSchema.parse(JSON.parse(await readLimited(response, ANSWER_MAX_BYTES)));
  if ('noindex' in page) return page;
  // The answer must be about the page: another one's address would become the canonical one.
  const start = kind === 'post' ? pathOf(target) : `${pathOf(target)},`;
  if (!page.path.startsWith(start)) throw new Error('The API answered with another page.');
  return page;
}

async function load(target: PreviewTarget, options: PreviewOptions): Promise<Finding | null> {
  const known = await within(ANSWER_WAIT_MS, (signal) => ask(target, options, { lookUp: false, signal }));
  if (known !== 'unknown') return known;
  const found = await within(LOOK_UP_WAIT_MS, (signal) => ask(target, options, { lookUp: true, signal }));
  return found === 'unknown' ? null : found;
}

/** Returns the budget of an address. */
function createAddressBudgets(now: () => number): (address: string) => RequestBudget {
  const budgets = new Map<string, RequestBudget>();
  return (address) => {
    const budget = budgets.get(address) ?? createRequestBudget(ADDRESS_LIMITS, now);
    budgets.delete(address);
    budgets.set(address, budget);
    if (budgets.size > ADDRESSES_MAX) budgets.delete(budgets.keys().next().value as string);
    return budget;
  };
}

/** Starts a request in all budgets. Returns what ends it; null when one of them has none left. */
function startIn(budgets: readonly RequestBudget[]): (() => void) | null {
  const refused = budgets.findIndex((budget) => !budget.start());
  if (refused === -1)
    return () => {
      for (const budget of budgets) budget.end();
    };
  for (const budget of budgets.slice(0, refused)) budget.cancel();
  return null;
}

/** Creates the function that requests previews from the API, within the limits of each region and address. */
export function createPreviews(options: PreviewOptions): Previews {
  const { now = Date.now } = options;
  const regions = perRegion(() => createRequestBudget(LIMITS, now));
  const ofAddress = createAddressBudgets(now);
  return async (target, address) => {
    const end = startIn([...(address === undefined ? [] : [ofAddress(address)]), regions[target.region]]);
    if (end === null) return null;
    try {
      return await load(target, options);
    } catch (error) {
      return error instanceof NoAnswer ? 503 : null;
    } finally {
      end();
    }
  };
}
