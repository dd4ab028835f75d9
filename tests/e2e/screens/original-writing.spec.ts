/** The built site in front of the original API's recorded answers: posts, moderation, bans and settings. */
import { expect, type Locator, type Page, test } from 'playwright/test';
import {
  type Account,
  ADMINISTRATOR,
  ANNA,
  BORIS,
  MODERATOR,
  type OriginalApi,
  openOriginal,
} from '#tests/support/original-site.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';

// It would answer instead of the recordings, 30 s after a page has loaded.
test.use({ serviceWorkers: 'block' });

const WRITTEN = '4519694c-40e8-4b5a-804f-682095c761ff';
const POST = `/posts/${WRITTEN}`;
const ACTION = '/api/mod/action/57435294-e684-4ea3-9147-e4d43c0e66ef';
const ACTIONS = `/api/mod/action/list?postId=${WRITTEN}`;
const CONTENT = 'A content of more than fifty characters, since that is the least that is accepted.';

const main = (page: Page): Locator => page.getByRole('main');
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const field = (page: Page, name: RegExp): Locator => dialog(page).getByRole('textbox', { name });
const press = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** Presses the button; the page reloads because it was done. */
async function pressAndReload(page: Page, api: OriginalApi, name: string): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await press(page, name);
  await reloaded;
  await api.loaded();
}

/** Presses the button, which the original refuses; the dialog says why. */
async function expectRefused(page: Page, api: OriginalApi, name: string, words: string | RegExp) {
  await press(page, name);
  const alert = dialog(page).getByRole('alert').filter({ hasText: words });
  await expect(alert).toBeVisible();
  await expect(alert).not.toContainText('We never got an answer');
  await api.expectClean();
}

