/** Browsers of one region's site. Tests that change an account permanently use a region that no other test uses. */
import type { Browser, Page } from 'playwright/test';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { type RegionId, regionHost } from '#lib/regions.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

/** The region's origin on the test site. */
export const originOf = (region: RegionId): string =>
  `http://${regionHost(region, `localhost:${currentTestSite().port}`)}`;

/** Another browser, signed in as one of the fixed accounts; close its context when done. */
export async function anotherBrowser(
  browser: Browser,
  region: RegionId,
  account: string,
  path = '/guidelines',
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: originOf(region) })).newPage();
  await signIn(page, account, path);
  return page;
}

/** Sends JSON to the region's API as the signed-in user; returns the answer's status. */
export function callApi(page: Page, method: string, path: string, body?: object): Promise<number> {
  return page.evaluate(
    async ({ method, path, body }) => {
      const answer = await fetch(`${document.documentElement.dataset.api}${path}`, {
        method,
        credentials: 'include',
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      return answer.status;
    },
    { method, path, body },
  );
}

/** The id of the newest post of an author. */
export function newestPostOf(page: Page, authorId: number): Promise<string> {
  return page.evaluate(async (id) => {
    const api = document.documentElement.dataset.api;
    const list = await fetch(`${api}/api/Post/${id}/sent?pageSize=1`, { credentials: 'include' });
    const [post] = (await list.json()) as { id: string }[];
    return post?.id ?? '';
  }, authorId);
}

/** Reads JSON from the region's API as the page's user. */
export function getJson<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => {
    const api = document.documentElement.dataset.api;
    const answer = await fetch(`${api}${url}`, { credentials: 'include' });
    return answer.status === 204 ? [] : answer.json();
  }, path);
}

/** A player of the region. */
export interface Player {
  id: number;
  username: string;
}

const FIXED_IDS = new Set<number>(FIXED_ACCOUNTS.map(({ id }) => id));

/** Tests use numbers below this one, and each region has about 2,000 invented players. */
const NUMBERS = 500;

/**
 * An invented player of the page's region by number, who has not opted out. A test that writes uses numbers that no other
 * test uses.
 */
export async function inventedPlayer(page: Page, number: number): Promise<Player> {
  const players = await getJson<Player[]>(page, '/api/Player');
  const invented = players.filter(({ id }) => !FIXED_IDS.has(id));
  for (let at = number; at < invented.length; at += NUMBERS) {
    const player = invented[at] as Player;
    const { optedOut } = await getJson<{ optedOut: boolean }>(page, `/api/Player/${player.id}`);
    if (!optedOut) return player;
  }
  throw new Error(`There is no invented player ${number}.`);
}

/** Resolves once the page is connected to the hub; call before the page is opened. */
export function hubOpen(page: Page, name: 'auth' | 'notifications'): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      if (!socket.url().includes(`/hubs/${name}`)) return;
      socket.on('framereceived', () => resolve());
    });
  });
}
