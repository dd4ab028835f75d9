/** How soon a browser shows what somebody else did: from the API's answer to that person to the DOM of this one. */
import type { Page } from 'playwright/test';
import { createPost } from '#scripts/bench/broadcasts.ts';

const PATIENCE_MS = 10_000;

declare global {
  interface Window {
    /** When a card with a title came into the page (`+title`) or went (`-title`), milliseconds since 1970. */
    __shown?: Record<string, number>;
  }
}

/** Whoever acts. */
export interface Actor {
  apiOrigin: string;
  token: string;
  author: number;
  player: number;
}

/** One event. */
export interface Latency {
  event: string;
  /** Milliseconds from the answer, and from sending the request; the event may overtake the answer. */
  fromAnswer: number;
  fromRequest: number;
}

/** Notes in the page when cards come and go. */
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

async function send(actor: Actor, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(actor.apiOrigin + path, {
    method,
    headers: {
      authorization: `Bearer ${actor.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
}

/** Adds, edits and deletes a post `rounds` times while `page` shows the feed. */
export async function measureLatency(page: Page, actor: Actor, rounds: number): Promise<Latency[]> {
  const found: Latency[] = [];
  const measure = async <T>(event: string, mark: string, act: () => Promise<T>): Promise<T> => {
    const sent = Date.now();
    const result = await act();
    const answered = Date.now();
    const seen = await page.waitForFunction((key) => window.__shown?.[key], mark, { timeout: PATIENCE_MS });
    const at = (await seen.jsonValue()) ?? Number.NaN;
    found.push({ event, fromAnswer: Math.max(0, at - answered), fromRequest: at - sent });
    return result;
  };
  for (let round = 0; round < rounds; round += 1) {
    const [title, edited] = [`Measured ${round}`, `Measured ${round} again`];
    const { apiOrigin, token, author, player } = actor;
    const id = await measure('newPost', `+${title}`, () =>
      createPost(apiOrigin, token, author, player, title),
    );
    const text = { id, title: edited, content: 'Edited while somebody measured how soon others see it.' };
    const rest = { flairs: 0, supportTicketStatus: { hasTicket: false, ticketId: null } };
    await measure('editedPost', `+${edited}`, () => send(actor, 'PUT', '/api/Post', { ...text, ...rest }));
    await measure('deletedPost', `-${edited}`, () => send(actor, 'DELETE', `/api/Post/${id}`));
  }
  return found;
}
