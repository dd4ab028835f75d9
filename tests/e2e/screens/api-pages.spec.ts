/** The API's own pages under their policies, and what pages of the site may load of it (rule 17.19). */
import { expect, test } from 'playwright/test';
import { currentTestSite } from '#scripts/testing/test-site.ts';

const { apiPort, port } = currentTestSite();
const API = `http://localhost:${apiPort}`;

for (const [name, path, heading] of [
  ['Swagger', '/swagger', 'Fleet Karma regional API'],
  ['The sign-in page', '/api/auth/login', 'Sign in to'],
  ['The jobs page', '/hangfire', '401'],
] as const) {
  test(`${name} loads without a policy violation`, async ({ page }) => {
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Content-Security-Policy/i.test(message.text()))
        blocked.push(message.text());
    });
    await page.goto(API + path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    expect(blocked).toEqual([]);
  });
}

test('Pages of each region load media from their API on another port', async ({ page }) => {
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
});
