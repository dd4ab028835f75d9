/** Stands between a page and the real API: holds an answer back, changes it, or loses it. */
import type { Page, WebSocketRoute } from 'playwright/test';

/** What becomes of an answer on its way: nothing, lost, another one, or the real one with its body changed. */
export type Answer =
  | 'as it is'
  | 'lost'
  | { status: number; json?: unknown }
  // biome-ignore lint/suspicious/noExplicitAny: tests change whatever the call answers
  | ((body: any) => unknown);

/** A gate that requests of one kind have to pass. */
export interface Gate {
  /** Decides about the answers that leave the gate from now on. */
  answer: (next: Answer) => void;
  /** Lets nothing through until the function that it returns is called. */
  hold: () => () => void;
}

/** Puts a gate before all GET requests that `pattern` matches; open, and changing nothing. */
export async function putGate(page: Page, pattern: RegExp): Promise<Gate> {
  let answer: Answer = 'as it is';
  let opened = Promise.resolve();
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    await opened;
    // The page may have left meanwhile.
    const ignore = (): void => {};
    if (answer === 'as it is') return route.fallback().catch(ignore);
    if (answer === 'lost') return route.abort('internetdisconnected').catch(ignore);
    if (typeof answer === 'object') return route.fulfill(answer).catch(ignore);
    const response = await route.fetch().catch(ignore);
    const body = await response?.json().catch(ignore);
    if (response && body !== undefined) await route.fulfill({ response, json: answer(body) }).catch(ignore);
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

/** Live connections of a page. */
export interface QuietHub {
  /** Loses every connection, as a server that goes away does. */
  drop: () => Promise<void>;
}

/** Keeps live post events from the page, so that what other tests write cannot change what this one looks at. */
export async function quietPostHub(page: Page): Promise<QuietHub> {
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/api\/hubs\/post/i, (socket) => {
    const server = socket.connectToServer();
    open.add(socket);
    server.onMessage((message) => {
      if (!/"(new|edited|deleted)Post"/i.test(String(message))) socket.send(message);
    });
  });
  return {
    drop: async () => {
      for (const socket of open) await socket.close();
      open.clear();
    },
  };
}
