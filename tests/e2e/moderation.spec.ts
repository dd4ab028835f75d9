/** Moderators at work: bans, posts, reports and the queue. */
import { type Browser, expect, type Locator, type Page, test } from 'playwright/test';
import type { ReviewList } from '#lib/schemas/review.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import {
  anotherBrowser,
  callApi,
  getJson,
  inventedPlayer,
  newestPostOf,
  originOf,
  type Player,
} from '#tests/support/region-site.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const FUSO = '/player/500000006,Fuso_Banned';

const profileOf = ({ id, username }: Player) => `/player/${id},${encodeURIComponent(username)}`;
const bar = (page: Page) => page.getByRole('region', { name: 'Moderation' });
const bansButton = (page: Page) => bar(page).getByRole('button', { name: /^Platform bans/ });
const bansDialog = (page: Page) => page.getByRole('dialog', { name: /^Platform bans of/ });
const actionsDialog = (page: Page) => page.getByRole('dialog', { name: /^Mod actions on posts by/ });
const question = (page: Page) => page.getByRole('dialog', { name: /\?$/ });
const dialog = (page: Page) => page.getByRole('dialog');
const reason = (page: Page) => dialog(page).getByRole('textbox', { name: /^Reason/ });
/** The reason in a form of the queue. */
const inlineReason = (page: Page) => page.getByRole('textbox', { name: /^Reason/ });
const status = (page: Page) => page.getByRole('region', { name: 'Messages' });

const players = (page: Page, ...numbers: number[]): Promise<Player[]> =>
  Promise.all(numbers.map((number) => inventedPlayer(page, number)));

/** Writes a post as one player about another; returns its id. The page is signed in as its author then. */
async function write(page: Page, author: Player, player: Player, title: string): Promise<string> {
  await signIn(page, author.username, '/guidelines');
  expect(await sendPost(page, author.id, player.id, title)).toBe(201);
  return newestPostOf(page, author.id);
}

test.describe('on a profile', () => {
  test('A moderator bans a player with the keyboard, and reverts the ban', async ({ page }) => {
    const watch = await watchPage(page);
    const form = page.getByRole('form', { name: 'Ban this player' });
    const bans = page.getByRole('list', { name: 'Platform bans' }).getByRole('listitem');
    await signIn(page, 'Cossack_Mod', '/guidelines');
    await page.goto(profileOf(await inventedPlayer(page, 150)));
    await bansButton(page).focus();
    await page.keyboard.press('Enter');
    await bansDialog(page).getByRole('button', { name: 'Ban this player' }).focus();
    await page.keyboard.press('Enter');
    await expect(reason(page)).toBeFocused();
    await page.keyboard.type('Typed and tabbed.');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect(form.getByRole('radio', { name: '3 days' })).toBeChecked();
    // Between the reason and the buttons.
    await expect(form.getByRole('checkbox')).not.toHaveCount(0);
    const guidelines = await form.getByRole('checkbox').count();
    for (let step = 0; step < guidelines + 3; step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await question(page).getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(bans).toContainText('Typed and tabbed.');
    await expect(bansDialog(page).getByRole('button', { name: 'Ban this player' })).toBeFocused();

    await bans.getByRole('button', { name: 'Revert' }).click();
    await question(page).getByRole('button', { name: 'Revert ban' }).click();
    await expect(bans).toContainText('Reverted');
    await expect(page.locator(':focus')).toContainText('Reverted');
    await watch.expectClean();
  });

  test('The dialogs have their sizes, and are a part of the address (Rule 11.6)', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, 'Cossack_Mod', FUSO);
    await bansButton(page).click();
    await expect(bansDialog(page)).toBeVisible();
    await expect(page).toHaveURL(`${FUSO}?moderation=bans`);
    await page.reload();
    await expect(bansDialog(page)).toBeVisible();
    expect((await bansDialog(page).boundingBox())?.width).toBe(800);
    await page.goBack();
    await expect(bansDialog(page)).toHaveCount(0);
    await bar(page)
      .getByRole('button', { name: /^Mod actions/ })
      .click();
    await expect(actionsDialog(page)).toBeVisible();
    for (const [width, expected] of [
      [1440, { width: 1140 }],
      [1200, { width: 1140 }],
      [1199, { width: 1199, height: 844 }],
      [390, { width: 390, height: 844 }],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      expect(await actionsDialog(page).boundingBox(), `${width} px`).toMatchObject(expected);
    }
    await page.keyboard.press('Escape');
    await expect(actionsDialog(page)).toHaveCount(0);
    await expect(bar(page).getByRole('button', { name: /^Mod actions/ })).toBeFocused();
    await expect(page).toHaveURL(FUSO);
  });

  test('What is typed while a form loads is in its first field, and in no other form', async ({ page }) => {
    await signIn(page, 'Cossack_Mod', '/guidelines');
    const profile = profileOf(await inventedPlayer(page, 150));
    let load = (): void => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/PostDialog/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(profile);
    const type = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Warn…' }).click();
      await expect(page.getByRole('dialog', { name: 'Form' })).toBeVisible();
      await page.keyboard.type(text);
    };
    await type('For a form that was closed');
    await page.keyboard.press('Escape');
    await type('No words\nyet');
    load();
    await expect(reason(page)).toHaveValue('No words\nyet');
    await page.keyboard.type(' or now');
    await expect(reason(page)).toHaveValue('No words\nyet or now');
  });

  test('Customer support sees and loads nothing of moderation', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await signIn(page, 'Iowa_CS', '/moderation');
    await expect(page).toHaveURL('/forbidden');
    await page.goto(`${FUSO}?moderation=bans`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fuso_Banned');
    await screenDrawn(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.locator('#account-menu').getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Moderation/ })).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
    await expect(dialog(page)).toHaveCount(0);
    expect(loaded.filter((url) => /StaffBar|Moderation(Dialogs|Link)|\/api\/mod\//.test(url))).toEqual([]);
  });
});

