/** Waits for pages to be connected to the hubs, and cuts them off. */
import { type BrowserContext, expect, type Page, type WebSocketRoute } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';

const HUBS = /\/api\/hubs\//i;
const NEGOTIATE = /\/api\/hubs\/\w+\/negotiate/i;

/** Waits until the screen is connected to the post hub. */
export function expectLive(page: Page): Promise<void> {
  // Many pages at once take their time on a busy machine.
  return expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 90_000 });
}

/** Resolves once the pending notifications were streamed: from then on the page gets new ones. */
export function notificationsStreamed(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (!socket.url().includes('/hubs/notifications')) return;
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":3')) resolve();
      });
    });
  });
}

/** Signs in and waits until the page gets notifications. */
export async function openAndListen(page: Page, account: string, path: string): Promise<void> {
  const streamed = notificationsStreamed(page);
  await signIn(page, account, path);
  await streamed;
}

/** The connections of some browser contexts to the hubs. */
export interface HubLine {
  /** Closes every connection and refuses new ones. */
  cut: () => Promise<void>;
  /** Accepts new connections again. */
  heal: () => Promise<void>;
}

/** Intercepts the connections of the contexts' pages; call before the pages are opened. */
export async function hubLine(...contexts: BrowserContext[]): Promise<HubLine> {
  const open = new Set<[page: WebSocketRoute, hub: WebSocketRoute]>();
  let isCut = false;
  for (const context of contexts) {
    await context.routeWebSocket(HUBS, (page) => {
      if (isCut) void page.close();
      else open.add([page, page.connectToServer()]);
    });
  }
  return {
    cut: async () => {
      isCut = true;
      for (const context of contexts) await context.route(NEGOTIATE, (route) => route.abort());
      await Promise.all([...open].flat().map((end) => end.close()));
      open.clear();
    },
    heal: async () => {
      for (const context of contexts) await context.unroute(NEGOTIATE);
      isCut = false;
    },
  };
}
