/** Waits for pages to be connected to the hubs. */
import { expect, type Page } from 'playwright/test';
import { signIn } from '#tests/support/sign-in.ts';

/** Waits until the screen is connected to the post hub. */
export function expectLive(page: Page): Promise<void> {
  // Many pages at once take their time on a busy machine.
  return expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 90_000 });
}

/** Resolves once the pending notifications were streamed: from then on the page gets new ones. */
function notificationsStreamed(page: Page): Promise<void> {
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
