/** Measures how soon a browser shows what another user did: from the API's answer to that user to this browser's DOM. */
import type { Page } from 'playwright/test';
import { createPost, send, signIn } from '#scripts/bench/calls.ts';

const TIMEOUT_MS = 10_000;

declare global {
  interface Window {
    /** When a card was added to the page (`+title`) or removed (`-title`), in milliseconds since 1970. */
    __shown?: Record<string, number>;
  }
}

/** One event. */
export interface Latency {
  event: string;
  /** Milliseconds from the answer, and from sending the request; the event may overtake the answer. */
  fromAnswer: number;
  fromRequest: number;
}

/** Runs in the page: records when cards are added and removed. */
export function observeCards(): void {
  const shown: Record<string, number> = {};
  window.__shown = shown;
  let before = new Set<string>();
  new MutationObserver(() => {
    const now = Date.now();
    const cards = document.querySelectorAll('main article[aria-label]');
    const titles = new Set([...cards].map((card) => card.getAttribute('aria-label') ?? ''));
    for (const title of titles.difference(before)) shown[`+${title}`] ??= now;
    for (const title of before.difference(titles)) shown[`-${title}`] ??= now;
    before = titles;
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-label'] });
}

/** As the administrator, adds, edits and deletes a post `rounds` times while `page` shows the feed. */
export async function measureLatency(page: Page, apiOrigin: string, rounds: number): Promise<Latency[]> {
  const token = await signIn(apiOrigin);
  const found: Latency[] = [];
  const measure = async <T>(event: string, mark: string, act: () => Promise<T>): Promise<T> => {
    const sent = Date.now();
    const result = await act();
    const answered = Date.now();
    const seen = await page.waitForFunction((key) => window.__shown?.[key], mark, { timeout: TIMEOUT_MS });
    const at = (await seen.jsonValue()) ?? Number.NaN;
    found.push({ event, fromAnswer: Math.max(0, at - answered), fromRequest: at - sent });
    return result;
  };
  for (let round = 0; round < rounds; round += 1) {
    const [title, edited] = [`Measured ${round}`, `Measured ${round} again`];
    const id = await measure('newPost', `+${title}`, () => createPost(apiOrigin, token, { title }));
    const content = 'Edited by a benchmark that measures how soon other users see it.';
    const supportTicketStatus = { hasTicket: false, ticketId: null };
    const body = JSON.stringify({ id, title: edited, content, flairs: 0, supportTicketStatus });
    await measure('editedPost', `+${edited}`, () => send(token, 'PUT', `${apiOrigin}/api/Post`, body));
    await measure('deletedPost', `-${edited}`, () => send(token, 'DELETE', `${apiOrigin}/api/Post/${id}`));
  }
  return found;
}
