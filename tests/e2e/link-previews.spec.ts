/** Shared links as a crawler and a browser get them from the running product. */
import { type APIRequestContext, expect, test } from 'playwright/test';
import { DISCORD } from '#tests/support/edge.ts';
import { askRegion } from '#tests/support/screens.ts';

const contentOf = (html: string, property: string): string =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? '';

/** A page as a crawler gets it. Repeated, because a busy machine may take longer than a crawler waits. */
async function crawl(request: APIRequestContext, path: string): Promise<string> {
  let html = '';
  await expect(async () => {
    const answer = await request.get(path, { headers: { 'user-agent': DISCORD } });
    expect(answer.status()).toBe(200);
    html = await answer.text();
    expect(contentOf(html, 'og:url')).not.toBe('');
  }).toPass();
  return html;
}

test('A link has title, picture and address, for crawlers at once and in browsers by script', async ({
  page,
  request,
}) => {
  const ask = askRegion(request, 'eu');
  // An old one, which no test changes.
  const post = (await ask('/api/Post/latest?pageSize=50')).at(-1);
  const [clan] = await ask('/api/Clan');
  const { id, username } = post.author;
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const { path, type, name, title, tab = title } of [
    { path: `/posts/${post.id}`, type: 'article', name: post.title, title: post.title },
    {
      path: `/player/${id},x`,
      type: 'profile',
      name: username,
      title: username,
      tab: `${username} · Received posts`,
    },
    { path: `/clan/${clan.id},x`, type: 'website', name: clan.name, title: `[${clan.tag}] ${clan.name}` },
  ]) {
    const html = await crawl(request, path);
    expect(contentOf(html, 'og:title').replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(title);
    expect(contentOf(html, 'og:type')).toBe(type);
    const picture = await request.get(contentOf(html, 'og:image'));
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
    const answer = await page.goto(path);
    expect(await answer?.text()).not.toContain(name);
    await expect(page).toHaveTitle(`${tab} · Fleet Karma EU`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', contentOf(html, 'og:url'));
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  expect(errors).toEqual([]);

  for (const path of [
    '/player/999999999,x',
    '/posts/00000000-0000-4000-8000-00000000dead',
    '/player/500000005,x',
  ]) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
});