test.describe('on posts', () => {
  test.use({ baseURL: originOf('na') });

  test('Moderating moves the focus and never reloads the page (Rule 28.43)', async ({ page }) => {
    await page.goto('/guidelines');
    const [author, ...targets] = (await players(page, 240, 241, 242)) as [Player, Player, Player];
    for (const target of targets) await write(page, author, target, 'To be judged');
    await page.context().clearCookies();
    await signIn(page, 'Cossack_Mod', `${profileOf(author)}?tab=sent`);
    const card = (index: number) =>
      page.getByRole('main').getByRole('article', { name: 'To be judged' }).nth(index);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });

    await card(0).getByRole('button', { name: 'Mod Delete' }).click();
    await reason(page).fill('Insults are no evidence.');
    await page.keyboard.press('Control+Enter');
    await expect(card(0)).toContainText('Removed by a moderator');
    await expect(card(0)).toBeFocused();

    await page.keyboard.press('Tab');
    await card(1).getByRole('button', { name: 'Mod Edit' }).click();
    const recent = dialog(page).getByRole('list', { name: 'Recent reasons' });
    await recent.getByRole('button', { name: 'Insults are no evidence.' }).click();
    await dialog(page).getByRole('button', { name: 'Save mod edit' }).click();
    await expect(card(1)).toContainText('Read-only after a moderator’s edit.');
    await expect(card(1)).toBeFocused();
    await expect(status(page)).toContainText('Changes saved.');
    await page.keyboard.press('Control+z');
    await expect(status(page)).toContainText('The mod action was reverted.');
    await expect(card(1)).not.toContainText('Read-only');
    await expect(card(1)).toBeFocused();
    expect(loads).toBe(0);
  });
});

/** Opens the panel of notifications, where what arrives from now on appears. */
async function openNotifications(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('You’re all caught up.').or(panel.getByRole('article').first())).toBeVisible();
  return panel;
}

test('A player reports a post, and reporter and author learn live that it was removed', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [author, player, reporter] = (await players(page, 430, 431, 432)) as [Player, Player, Player];
  const post = await write(page, author, player, 'To be reported');
  await signIn(page, reporter.username, `/posts/${post}`);
  await chooseInMenu(page, 'Report');
  await dialog(page).getByRole('radio').first().check();
  await dialog(page).getByLabel('In your words').fill('Insults in the second line');
  await dialog(page).getByRole('button', { name: 'Report', exact: true }).click();
  const outcome = page.getByText('You reported this post. Moderators have not decided yet.');
  await expect(outcome).toBeVisible();
  await page.reload();
  await expect(outcome).toBeVisible();

  const ofReporter = await openNotifications(page);
  const writer = await anotherBrowser(browser, 'eu', author.username);
  const ofAuthor = await openNotifications(writer);
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', `/moderation?post=${post}`);
  await expect(mod.locator('#item-title')).toContainText('To be reported');
  await expect(mod.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await mod.keyboard.press('r');
  await inlineReason(mod).fill('Insults are no evidence.');
  await mod.keyboard.press('Control+Enter');
  await expect(ofReporter).toContainText('Moderators have removed the post that you reported.');
  await expect(ofAuthor).toContainText('Insults are no evidence.');
  expect(await writer.content()).not.toContain(reporter.username);
  for (const other of [writer, mod]) await other.context().close();
});

