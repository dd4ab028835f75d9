/** The product's main job, in three browsers and across a restart. Runs first and alone: it restarts everything. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Page, test } from 'playwright/test';
import { ROOT } from '#scripts/support/settings.ts';
import { currentTestSite, servePidFile, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { isRefused, startCommand, stopCommands } from '#tests/support/commands.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { signIn, signInByHand } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const [AURORA_ID, BORODINO_ID] = [500_000_001, 500_000_002];
const BORODINO = `/player/${BORODINO_ID},Borodino_Gunner`;
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const TITLE = 'Smoke in the right second';
const EDITED = 'Smoke in the very right second';
const CONTENT = 'Covered our retreat through the strait with **two** smokes and still took the cap.';
const REQUIRED = 'This field is required.';

/** A file of the game, six against six, where a developer has one; never part of the project. */
const [REAL_REPLAY] = globSync(path.join(ROOT, '../shared/replays/*134.wowsreplay'));

test.describe.configure({ mode: 'serial' });
test.afterAll(stopCommands);

const dialog = (page: Page) => page.getByRole('dialog');
const cardOf = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
const totalKarma = async (page: Page): Promise<number> =>
  Number(
    ((await page.getByText('Total Karma').locator('..').textContent()) ?? '')
      .replace('−', '-')
      .replace(/[^\d-]/g, ''),
  );

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

async function writePost(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Post' }).click();
  await dialog(page)
    .getByRole('textbox', { name: /^Title/ })
    .fill(TITLE);
  await dialog(page)
    .getByRole('textbox', { name: /^Content/ })
    .fill(CONTENT);
  await dialog(page).getByRole('group', { name: 'Teamplay' }).getByText('Positive').click();
  await dialog(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
}

async function publish(page: Page, replay: Uint8Array): Promise<void> {
  await dialog(page)
    .getByLabel(/^Replay/)
    .setInputFiles({
      name: 'battle.wowsreplay',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(replay),
    });
  // A worker has read it.
  await expect(
    dialog(page)
      .getByRole('status')
      .filter({ hasText: /shown?\b/ }),
  ).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await dialog(page).getByRole('button', { name: 'Publish post' }).click();
  await reloaded;
}

async function deletePost(page: Page, title: string): Promise<void> {
  await chooseInMenu(cardOf(page, title), 'Delete');
  const reloaded = page.waitForEvent('load');
  await dialog(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await reloaded;
}

/** Ends site and API as Ctrl+C does and starts them again on the same data. */
async function restartEverything(): Promise<void> {
  const site = currentTestSite();
  process.kill(Number(readFileSync(servePidFile(site), 'utf8')), 'SIGTERM');
  await expect.poll(() => isRefused(site.apiPort), { timeout: 60_000 }).toBe(true);
  await expect.poll(() => isRefused(site.port), { timeout: 60_000 }).toBe(true);
  await startCommand(process.execPath, ['scripts/start.ts'], testSiteEnvironment(site)).printed(/^Ready:/m);
}

test('A player signs in and posts about another with a replay; all see it live, also after a restart', async ({
  page,
  browser,
}) => {
  test.slow();
  const watch = await watchPage(page);
  const feed = await openPage(browser, '/posts');
  const profile = await openPage(browser, BORODINO);
  await expect(feed.getByRole('article')).toHaveCount(10);
  await expect(profile.getByRole('article').first()).toBeVisible();
  const karmaBefore = await totalKarma(profile);

  await test.step('sign in through the provider page and search', async () => {
    await signInByHand(page, 'Aurora_Captain', '/player');
    await expect(page.getByText('Welcome, Aurora_Captain.')).toBeVisible();
    await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('Borodino');
    await page.getByRole('link', { name: 'Borodino_Gunner' }).click();
    await expect(page).toHaveURL(BORODINO);
  });

  await test.step('submit without the replay, attach it and submit again', async () => {
    await writePost(page);
    await dialog(page).getByRole('button', { name: 'Publish post' }).click();
    await expect(dialog(page).getByText(REQUIRED)).toBeVisible();
    await publish(page, replayFile(AURORA_ID, BORODINO_ID));
    await expect(cardOf(page, TITLE)).toBeFocused();
    await expect(page.getByText('Post published')).toBeVisible();
    await expect(page.getByText(/^You must wait until .+ before posting again\.$/)).toBeVisible();
  });

  await test.step('the feed and the profile of other visitors show the post and the new karma', async () => {
    await expect(cardOf(feed, TITLE)).toBeVisible();
    await expect(cardOf(profile, TITLE)).toBeVisible();
    await expect.poll(() => totalKarma(profile)).toBe(karmaBefore + 1);
  });

  await test.step('an edit reaches them, too', async () => {
    await chooseInMenu(cardOf(page, TITLE), 'Edit');
    await dialog(page)
      .getByRole('textbox', { name: /^Title/ })
      .fill(EDITED);
    await dialog(page).getByRole('group', { name: 'Teamplay' }).getByText('Neutral').click();
    await dialog(page)
      .getByRole('checkbox', { name: /guidelines/ })
      .check();
    const reloaded = page.waitForEvent('load');
    await dialog(page).getByRole('button', { name: /Save/ }).click();
    await reloaded;
    await expect(cardOf(feed, EDITED)).toBeVisible();
    await expect(cardOf(profile, EDITED)).toBeVisible();
    await expect.poll(() => totalKarma(profile)).toBe(karmaBefore);
  });
  await watch.expectClean();

  await test.step('after a restart of everything the post still exists', async () => {
    await restartEverything();
    await page.goto(BORODINO);
    await expect(cardOf(page, EDITED)).toBeVisible();
  });

  await test.step('a deletion reaches the browsers that stayed open', async () => {
    await deletePost(page, EDITED);
    for (const open of [feed, profile]) {
      // The next attempt to reconnect may be 30 s away after a slow restart; coming online tries at once.
      await open.evaluate(() => dispatchEvent(new Event('online')));
      await expect(cardOf(open, EDITED)).toHaveCount(0);
    }
  });
});

if (REAL_REPLAY !== undefined) {
  test('A replay of the real game is accepted, and the post shows its teams', async ({ page }) => {
    // No other test posts about this player as this account: a cooldown outlives its post.
    await signIn(page, 'Aurora_Captain', GNEISENAU);
    await writePost(page);
    await publish(page, readFileSync(REAL_REPLAY));
    await cardOf(page, TITLE).getByRole('link', { name: TITLE }).click();
    await expect(page.getByRole('table', { name: /^Team \d/ })).toHaveCount(2);
    await expect(
      page
        .getByRole('table', { name: /^Team \d/ })
        .first()
        .getByRole('row'),
    ).toHaveCount(7);
    await page.goto(GNEISENAU);
    await deletePost(page, TITLE);
  });
}