test('An author writes, edits and deletes a post at the original', async ({ page }) => {
  test.slow();
  const api = await openOriginal(page, ANNA);
  api.now('player');
  api.nowAs({ id: 500000005 }, 'profile visitor', 'received');
  api.nowAs({ id: ANNA.id }, 'sent', 'player');
  await api.open('/player/500000005,Player_5');
  await api.expectSound();
  await page.getByRole('button', { name: 'New Post' }).click();
  await field(page, /^Title/).fill('A title of enough length');
  await field(page, /^Content/).fill(CONTENT);
  await dialog(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
  api.now('create: cooldown');
  await expectRefused(page, api, 'Publish post', 'You posted about this player less than 24 hours ago.');
  api.now('create');
  await pressAndReload(page, api, 'Publish post');
  expect(api.sent('POST', '/api/post')).toMatchObject({
    player: { id: 500000005 },
    author: { id: ANNA.id },
    title: 'A title of enough length',
    content: CONTENT,
  });
  await expect(page.getByText('Post published')).toBeVisible();
  await api.expectSound();

  api.now('post of own with ticket');
  await api.open(POST);
  await expect(main(page)).toContainText('12345678');
  await expect(main(page)).not.toContainText('edited');
  await api.expectSound();

  await chooseInMenu(page, 'Edit');
  await field(page, /^Title/).fill('An edited title');
  for (const part of ['Performance', 'Teamplay', 'Courtesy'])
    await dialog(page)
      .getByRole('group', { name: part })
      .getByRole('radio', { name: 'Neutral' })
      .check({ force: true });
  await dialog(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
  api.now('edit', 'post after edit');
  await pressAndReload(page, api, 'Save changes');
  expect(api.sent('PUT', '/api/post')).toMatchObject({
    id: WRITTEN,
    player: { id: 500000005, username: 'Player_5' },
    author: { id: ANNA.id, username: 'Anna_Ahoy' },
    flairs: 0,
    title: 'An edited title',
    supportTicketStatus: { hasTicket: true, ticketId: '12345678' },
  });
  await expect(main(page)).toContainText('An edited title');
  await expect(main(page)).toContainText('edited');
  await api.expectSound();

  await chooseInMenu(page, 'Delete');
  api.now('delete');
  api.nowAs({ at: `/api/post/${WRITTEN}` }, 'post unknown');
  await pressAndReload(page, api, 'Delete');
  await expect(main(page)).toContainText('Post deleted.');
  await api.expectSound();
});

test('Others never see a ticket id that the original sends to everyone', async ({ page }) => {
  const api = await openOriginal(page, BORIS);
  api.now('post of other with ticket');
  await api.open(POST);
  await expect(main(page).getByRole('article')).toHaveCount(1);
  expect(await page.content()).not.toContain('12345678');
  await api.expectSound();
});

test('A moderator edits and removes a post at the original, and reverts that', async ({ page }) => {
  const api = await openOriginal(page, MODERATOR);
  api.now('post after edit');
  api.nowAs({ at: ACTIONS }, 'mod actions none');
  await api.open(POST);
  await expect(main(page)).toContainText('No moderator has acted on this post.');
  await api.expectSound();

  await page.getByRole('button', { name: 'Mod Edit' }).click();
  await field(page, /^Title/).fill('By a moderator');
  await field(page, /^Reason/).fill('Rule 3');
  api.now('mod edit', 'post after revert', 'mod actions');
  await press(page, 'Save mod edit');
  await expect(main(page)).toContainText('Edit by Dmitri');
  expect(api.sent('POST', '/api/mod/action')).toMatchObject({
    postId: WRITTEN,
    actionType: 1,
    reason: 'Rule 3',
    updatedPost: { id: WRITTEN, player: { id: 500000005 }, author: { id: ANNA.id }, title: 'By a moderator' },
  });
  await expect(main(page)).toContainText('Edit by Dmitri');
  await expect(main(page)).toContainText('Read-only after a moderator’s edit.');
  await api.expectSound();

  await page.getByRole('button', { name: 'Mod Delete' }).click();
  await field(page, /^Reason/).fill('Rule 1');
  api.now('mod delete', 'post removed: moderator');
  await press(page, 'Remove post');
  await expect(main(page)).toContainText('Removed by a moderator');
  expect(api.sent('POST', '/api/mod/action')).toMatchObject({
    postId: WRITTEN,
    actionType: 0,
    reason: 'Rule 1',
  });
  await expect(main(page)).toContainText('Removed by a moderator');
  await api.expectSound();

  // The original reverts it, and then answers 500.
  await page.getByRole('button', { name: 'Revert' }).click();
  api.nowAs({ at: ACTION }, 'revert by moderator');
  api.nowAs({ at: ACTIONS }, 'mod actions none');
  api.now('post after revert');
  await press(page, 'Revert action');
  await expect(page.getByText('The mod action was reverted.')).toBeVisible();
  await expect(main(page)).not.toContainText('Removed by a moderator');
  await api.expectSound();
});

const PLAYER_21: Account = { id: 500000021, username: 'Player_21' };

test('A moderator bans a player at the original and reverts the ban', async ({ page }) => {
  const api = await openOriginal(page, MODERATOR);
  api.nowAs({ id: PLAYER_21.id }, 'player', 'profile visitor', 'received', 'mod actions by user');
  api.nowAs({ id: MODERATOR.id }, 'sent');
  api.nowAs({ at: '/api/mod/bans/500000021' }, 'mod actions none');
  await api.open('/player/500000021,Player_21?moderation=bans');
  await expect(dialog(page)).toContainText('No platform bans.');
  await press(page, 'Ban this player');
  await dialog(page).getByText('30 days', { exact: true }).click();
  await field(page, /^Reason/).fill('Insults again');
  await press(page, 'Ban…');
  const banned = page.waitForRequest((request) => request.url().includes('days=30'));
  api.now('ban until', 'bans');
  await press(page, 'Ban');
  await banned;
  expect(api.sent('POST', '/api/mod/bans')).toEqual({ userId: PLAYER_21.id, reason: 'Insults again' });
  const item = page.getByRole('list', { name: 'Platform bans' }).getByRole('listitem');
  await expect(item).toContainText('In force');
  await expect(item).toContainText('Permanent');
  await api.expectSound();

  await item.getByRole('button', { name: 'Revert' }).click();
  await expect(dialog(page)).toContainText('The ban of Player 500000021 ends');
  api.now('unban', 'bans after');
  await press(page, 'Revert ban');
  await expect(item).toContainText('Reverted');
  await api.expectSound();
});

const PLAYER_30: Account = { id: 500000030, username: 'Player_30' };
const optOut = (page: Page): Locator => page.getByRole('checkbox', { name: 'Opt out of the platform' });

async function saveOptOut(page: Page): Promise<void> {
  await optOut(page).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await press(page, 'Opt out');
}

test('A player opts out at the original and renews the seed', async ({ page }) => {
  const api = await openOriginal(page, PLAYER_30);
  await api.open('/settings');
  await api.expectSound();
  // Another device has just changed it.
  api.now('opt out again', 'profile of opted out');
  await saveOptOut(page);
  await expect(main(page)).toContainText('Opt-Out change is currently on Cooldown.');
  await expect(optOut(page)).toBeDisabled();
  await api.expectClean();

  api.nowAs({ id: PLAYER_30.id }, 'profile');
  await api.open('/settings');
  api.now('opt out');
  await saveOptOut(page);
  expect(api.sent('PUT', '/api/profile')).toEqual({ id: PLAYER_30.id, optedOut: true });
  await expect(page.getByText('Your changes have been saved.')).toBeVisible();
  await expect(optOut(page)).toBeDisabled();

  await page.getByRole('button', { name: 'Reset Seed' }).click();
  api.now('renew seed', 'latest');
  await press(page, 'Renew');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await api.expectSound();
});

test('An administrator of the original has a replay and a player processed again', async ({ page }) => {
  const api = await openOriginal(page, ADMINISTRATOR);
  const replay = 'bdf7a9ce-d262-41dd-9cf1-23db68b9c4e7';
  api.now('post', 'mod actions none');
  await api.open('/posts/3d1971f2-6e43-4c3f-b8cc-e6d20800e101');
  await api.expectSound();
  api.nowAs({ at: `/api/replay/reprocess/${replay}` }, 'reprocess our path');
  api.nowAs({ at: `/api/replay/reprocess/replay/${replay}` }, 'reprocess');
  await page.getByRole('button', { name: 'Reprocess replay' }).click();
  await expect(page.getByText('The replay will be processed again.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Staff' }).locator('[href$="/hangfire"]')).toHaveCount(1);
  await api.expectSound();

  api.now('player');
  api.nowAs({ id: 500000005 }, 'profile visitor', 'received');
  api.nowAs({ id: ADMINISTRATOR.id }, 'sent');
  api.nowAs({ at: '/api/player/recalculate?playerId=500000005' }, 'recalculate: wrong parameter');
  await api.open('/player/500000005,Player_5');
  await page.getByRole('button', { name: 'Recalculate metrics' }).click();
  await press(page, 'Recalculate');
  await expect(page.getByText('The metrics were recalculated.')).toBeVisible();
  await api.expectSound();
});
