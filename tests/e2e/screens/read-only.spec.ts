/** Read-only mode, with an API of its own that is switched by its signal. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from 'playwright/test';
import { startApi } from '#scripts/support/api-process.ts';
import { freePort } from '#scripts/support/listen.ts';
import { stop } from '#scripts/support/processes.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { expectAccessibleInBothViews } from '#tests/support/axe.ts';
import { copySite } from '#tests/support/copied-site.ts';
import { expectLive } from '#tests/support/live-pages.ts';
import { signInByHand } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const PROFILE = '/player/500000007,Gneisenau_Hidden';
const TITLE = 'Written while it was read-only';
const CONTENT = 'Held the cap for six minutes, shared smoke, and thanked everyone when it was over.';

/** The site with its own API. */
interface Own {
  origin: string;
  /** Switches the mode as an operator does, and waits for it. */
  setReadOnly(isOn: boolean): Promise<void>;
}

async function useOwn(use: (own: Own) => Promise<void>): Promise<void> {
  const apiPort = await freePort();
  const site = await copySite(apiPort);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'read-only-'));
  await copySeededData(dataDir);
  const api = startApi({
    ...testSiteEnvironment(currentTestSite()),
    PORT: String(site.port),
    SITE_DOMAIN: `localhost:${site.port}`,
    API_PORT: String(apiPort),
    API_DOMAIN: `localhost:${apiPort}`,
    DATA_DIR: dataDir,
  });
  await api.ready;
  const ready = async () => (await fetch(`http://127.0.0.1:${apiPort}/ready`)).json();
  await use({
    origin: site.origin,
    async setReadOnly(isOn) {
      process.kill(api.child.pid as number, 'SIGUSR2');
      await expect.poll(ready).toMatchObject({ status: 'ready', readOnly: isOn });
    },
  });
  await stop(api);
  await site.close();
  await rm(dataDir, { recursive: true });
}

const test = base.extend<object, { own: Own }>({
  own: [({ browserName: _ }, use) => useOwn(use), { scope: 'worker' }],
  baseURL: ({ own }, use) => use(own.origin),
});

const notice = (page: Page) => page.getByText('Drafts are kept.');

test('Open pages follow the mode, a refused post is kept, and its notice moves nothing', async ({
  page,
  own: { setReadOnly },
}) => {
  test.slow();
  const dialog = page.getByRole('dialog');
  const watch = await watchPage(page, /503/);
  await signInByHand(page, 'Borodino_Gunner', PROFILE);
  await expectLive(page);
  await expect(notice(page)).toBeHidden();
  await page.getByRole('button', { name: 'New Post' }).click();
  await dialog.getByRole('textbox', { name: /^Title/ }).fill(TITLE);
  await dialog.getByRole('textbox', { name: /^Content/ }).fill(CONTENT);
  await dialog.getByRole('checkbox', { name: /guidelines/ }).check();

  await setReadOnly(true);
  await expect(notice(page)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish post' }).click();
  await expect(dialog.getByText('nothing can be changed now. Try again in a few minutes.')).toBeVisible();
  await expectAccessibleInBothViews(page, dialog);
  for (const address of ['/posts', '/guidelines', '/']) {
    await page.goto(address);
    await expect(notice(page)).toBeVisible();
    await watch.expectSteady();
  }
  await expectAccessibleInBothViews(page, page.locator('html'));
  // It leads to the API at once.
  await page.goto('/login');
  await expect(page.getByText('so no one can sign in now')).toBeVisible();

  await page.goto(PROFILE);
  await expectLive(page);
  await page.getByRole('button', { name: 'Continue draft' }).click();
  await setReadOnly(false);
  await expect(notice(page)).toBeHidden();
  await dialog.getByRole('checkbox', { name: /guidelines/ }).check();
  const published = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Publish post' }).click();
  await published;
  await expect(page.getByRole('article').filter({ hasText: TITLE })).toBeVisible();
});
