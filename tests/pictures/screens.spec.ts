/** Takes the pictures of `docs/screens.md` from the demo: `BROWSER_TESTS=pictures npx playwright test`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, type Page, test } from 'playwright/test';
import { ROOT } from '#scripts/support/settings.ts';
import { signIn } from '#tests/support/sign-in.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1440, height: 900 };
const BORODINO = '/player/500000002,Borodino_Gunner';
/** Of WebP, out of 100. */
const QUALITY = 82;

interface Screen {
  name: string;
  size: typeof PHONE;
  /** Opens the screen and waits for its content. */
  open: (page: Page) => Promise<unknown>;
  dark?: boolean;
}

const article = (page: Page) => page.getByRole('article').first();
const seen = (page: Page, address: string) =>
  page.goto(address).then(() => expect(article(page)).toBeVisible());

async function openPost(page: Page): Promise<void> {
  await seen(page, '/posts?hasReplay=true');
  await article(page).getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

async function openClan(page: Page): Promise<void> {
  await page.goto(BORODINO);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\[.+\]$/ })
    .first()
    .click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

async function openEditor(page: Page): Promise<void> {
  await signIn(page, 'Hood_Clanless', BORODINO);
  await page.getByRole('button', { name: 'New Post', exact: true }).click();
  await page.getByLabel('Title').fill('Held the cap alone');
}

const SCREENS: readonly Screen[] = [
  { name: 'home-desktop', size: DESKTOP, open: (page) => page.goto('/') },
  { name: 'home-phone', size: PHONE, dark: true, open: (page) => page.goto('/') },
  {
    name: 'player-search-dark',
    size: DESKTOP,
    dark: true,
    open: (page) => page.goto('/player?search=boats'),
  },
  { name: 'profile-desktop', size: DESKTOP, open: (page) => seen(page, BORODINO) },
  { name: 'profile-phone', size: PHONE, dark: true, open: (page) => signIn(page, 'Hood_Clanless', BORODINO) },
  {
    name: 'profile-moderator',
    size: DESKTOP,
    open: (page) => signIn(page, 'Cossack_Mod', '/player/500000006,Fuso_Banned'),
  },
  { name: 'posts-dark', size: DESKTOP, dark: true, open: (page) => seen(page, '/posts') },
  { name: 'post-desktop', size: DESKTOP, open: openPost },
  { name: 'post-phone', size: PHONE, open: openPost },
  { name: 'clan-desktop', size: DESKTOP, open: openClan },
  { name: 'editor-phone', size: PHONE, open: openEditor },
  { name: 'settings-desktop', size: DESKTOP, open: (page) => signIn(page, 'Aurora_Captain', '/settings') },
  {
    name: 'notifications-tablet',
    size: TABLET,
    open: async (page) => {
      await signIn(page, 'Aurora_Captain', BORODINO);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications/ })
        .click();
      await expect(page.getByRole('dialog').getByRole('article').first()).toBeVisible();
    },
  },
];

for (const { name, size, open, dark = false } of SCREENS)
  test(name, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await open(page);
    await page.waitForFunction(() =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility())
        .every((image) => image.complete && image.naturalWidth > 0),
    );
    await page.waitForLoadState('networkidle');
    const picture = await loadImage(await page.screenshot());
    const canvas = createCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    await writeFile(path.join(ROOT, `docs/images/${name}.webp`), await canvas.encode('webp', QUALITY));
  });
