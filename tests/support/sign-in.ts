/** Signing in as a player does: through the site's login, the publisher's page and back. */
import { expect, type Page } from 'playwright/test';

/** Signs in as one of the accounts that every region has, and comes back to `returnTo`, a path of the site. */
export async function signIn(page: Page, account: string, returnTo = '/'): Promise<void> {
  await page.goto(`/login?redirectUri=${encodeURIComponent(returnTo)}`);
  await page.getByRole('link', { name: account }).click();
  await expect(page).toHaveURL(returnTo);
}

/** Sends a neutral post as the signed-in user, as another program would; returns the answer's status. */
export function sendPost(page: Page, authorId: number, playerId: number, title: string): Promise<number> {
  const dto = {
    author: { id: authorId },
    player: { id: playerId },
    flairs: 0,
    title,
    content: 'Written by a test: a plain account of a battle that was fought well by both sides.',
  };
  return page.evaluate(async (postDto) => {
    const form = new FormData();
    form.append('postDto', JSON.stringify(postDto));
    const url = `${document.documentElement.dataset.api}/api/Post`;
    return (await fetch(url, { method: 'POST', body: form, credentials: 'include' })).status;
  }, dto);
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
