/** Shared links as a crawler and a browser get them from the running product (Rules 23.1, 23.7, 23.9, 23.13 and 23.14). */
import { type APIRequestContext, expect, test } from 'playwright/test';
import { DISCORD } from '#tests/support/edge.ts';

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

async function firstPost(request: APIRequestContext, page: string) {
  const api = /data-api="([^"]+)"/.exec(await (await request.get(page)).text())?.[1] ?? '';
  const [post] = await (await request.get(`${api}/api/Post/latest?pageSize=1`)).json();
  const [clan] = await (await request.get(`${api}/api/Clan`)).json();
  return { api, post, clan };
}

test('A crawler gets title, picture and address of a player, a post and a clan', async ({ request }) => {
  const { post, clan } = await firstPost(request, '/posts');
  const pages = [
    { path: `/posts/${post.id}`, title: post.title, type: 'article' },
    { path: `/player/${post.author.id},x`, title: post.author.username, type: 'profile' },
    { path: `/clan/${clan.id},x`, title: `[${clan.tag}] ${clan.name}`, type: 'website' },
  ];
  for (const { path, title, type } of pages) {
    const html = await crawl(request, path);
    expect(contentOf(html, 'og:title').replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(title);
    expect(contentOf(html, 'og:type')).toBe(type);
    expect(html.match(/property="og:title"/g)).toHaveLength(1);
    const picture = await request.get(contentOf(html, 'og:image'));
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  }
});

test('The feed of the latest posts is announced and can be read', async ({ request }) => {
  const html = await (await request.get('/posts')).text();
  const feed =
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="([^"]+)"/.exec(html)?.[1] ?? '';
  const answer = await request.get(feed);
  expect(answer.status()).toBe(200);
  expect((await answer.text()).match(/<entry>/g)).toHaveLength(25);
});

test('A browser gets a head without the API’s data, and its scripts set title and address', async ({
  page,
  request,
}) => {
  const { post, clan } = await firstPost(request, '/posts');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const pages = [
    {
      path: `/player/${post.author.id},x`,
      name: post.author.username,
      title: `${post.author.username} · Received posts`,
    },
    { path: `/posts/${post.id}`, name: post.title, title: post.title },
    { path: `/clan/${clan.id},x`, name: clan.name, title: `[${clan.tag}] ${clan.name}` },
  ];
  for (const { path, name, title } of pages) {
    const html = await crawl(request, path);
    const answer = await page.goto(path);
    expect(await answer?.text()).not.toContain(name);
    await expect(page).toHaveTitle(`${title} · Fleet Karma EU`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', contentOf(html, 'og:url'));
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

for (const [name, path, status] of [
  ['an unknown player', '/player/999999999,x', 404],
  ['an unknown post', '/posts/00000000-0000-4000-8000-00000000dead', 404],
  ['a player who opted out', '/player/500000005,x', 200],
] as const)
  test(`Search engines do not list the page of ${name}`, async ({ page, request }) => {
    await expect(async () => {
      const answer = await request.get(path, { headers: { 'user-agent': DISCORD } });
      const isHidden = (await answer.text()).includes('<meta name="robots" content="noindex">');
      expect([answer.status(), isHidden]).toEqual([status, status === 200]);
    }).toPass();
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });
