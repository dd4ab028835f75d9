/** Signing in as a player does: through the site's login, the publisher's page and back. */
import { expect, type Page } from 'playwright/test';
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

/** Signs in as a player of the region, and comes back to `returnTo`, a path of the site. */
export async function signIn(page: Page, account: string, returnTo = '/'): Promise<void> {
  await page.goto(`/login?redirectUri=${encodeURIComponent(returnTo)}`);
  await pickAccount(page, account);
  await expect(page).toHaveURL(returnTo);
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
