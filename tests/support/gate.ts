/** Intercepts a page's requests to the API: delays an answer, changes it, or drops it. */
import type { APIResponse, Page } from 'playwright/test';
import { type Change, changeAnswer } from './change-answers.ts';

/** How an answer is treated: passed on, dropped, replaced, or passed on with its body changed. */
export type Answer = 'as it is' | 'lost' | { status: number; json?: unknown } | Change;

/** Decides about the answers to requests of one kind. */
export interface Gate {
  /** Sets what happens to answers from now on. */
  answer: (next: Answer) => void;
  /** Lets no request through until the returned function is called. */
  hold: () => () => void;
}

/** Intercepts all GET requests that `pattern` matches; at first it is open and changes nothing. */
export async function putGate(page: Page, pattern: RegExp): Promise<Gate> {
  let answer: Answer = 'as it is';
  let opened = Promise.resolve();
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await opened;
    // The test may choose the next answer while this one is on its way.
    const chosen = answer;
    // The page may have left meanwhile.
    const ignore = (): void => {};
    if (chosen === 'as it is') return route.fallback().catch(ignore);
    if (chosen === 'lost') return route.abort('internetdisconnected').catch(ignore);
    if (typeof chosen === 'object') return route.fulfill(chosen).catch(ignore);
    await changeAnswer(route, chosen);
  });
  return {
    answer: (next) => {
      answer = next;
    },
    hold: () => {
      let open = (): void => {};
      opened = new Promise((resolve) => {
        open = resolve;
      });
      return () => open();
    },
  };
}

/** Drops live post events, so that posts of other tests do not change the page. */
export async function quietPostHub(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/hubs\/post/i, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!/"(new|edited|deleted)Post"/i.test(String(message))) socket.send(message);
    });
  });
}

/**
 * Keeps the first answer of each address with posts, as `change` makes it: posts that other tests write before the hub connects
 * would move the list.
 */
export async function holdPosts(
  page: Page,
  addresses = /\/api\/post\/latest/i,
  change?: (posts: object[]) => object[],
): Promise<void> {
  await quietPostHub(page);
  const answers = new Map<string, Promise<APIResponse>>();
  await page.route(addresses, async (route) => {
    // Reads after events may have been missed have a version.
    const address = route
      .request()
      .url()
      .replace(/[?&]v=.*/, '');
    const answer = answers.get(address) ?? route.fetch();
    answers.set(address, answer);
    const response = await answer;
    await route.fulfill(change ? { response, json: change(await response.json()) } : { response });
  });
}
