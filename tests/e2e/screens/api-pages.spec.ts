/** The API's own pages under their policies, and what pages of the site may load of it. */
import { expect, test } from 'playwright/test';
import { currentTestSite } from '#scripts/testing/test-site.ts';

const { apiPort, port } = currentTestSite();

test('The API’s pages load without a policy violation, and its media on the site’s pages', async ({
  page,
}) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) blocked.push(message.text());
  });
  for (const [path, heading] of [
    ['/swagger', 'Fleet Karma regional API'],
    ['/api/auth/login', 'Sign in to'],
    ['/hangfire', '401'],
  ] as const) {
    await page.goto(`http://localhost:${apiPort}${path}`);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  }
  for (const label of ['', 'na.', 'ru.', 'asia.']) {
    await page.goto(`http://${label}localhost:${port}/guidelines`);
    const loaded = await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve('loaded');
          image.onerror = () => resolve('refused');
          image.src = url;
        }),
      `http://${label}localhost:${apiPort}/favicon.ico`,
    );
    expect(loaded).toBe('loaded');
  }
  expect(blocked).toEqual([]);
});
