/** Every dialog: size, accessibility and focus, at 1440 px in light and at 390 px in dark. */
import { expect, type Page, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const OWN = '/player/500000004,Dreadnought_Admin?tab=sent';
const FUSO = '/player/500000006,Fuso_Banned';
const GNEISENAU = '/player/500000007,Gneisenau_Hidden';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

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
      await page.getByRole('group', { name: 'Teamplay' }).getByText('Negative').click();
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

for (const [what, dialogCase] of Object.entries(CASES))
  test(`The dialog for ${what} has its size, is accessible and returns the focus`, async ({ page }) => {
    const { opener, inMenu, name, size } = dialogCase;
    const opens = button(page, inMenu ? 'More actions' : opener);
    const box = dialog(page, name);
    await page.setViewportSize({ width: WIDE, height: 844 });
    const watch = await watchPage(page);
    await arrive(page, dialogCase);
    await opens.press('Enter');
    if (inMenu) await button(page, opener).press('Enter');
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
    await expect(box).toHaveCount(0);
    await expect(opens).toBeFocused();
    await watch.expectClean();
  });
