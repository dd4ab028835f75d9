import { expect, type Locator, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const OWN = '/player/500000004,Dreadnought_Admin?tab=sent';
const FUSO = '/player/500000006,Fuso_Banned';
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';
const SAVE = /\/api\/Post(\?.*)?$/i;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const editor = (page: Page) => dialog(page, /^New post about/);
const title = (page: Page) => editor(page).getByRole('textbox', { name: /^Title/ });
/** Index of the current history entry. */
const entry = (page: Page) => page.evaluate(() => window.navigation.currentEntry?.index);

interface Case {
  account: string;
  path: string | ((page: Page) => Promise<string>);
  /** Steps before it can be opened. */
  before?: (page: Page) => Promise<void>;
  opener: string | RegExp;
  /** The opener is in the menu of a post, whose button gets the focus back. */
  inMenu?: true;
  name: string | RegExp;
  size: keyof typeof WIDTHS;
}

/** Width of each size on a wide and on a narrow screen. */
const WIDTHS = { md: [560, 352], lg: [800, 390], xl: [1140, 390], side: [432, 390] } as const;
const [WIDE, NARROW] = [1440, 390];

async function openBans(page: Page): Promise<void> {
  await button(page, /^Platform bans/).click();
  await expect(
    dialog(page, /^Platform bans of/)
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
}

async function lockedPost(page: Page): Promise<string> {
  const id = await page.evaluate(async () => {
    const url = `${document.documentElement.dataset.api}/api/Post/latest?pageSize=500`;
    const posts = (await (await fetch(url, { credentials: 'include' })).json()) as {
      id: string;
      modLocked: boolean;
    }[];
    return posts.findLast(({ modLocked }) => modLocked)?.id;
  });
  return `/posts/${id}`;
}

const STAFF = { account: 'Dreadnought_Admin', path: OWN };
const CASES: Record<string, Case> = {
  'a new post': {
    account: 'Hood_Clanless',
    path: GNEISENAU,
    opener: 'New Post',
    name: /^New post about/,
    size: 'lg',
  },
  'customer-support-ticket help': {
    account: 'Hood_Clanless',
    path: GNEISENAU,
    before: async (page) => {
      await button(page, 'New Post').click();
      await editor(page).getByRole('group', { name: 'Teamplay' }).getByText('Negative').click();
    },
    opener: 'How do I get a ticket ID?',
    name: 'Reporting to Customer Support',
    size: 'md',
  },
  'an edit': { ...STAFF, opener: 'Edit', inMenu: true, name: /^Edit post about/, size: 'lg' },
  'a deletion': { ...STAFF, opener: 'Delete', inMenu: true, name: 'Delete post', size: 'md' },
  'a moderator’s edit': { ...STAFF, opener: 'Mod Edit', name: /^Mod Edit/i, size: 'lg' },
  'a moderator’s deletion': { ...STAFF, opener: 'Mod Delete', name: /^Mod Delete/i, size: 'md' },
  'reverting an action on its post': {
    ...STAFF,
    path: lockedPost,
    opener: /^Revert/,
    name: /revert/i,
    size: 'md',
  },
  'platform bans': {
    ...STAFF,
    path: FUSO,
    opener: /^Platform bans/,
    name: /^Platform bans of/,
    size: 'lg',
  },
  'a ban': {
    ...STAFF,
    path: FUSO,
    before: async (page) => {
      await openBans(page);
      await button(page, 'Ban this player').click();
      await page.getByRole('textbox', { name: /^Reason/ }).fill('Never sent.');
    },
    opener: 'Ban…',
    name: /^Ban .*\?$/,
    size: 'md',
  },
  'reverting a ban': {
    ...STAFF,
    path: FUSO,
    before: openBans,
    opener: 'Revert',
    name: 'Revert this ban?',
    size: 'md',
  },
  'mod actions': { ...STAFF, path: FUSO, opener: /^Mod actions/, name: /^Mod actions on/, size: 'xl' },
  'recalculating metrics': {
    ...STAFF,
    path: FUSO,
    opener: 'Recalculate metrics',
    name: 'Recalculate metrics?',
    size: 'md',
  },
  'renewing the seed': {
    account: 'Aurora_Captain',
    path: '/settings',
    opener: 'Reset Seed',
    name: 'Confirm Seed Token Rotation',
    size: 'md',
  },
  notifications: {
    account: 'Aurora_Captain',
    path: '/guidelines',
    opener: /^Notifications/,
    name: 'Notifications',
    size: 'side',
  },
};

async function arrive(page: Page, { account, path, before }: Case): Promise<void> {
  if (typeof path === 'string') await signIn(page, account, path);
  else {
    await signIn(page, account, '/guidelines');
    await page.goto(await path(page));
  }
  await before?.(page);
}

/** Tabs forwards and backwards: the focus never reaches the page behind the dialog. */
async function expectFocusKept(box: Locator): Promise<void> {
  const page = box.page();
  const where = () =>
    box.evaluate((element) => {
      const { activeElement } = document;
      if (activeElement === document.body) return 'the browser';
      return element.contains(activeElement) ? 'inside' : String(activeElement?.outerHTML.slice(0, 80));
    });
  expect(await where()).toBe('inside');
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await where(), key).toMatch(/^(inside|the browser)$/);
  }
}

