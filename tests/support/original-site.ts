/** The built site in front of the original API's recordings, which answer in the API's place. */
import { expect, type Page, type WebSocketRoute } from 'playwright/test';
import { FEATURES_KEY } from '#lib/domain/features.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import {
  bodyText,
  type HubRecording,
  headersOf,
  hubAnswer,
  keyOf,
  negotiationOf,
  type Recording,
  recording,
  STACK_TEXT,
} from '#tests/support/original-api.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { makeToken } from '#tests/support/token.ts';
import { watchPage } from '#tests/support/watch-page.ts';

type HubName = HubRecording['hub'];

/** An account of the recordings. */
export interface Account {
  id: number;
  username: string;
}

export const ANNA: Account = { id: 500000001, username: 'Anna_Ahoy' };

/** Half an hour after the last recording. */
const NOW = Date.parse('2026-11-24T00:00:00Z');
const DAY_S = 86_400;

/** Words that report a failure. */
const FAILURE =
  /could not|couldn’t|failed|error|went wrong|try again|unexpected|took too long|cannot be|unavailable|not available/i;

/** The call that the API lacks; a tab may request it once. */
const FEATURES = 'GET /api/features';

/** How a recording is played for something that was not recorded. */
interface As {
  /** Another address. */
  at?: string;
  /** Another account, in the address and in the answer. */
  id?: number;
}

/** The API that the page sees. */
export interface OriginalApi {
  /** From now on, these recordings answer their addresses. */
  now: (...names: string[]) => void;
  /** The same for an address or an account that was not recorded. */
  nowAs: (as: As, ...names: string[]) => void;
  /** Opens an address and waits until it is loaded. */
  open: (address: string) => Promise<void>;
  /** Sends frames to the page's connection to a hub. */
  send: (hub: HubName, ...frames: HubRecording['frame'][]) => Promise<void>;
  /** Fails on requests without an answer, messages in the console, and traces of an internal error on the page. */
  expectClean: () => Promise<void>;
  /** The same, and on words that report a failure. */
  expectSound: () => Promise<void>;
}

/** The answers for the cards of a post's page: author and player without another post. */
function partyAnswer(key: string, address: string): Recording | undefined {
  if (!address.includes('/posts/')) return undefined;
  const [, id, received] = /^GET \/api\/(?:player\/(\d{9})|post\/(\d{9})\/received)$/.exec(key) ?? [];
  if (received) return recording('received unknown');
  return id ? playedAs(recording('player'), { id: Number(id) }).one : undefined;
}

/** The recording's address and answer for another account: the first account id of its path. */
function playedAs(one: Recording, { at, id }: As): { address: string; one: Recording } {
  const [own] = /\d{9}/.exec(one.path) ?? [];
  const replaced = (text: string): string =>
    own === undefined || id === undefined ? text : text.replaceAll(own, String(id));
  const body: unknown = JSON.parse(replaced(JSON.stringify(one.body)));
  return { address: at ?? replaced(one.path), one: { ...one, body } };
}

/** Lets the recordings answer the page's requests, as the account or as a visitor. */
export async function openOriginal(page: Page, account?: Account): Promise<OriginalApi> {
  const { port, apiPort } = currentTestSite();
  const cors = {
    'access-control-allow-origin': `http://localhost:${port}`,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers':
      'content-page-current, content-page-size, content-page-total, content-items-total',
  };
  const answers = new Map<string, Recording>();
  const sockets = new Map<string, WebSocketRoute>();
  const unanswered: string[] = [];
  // The browser logs every status that is no success; unexpected ones are counted here.
  const watch = await watchPage(page, /Failed to load resource/);

  await page.clock.install({ time: NOW });
  if (account !== undefined) {
    const value = makeToken({ ...account, exp: NOW / 1000 + DAY_S });
    await page.context().addCookies([{ name: 'Auth_EU', value, url: `http://localhost:${port}` }]);
  }
  await page.route(`http://localhost:${apiPort}/**`, async (route) => {
    const request = route.request();
    const hub = /\/api\/hubs\/(\w+)\/negotiate/.exec(request.url())?.[1];
    if (hub !== undefined) {
      const negotiation = negotiationOf(hub, request.headers().authorization ? 'player' : 'visitor');
      return route.fulfill({ headers: cors, json: negotiation, status: negotiation === null ? 401 : 200 });
    }
    const key = keyOf(request.method(), request.url());
    const one = answers.get(key) ?? partyAnswer(key, page.url());
    if (!one) unanswered.push(key);
    const [status, headers, body] = one ? [one.status, headersOf(one), bodyText(one)] : [404, {}, ''];
    await route.fulfill({ status, headers: { ...headers, ...cors }, body });
  });
  await page.routeWebSocket(/\/api\/hubs\//, (socket) => {
    const [, hub = ''] = /hubs\/(\w+)/.exec(socket.url()) ?? [];
    socket.onMessage((message) => {
      const answer = hubAnswer(hub, String(message));
      if (answer !== '') socket.send(answer);
      sockets.set(hub, socket);
    });
  });

  /** Waits until the screen shows its data, and a signed-in account's flags and notifications are requested. */
  const loaded = async (): Promise<void> => {
    await screenDrawn(page);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    if (account !== undefined)
      await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    // A page that is left before it has kept the answer leaves the next one to ask again.
    if (unanswered.includes(FEATURES))
      await page.waitForFunction((key) => sessionStorage.getItem(key) !== null, FEATURES_KEY);
  };
  const expectClean = async (): Promise<void> => {
    const asked = unanswered.filter((key) => key !== FEATURES);
    expect(asked, 'requests that the original does not know').toEqual([]);
    expect(unanswered.length - asked.length, FEATURES).toBeLessThanOrEqual(1);
    await watch.expectClean();
    const lines = ((await page.locator('body').textContent()) ?? '').split('\n');
    expect(
      lines.filter((line) => STACK_TEXT.test(line)),
      'traces of an internal error',
    ).toEqual([]);
  };
  const nowAs: OriginalApi['nowAs'] = (as, ...names) => {
    for (const name of names) {
      const { address, one } = playedAs(recording(name), as);
      answers.set(keyOf(one.method, address), one);
    }
  };
  const api: OriginalApi = {
    now: (...names) => nowAs({}, ...names),
    nowAs,
    open: async (address) => {
      await page.goto(address);
      await loaded();
    },
    send: async (hub, ...frames) => {
      await expect.poll(() => sockets.has(hub), `the page is connected to ${hub}`).toBe(true);
      for (const frame of frames) sockets.get(hub)?.send(`${JSON.stringify(frame)}\u001e`);
    },
    expectClean,
    expectSound: async () => {
      await expectClean();
      const shown = (await page.locator('body').ariaSnapshot()).split('\n');
      expect(
        shown.filter((line) => FAILURE.test(line)),
        'words of failure',
      ).toEqual([]);
    },
  };
  if (account !== undefined) {
    api.now('auth');
    nowAs({ id: account.id }, 'profile');
  }
  return api;
}
