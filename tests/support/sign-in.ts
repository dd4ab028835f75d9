/** Signing in for browser tests, and writing posts as the signed-in user. */
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Page,
} from 'playwright/test';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { replayFile } from '#tests/support/replay-file.ts';

/** On the publisher's page: picks one of the accounts that every region has, or any other player by the full name. */
export async function pickAccount(page: Page, account: string): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  const link = page.getByRole('link').filter({ has: page.getByText(account, { exact: true }) });
  if ((await link.count()) === 0) {
    await page.getByLabel('Player name').fill(account);
    await page.getByRole('button', { name: 'Search' }).click();
  }
  await link.click();
}

/** Signs in through the login page and the publisher's page, and comes back to `returnTo`, a path of the site. */
export async function signInByHand(page: Page, account: string, returnTo = '/'): Promise<void> {
  await page.goto(`/login?redirectUri=${encodeURIComponent(returnTo)}`);
  await pickAccount(page, account);
  await expect(page).toHaveURL(returnTo);
}

const unescaped = (html: string): string => html.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The link of an account on the publisher's page, searched by name when it is not a fixed account. */
async function accountLink(request: APIRequestContext, pickPage: APIResponse, account: string) {
  const linkIn = async (answer: APIResponse): Promise<string | undefined> => {
    const links = (await answer.text()).matchAll(/<a href="([^"]*)"><strong>([^<]*)<\/strong>/g);
    for (const [, href = '', name = ''] of links)
      if (unescaped(name) === account) return new URL(unescaped(href), answer.url()).href;
    return undefined;
  };
  const searched = new URL(pickPage.url());
  searched.searchParams.set('search', account);
  const link = (await linkIn(pickPage)) ?? (await linkIn(await request.get(searched.href)));
  if (link === undefined) throw new Error(`The publisher's page has no account ${account}.`);
  return link;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Cookies of the accounts that this worker has signed in, by API and account. */
const sessions = new Map<string, Cookies>();

/**
 * Signs in as a player of the context's region and opens `returnTo`, a path of the site. Takes the same redirects as
 * `signInByHand`, but as plain requests, and once for each worker as long as the session is valid.
 */
export async function signIn(page: Page, account: string, returnTo = '/'): Promise<void> {
  const context = page.context();
  const { request } = context;
  const api = new URL((await request.get('/robots.txt')).url());
  api.port = String(currentTestSite().apiPort);
  const known = `${api.origin} ${account}`;
  await context.addCookies(sessions.get(known) ?? []);
  if (!sessions.has(known) || !(await request.head(`${api.origin}/api/Auth`)).ok()) {
    const pickPage = await request.get(`${api.origin}/api/auth/login`);
    const answer = await request.get(await accountLink(request, pickPage, account));
    expect(answer.status(), `sign-in as ${account}`).toBe(200);
    sessions.set(
      known,
      (await context.cookies(api.origin)).filter(({ name }) => name.startsWith('Auth_')),
    );
  }
  await page.goto(returnTo);
}

/** Text of the posts that tests write. */
export const POST_TEXT = 'Written by a test: a plain account of a battle that was fought well by both sides.';

/**
 * Sends a post as the signed-in user, as another program would; returns the answer's status. It is neutral; with
 * flairs it comes with a replay.
 */
export function sendPost(
  page: Page,
  authorId: number,
  playerId: number,
  title: string,
  flairs = 0,
): Promise<number> {
  const dto = { author: { id: authorId }, player: { id: playerId }, flairs, title, content: POST_TEXT };
  return page.evaluate(
    async ({ dto, replay }) => {
      const form = new FormData();
      form.append('postDto', JSON.stringify(dto));
      if (replay !== null) form.append('replay', new File([new Uint8Array(replay)], 'battle.wowsreplay'));
      const url = `${document.documentElement.dataset.api}/api/Post`;
      return (await fetch(url, { method: 'POST', body: form, credentials: 'include' })).status;
    },
    { dto, replay: flairs === 0 ? null : [...replayFile()] },
  );
}

/** Deletes the post with this title from the signed-in user's list. */
export function deletePostTitled(page: Page, authorId: number, title: string): Promise<number> {
  return page.evaluate(
    async ({ authorId, title }) => {
      const api = document.documentElement.dataset.api;
      const list = await fetch(`${api}/api/Post/${authorId}/sent?pageSize=100`, { credentials: 'include' });
      const posts = (await list.json()) as { id: string; title: string }[];
      const id = posts.find((post) => post.title === title)?.id;
      return (await fetch(`${api}/api/Post/${id}`, { method: 'DELETE', credentials: 'include' })).status;
    },
    { authorId, title },
  );
}