for (const [what, dialogCase] of Object.entries(CASES)) {
  test(`The dialog for ${what} has its size, is accessible and closes in three ways (Rule 2.16)`, async ({
    page,
  }) => {
    const { opener, inMenu, name, size } = dialogCase;
    const visible = inMenu ? 'More actions' : opener;
    await page.setViewportSize({ width: WIDE, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    const watch = await watchPage(page);
    await arrive(page, dialogCase);
    const box = dialog(page, name);
    const [index, address] = [await entry(page), page.url()];

    for (const close of ['Escape', 'button', 'back']) {
      await button(page, visible).focus();
      await page.keyboard.press('Enter');
      if (inMenu) await button(page, opener).press('Enter');
      await expect(box).toBeVisible();
      if (close === 'Escape') {
        await expectFocusKept(box);
        for (const [at, width, colorScheme] of [
          [0, WIDE, 'light'],
          [1, NARROW, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          await expect.poll(async () => (await box.boundingBox())?.width).toBe(WIDTHS[size][at]);
          expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
          await expectAccessible(page, colorScheme, { within: '[role=dialog], dialog' });
        }
        // A moderator’s button, which gets the focus back, is on wide screens only.
        await page.setViewportSize({ width: WIDE, height: 844 });
        await page.keyboard.press('Escape');
      } else if (close === 'button') await box.getByRole('button', { name: 'Close' }).click();
      else await page.goBack();
      await expect(box, close).toHaveCount(0);
      await expect(button(page, visible), close).toBeFocused();
      await expect.poll(() => entry(page), close).toBe(index);
      expect(page.url(), close).toBe(address);
    }
    await watch.expectClean();
  });
}

test('Back closes the editor and keeps the draft; the next back leaves the page (Rule 2.16)', async ({
  page,
}) => {
  await signIn(page, 'Hood_Clanless', '/guidelines');
  await page.goto(GNEISENAU);
  for (const text of ['', 'Half a thought']) {
    await button(page, /New Post/).click();
    await expect(title(page)).toHaveValue(text);
    await title(page).fill('Half a thought');
    await page.goBack();
    await expect(editor(page)).toHaveCount(0);
    await expect(page).toHaveURL(GNEISENAU);
  }
  await page.goForward();
  await expect(editor(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state?.dialogs ?? null)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL('/guidelines');
});

test('With two dialogs open, back closes the one on top (Rule 2.16)', async ({ page }) => {
  await arrive(page, CASES['customer-support-ticket help'] as Case);
  const index = await entry(page);
  await button(page, 'How do I get a ticket ID?').click();
  await expect(dialog(page, 'Reporting to Customer Support')).toBeVisible();
  await page.goBack();
  await expect(dialog(page, 'Reporting to Customer Support')).toHaveCount(0);
  await expect(editor(page)).toBeVisible();
  await expect.poll(() => entry(page)).toBe(index);
  await page.goBack();
  await expect(editor(page)).toHaveCount(0);
  await expect(page).toHaveURL(GNEISENAU);
});

test('A reload with open dialogs removes their history entries and keeps the draft (Rule 2.16)', async ({
  page,
}) => {
  await signIn(page, 'Hood_Clanless', '/guidelines');
  await page.goto(GNEISENAU);
  const index = await entry(page);
  await (CASES['customer-support-ticket help'] as Case).before?.(page);
  await title(page).fill('Half a thought');
  await button(page, 'How do I get a ticket ID?').click();
  await expect.poll(() => entry(page)).toBe((index ?? 0) + 2);
  await page.reload();
  await expect(button(page, /Continue draft/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => entry(page)).toBe(index);
  await button(page, /Continue draft/).click();
  await expect(title(page)).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');
  await expect.poll(() => entry(page)).toBe(index);
  await page.goBack();
  await expect(page).toHaveURL('/guidelines');
});

test('Back during sending stops it; the next back closes the editor (Rule 2.16)', async ({ page }) => {
  await signIn(page, 'Hood_Clanless', GNEISENAU);
  await page.route(SAVE, () => {});
  await button(page, 'New Post').click();
  await title(page).fill('Held back for a while');
  await editor(page)
    .getByRole('textbox', { name: /^Content/ })
    .fill('Written by a test, and never sent: back is pressed while that is being tried.');
  await editor(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
  await button(page, 'Publish post').click();
  await expect(button(page, 'Stop sending')).toBeVisible();
  await page.goBack();
  await expect(button(page, 'Cancel')).toBeVisible();
  await expect(title(page)).toHaveValue('Held back for a while');
  await page.goBack();
  await expect(editor(page)).toHaveCount(0);
  await expect(page).toHaveURL(GNEISENAU);
});

test('Escape does not close a question while its request runs (Rule 2.16)', async ({ page }) => {
  await signIn(page, STAFF.account, OWN);
  const refusals: (() => Promise<void>)[] = [];
  await page.route(/\/api\/Post\/[^/]+$/i, (route) =>
    route.request().method() === 'DELETE' ? void refusals.push(() => route.abort()) : route.continue(),
  );
  const box = dialog(page, 'Delete post');
  const action = box.getByRole('button', { name: 'Delete' });
  await chooseInMenu(page, 'Delete');
  await action.click();
  await expect(action).toHaveAttribute('aria-busy', 'true');
  for (const _ of ['first', 'second', 'third']) {
    await page.keyboard.press('Escape');
    await expect(action).toBeFocused();
  }
  await refusals[0]?.();
  await expect(box.getByRole('alert')).toContainText('could not be reached');
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(button(page, 'More actions')).toBeFocused();
});

test('A moderation list opened by its address closes in place (Rule 2.16)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', `${FUSO}?moderation=bans`);
  const index = await entry(page);
  await dialog(page, /^Platform bans of/)
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(page).toHaveURL(FUSO);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => entry(page)).toBe(index);
});