test.describe('in the queue', () => {
  test.use({ baseURL: originOf('sea') });

  const heading = (page: Page) => page.locator('#item-title');
  const items = (page: Page) => page.getByRole('navigation', { name: 'Items' });
  const sentence = (page: Page) => page.getByRole('textbox', { name: /^Why it stays/ });

  /** Keeps the reported posts of the seed, and reports new ones, each by and about players that no other test uses. Resolves to the authors. */
  async function reportAfresh(browser: Browser, page: Page, titles: readonly string[]): Promise<string[]> {
    const authors: string[] = [];
    const admin = await anotherBrowser(browser, 'sea', 'Dreadnought_Admin');
    const list = '/api/mod/reviews?tab=reported&page=1';
    for (const { postId } of (await getJson<ReviewList>(admin, list)).entries) {
      const keep = { sentence: 'It is fair.' };
      expect(await callApi(admin, 'POST', `/api/mod/reviews/${postId}/claim`)).toBe(200);
      expect(await callApi(admin, 'POST', `/api/mod/reviews/${postId}/keep`, keep)).toBe(204);
    }
    await admin.context().close();
    await page.goto('/guidelines');
    for (const [index, title] of titles.entries()) {
      const from = 400 + 3 * index;
      const [author, player, reporter] = (await players(page, from, from + 1, from + 2)) as [
        Player,
        Player,
        Player,
      ];
      authors.push(author.username);
      const postId = await write(page, author, player, title);
      await signIn(page, reporter.username, '/guidelines');
      const report = { postId, rule: 'respectful', words: 'This is an insult.', moment: null };
      expect(await callApi(page, 'POST', '/api/report', report)).toBe(201);
    }
    await page.context().clearCookies();
    return authors;
  }

  test('Two moderators share the queue, over a reload and a lost connection', async ({ page, browser }) => {
    const authors = await reportAfresh(browser, page, [
      'First reported',
      'Second reported',
      'Third reported',
    ]);
    await signIn(page, 'Cossack_Mod', '/moderation');
    await expect(heading(page)).toContainText('First reported');
    // So high that the pinned bar covers no control.
    await page.setViewportSize({ width: 1280, height: 3000 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    const other = await anotherBrowser(browser, 'sea', 'Dreadnought_Admin', '/moderation');
    await expect(heading(other)).toContainText('Second reported');
    const row = (of: Page, author = '') => items(of).getByRole('link', { name: new RegExp(`^${author} →`) });
    const second = row(page, authors[1]);
    await expect(row(other, authors[0])).toContainText('Cossack_Mod is deciding');
    await expect(second).toContainText('Dreadnought_Admin is deciding');

    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    await page.keyboard.press('a');
    await expect(sentence(page)).toBeFocused();
    await page.keyboard.type('Skills are fair game.');
    await page.reload();
    await expect(heading(page)).toContainText('First reported');
    await expect(sentence(page)).toHaveValue('Skills are fair game.');
    await page.context().setOffline(true);
    await sentence(page).press('Control+Enter');
    await expect(page.getByText('Couldn’t save.')).toBeVisible();
    await page.context().setOffline(false);
    await sentence(page).press('Control+Enter');
    await expect(heading(page)).toContainText('Third reported');
    await expect(heading(page)).toBeFocused();
    await expect(row(other, authors[0])).toHaveCount(0);

    await expect(other.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
    await other.keyboard.press('r');
    await inlineReason(other).fill('Insults are no evidence.');
    await other.keyboard.press('Control+Enter');
    await expect(other.getByText('Others are deciding about the rest.')).toBeVisible();
    await expect(second).toHaveCount(0);
    await other.keyboard.press('u');
    await expect(heading(other)).toContainText('Second reported');
    await expect(status(other)).toContainText('The decision was undone.');
    await expect(second).toContainText('Dreadnought_Admin is deciding');

    await other.goto('/guidelines');
    await expect(second).not.toContainText('is deciding');
    await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible();
    await page.keyboard.press('s');
    await expect(heading(page)).toContainText('Second reported');
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    await page.keyboard.press('a');
    await sentence(page).fill('It is fair.');
    await sentence(page).press('Control+Enter');
    await expect(heading(page)).toContainText('Third reported');
    await other.context().close();
  });
});

test.describe('a post of the queue', () => {
  const decision = (page: Page) => page.getByRole('region', { name: 'Decision' });
  test.use({ baseURL: originOf('na'), viewport: { width: 1440, height: 900 } });

  test('has what decides on the first screen, and its text high up on a phone (Rule 30.75)', async ({
    page,
  }) => {
    test.slow();
    const links = page.getByRole('navigation', { name: 'Items' }).getByRole('link');
    const records = page.getByRole('region', { name: 'Players' });
    await signIn(page, 'Cossack_Mod', '/guidelines');
    for (const tab of ['reported', 'advised']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/moderation?tab=${tab}`);
      await expect(records).toBeVisible();
      const count = await links.count();
      for (let index = 0; index < count; index += 1) {
        await links.nth(index).click();
        await expect(links.nth(index)).toHaveAttribute('aria-current', 'true');
        await expect(records).toBeVisible();
        const [below, lines] = await page.evaluate(() => {
          const bottom = (element?: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
          const fold = document.querySelector('[aria-label="Decision"]')?.getBoundingClientRect().top ?? 0;
          const item = document.querySelector('[aria-labelledby="item-title"]');
          const watch = [...(item?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
            textContent.startsWith('Watch the battle'),
          );
          const shown = [watch, item?.querySelector('canvas'), item?.querySelector('table')];
          const text = item?.querySelector('article > h3 + div');
          const room = innerHeight - (text?.getBoundingClientRect().top ?? innerHeight);
          return [
            shown.map((part) => bottom(part) - fold).filter((beyond) => beyond > 0),
            room / Number.parseFloat(getComputedStyle(text ?? document.body).lineHeight),
          ] as const;
        });
        expect(below, `${tab} ${index}`).toEqual([]);
        expect(lines, `${tab} ${index}`).toBeGreaterThanOrEqual(12);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/moderation?tab=${tab}`);
      await expect(records).toBeAttached();
      const top = () =>
        page.evaluate(() => document.querySelector('main article')?.getBoundingClientRect().top);
      expect(await top(), tab).toBeLessThanOrEqual(260);
      expect(await records.evaluate((table) => table.scrollWidth - table.clientWidth), tab).toBe(0);
    }
  });

  test('keeps the buttons of its forms in the window, and picture and facts above them (Rule 30.77)', async ({
    page,
  }) => {
    const form = page.locator('[data-form]');
    const picture = page.locator('main [data-pictured] canvas');
    const facts = page.getByRole('region', { name: 'Battle', exact: true });
    /** Top and bottom in the window. */
    const edges = async (part: Locator): Promise<[top: number, bottom: number]> => {
      const { y, height } = (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
      return [y, y + height];
    };
    await signIn(page, 'Cossack_Mod', '/guidelines');
    for (const [width, height, visible] of [
      [1440, 900, 900],
      [390, 844, 788],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/moderation?tab=reported');
      await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
      await expect(picture).toBeAttached();
      for (const key of ['r', 'b', 'a', 'e']) {
        await page.keyboard.press(key);
        const button = form.locator('button[type="submit"]');
        await expect(button).toBeInViewport({ ratio: 1 });
        expect((await edges(button))[1], `${key} at ${width} px`).toBeLessThanOrEqual(visible);
        const [top] = await edges(form);
        for (const part of width === 1440 && key !== 'e' ? [picture, facts] : [])
          expect((await edges(part))[1], key).toBeLessThanOrEqual(top);
        expect(await page.evaluate(() => window.scrollY)).toBe(0);
        await page.keyboard.press('Escape');
        await expect(form).toHaveCount(0);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await edges(facts))[0]).toBeLessThan((await edges(picture))[1]);
  });

  test('has its bar in one row, and nothing behind the buttons of its forms (Rule 30.77)', async ({
    page,
  }) => {
    await signIn(page, 'Cossack_Mod', '/moderation?tab=reported');
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    const tops = await decision(page)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    for (const key of ['a', 'e']) {
      await page.keyboard.press(key);
      await expect(page.locator('textarea:focus')).toBeInViewport({ ratio: 1 });
      expect(await decision(page).evaluate((area) => area.scrollHeight - area.clientHeight), key).toBe(0);
      await page.keyboard.press('Escape');
    }
  });

  test('covers neither the battle player nor a low window (Rule 30.77)', async ({ page }) => {
    await signIn(page, 'Cossack_Mod', '/moderation?tab=reported');
    await page.getByRole('button', { name: 'Watch the battle' }).click();
    const slider = page.getByRole('slider', { name: 'Position in the battle' });
    await slider.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect(decision(page)).not.toBeInViewport();
    await expectAccessible(page, 'battle', { only: ['target-size'] });
    await page.setViewportSize({ width: 1440, height: 599 });
    await page.reload();
    await expect(decision(page)).toBeVisible();
    await expect(decision(page)).not.toBeInViewport();
    await page.setViewportSize({ width: 1440, height: 600 });
    await expect(decision(page)).toBeInViewport({ ratio: 1 });
  });
});
