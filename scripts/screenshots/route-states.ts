/** Content pages, and what signed-in users and moderators see. */
import type { Page } from 'playwright/test';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import type { ScreenState } from '#scripts/screenshots/state.ts';
import { changeAnswers } from '#tests/support/change-answers.ts';
import type { Ask } from '#tests/support/screens.ts';

const PLAYER = 'Aurora_Captain';
const MOD = 'Cossack_Mod';
const PROFILE = '/player/500000002,Borodino_Gunner';
const BANNED_PROFILE = '/player/500000006,Fuso_Banned';

const main = (page: Page) => page.getByRole('main');
const posts = (page: Page) => main(page).getByRole('article');
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens an address and waits for a part of the page. */
const at =
  (address: string, shows = (page: Page) => main(page).getByRole('heading', { level: 1 })) =>
  async (page: Page): Promise<void> => {
    await page.goto(address, { waitUntil: 'networkidle' });
    await shows(page).first().waitFor();
  };

async function openEditor(page: Page): Promise<void> {
  await at(PROFILE, posts)(page);
  await main(page).getByRole('button', { name: 'New Post' }).first().click();
  await dialog(page).getByLabel('Title').waitFor();
}

async function openNotifications(page: Page): Promise<void> {
  await at('/guidelines')(page);
  await page
    .getByRole('button', { name: /notification/i })
    .first()
    .click();
  await dialog(page).getByRole('heading').first().waitFor();
}

async function openBans(page: Page): Promise<void> {
  await at(`${BANNED_PROFILE}?moderation=bans`)(page);
  await dialog(page).getByRole('heading').first().waitFor();
}

/** The latest post with a replay. */
async function openReplay(page: Page, ask: Ask): Promise<void> {
  const [post] = await ask('/api/Post/latest?pageSize=1&hasReplay=true');
  await at(`/posts/${post.id}`, (shown) => shown.getByRole('region', { name: 'Teams' }))(page);
}

async function openReadOnly(page: Page): Promise<void> {
  const also = { headers: { [READ_ONLY_HEADER]: 'true' } };
  await changeAnswers(page, /\/api\/Post\/latest/i, (body) => body, also);
  await at('/posts', posts)(page);
}

/** All of them. */
export const ROUTE_STATES: readonly ScreenState[] = [
  { screen: 'home', state: 'visitor', open: at('/') },
  { screen: 'home', state: 'signed-in', account: PLAYER, open: at('/') },
  { screen: 'guidelines', state: 'visitor', open: at('/guidelines') },
  { screen: 'privacy', state: 'visitor', open: at('/privacy') },
  { screen: 'unauthorized', state: 'visitor', open: at('/unauthorized') },
  { screen: 'forbidden', state: 'visitor', open: at('/forbidden') },
  { screen: 'not-found', state: 'visitor', open: at('/nowhere') },
  { screen: 'player-search', state: 'empty', open: at('/player') },
  { screen: 'clan-search', state: 'empty', open: at('/clan') },
  { screen: 'profile', state: 'signed-in', account: PLAYER, open: at(PROFILE, posts) },
  { screen: 'profile', state: 'moderator', account: MOD, open: at(BANNED_PROFILE, posts) },
  { screen: 'latest-posts', state: 'moderator', account: MOD, open: at('/posts', posts) },
  { screen: 'latest-posts', state: 'read-only', open: openReadOnly },
  { screen: 'post', state: 'with-replay', open: openReplay },
  { screen: 'post', state: 'moderator', account: MOD, open: openReplay },
  { screen: 'moderation', state: 'moderator', account: MOD, open: at('/moderation') },
  { screen: 'settings', state: 'signed-in', account: PLAYER, open: at('/settings') },
  { screen: 'settings', state: 'banned', account: 'Fuso_Banned', open: at('/settings') },
  { screen: 'settings', state: 'opted-out', account: 'Emden_OptedOut', open: at('/settings') },
  { screen: 'editor', state: 'open', account: PLAYER, open: openEditor },
  { screen: 'notifications', state: 'open', account: 'Borodino_Gunner', open: openNotifications },
  { screen: 'bans', state: 'moderator', account: MOD, open: openBans },
];
