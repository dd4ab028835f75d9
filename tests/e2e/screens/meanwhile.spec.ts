/** Also covers Rules 4.4, 9.9, 15.3, 16.1. */
import { expect, type Page, test } from 'playwright/test';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import {
  anotherBrowser,
  callApi,
  getJson,
  inventedPlayer,
  newestPostOf,
  originOf,
} from '#tests/support/region-site.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';

const TITLE = 'Typed while others acted';
const CONTENT = 'Half an hour of careful words about a battle, which no one wants to write a second time.';
/** Begins as a replay does, which is as far as the form itself looks. */
const NO_BATTLE = Buffer.from([0x12, 0x32, 0x34, 0x11, 1, 2, 3, 4, 5, 6, 7, 8]);
const CREATE = /\/api\/Post$/i;
const SEARCH = /\/api\/(Player|Clan)\/search\//i;

const dialog = (page: Page) => page.getByRole('dialog');
const title = (page: Page) => dialog(page).getByRole('textbox', { name: /^Title/ });
const content = (page: Page) => dialog(page).getByRole('textbox', { name: /^Content/ });

async function write(page: Page): Promise<void> {
  await title(page).fill(TITLE);
  await content(page).fill(CONTENT);
  await dialog(page)
    .getByRole('checkbox', { name: /guidelines/ })
    .check();
}

/** Sends; the form says why not, and keeps every word. */
async function expectRefused(page: Page, action: string, words: RegExp): Promise<void> {
  await dialog(page).getByRole('button', { name: action }).click();
  await expect(dialog(page).getByRole('alert').filter({ hasText: words })).toBeVisible();
  await expect(title(page)).toHaveValue(TITLE);
  await expect(content(page)).toHaveValue(CONTENT);
}

test.describe('An open form reports changes from elsewhere:', () => {
  test.use({ baseURL: originOf('na') });

  test('a bad replay, a ban, another post or an opt-out refuse a new post (Rule 9.10)', async ({
    page,
    browser,
  }) => {
    await page.goto('/guidelines');
    const [author, target] = [await inventedPlayer(page, 210), await inventedPlayer(page, 211)];
    await signIn(page, author.username, `/player/${target.id},${encodeURIComponent(target.username)}`);
    await page.getByRole('button', { name: 'New Post' }).click();
    await write(page);
    const send = (words: RegExp) => expectRefused(page, 'Publish post', words);

    await dialog(page)
      .getByLabel(/^Replay/)
      .setInputFiles({ name: 'battle.wowsreplay', mimeType: '', buffer: NO_BATTLE });
    await send(/Choose a file exactly as the game saved it/);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();

    const moderator = await anotherBrowser(browser, 'na', 'Cossack_Mod');
    const ban = { userId: author.id, reason: 'Too quick' };
    expect(await callApi(moderator, 'POST', '/api/mod/bans?days=1', ban)).toBe(202);
    await send(/You are banned from posting on the platform\./);
    const [issued] = await getJson<{ id: string }[]>(moderator, `/api/mod/bans/${author.id}`);
    expect(await callApi(moderator, 'DELETE', `/api/mod/bans/${issued?.id}`)).toBe(205);
    await moderator.context().close();

    expect(await sendPost(page, author.id, target.id, 'Sent by another program')).toBe(201);
    await send(/You must wait until .+ before posting again\. Your draft is kept\./);
    expect(await deletePostTitled(page, author.id, 'Sent by another program')).toBe(205);

    const player = await anotherBrowser(browser, 'na', target.username);
    expect(await callApi(player, 'PUT', '/api/Profile', { id: target.id, optedOut: true })).toBe(204);
    await send(/Player has opted out\./);
    await player.context().close();
    expect(await getJson(page, `/api/Post/${author.id}/sent?pageSize=100`)).not.toContainEqual(
      expect.objectContaining({ title: TITLE }),
    );
  });

  test('sending can be stopped without losing text, and repeated (Rule 9.15)', async ({ page }) => {
    await page.goto('/guidelines');
    const [author, target] = [await inventedPlayer(page, 214), await inventedPlayer(page, 215)];
    await signIn(page, author.username, `/player/${target.id},${encodeURIComponent(target.username)}`);
    await page.getByRole('button', { name: 'New Post' }).click();
    await write(page);
    await dialog(page)
      .getByLabel(/^Replay/)
      .setInputFiles({
        name: 'battle.wowsreplay',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(replayFile()),
      });
    await page.route(CREATE, () => {});
    const begun = page.waitForRequest(CREATE);
    await dialog(page).getByRole('button', { name: 'Publish post' }).click();
    await begun;
    await expect(
      dialog(page)
        .getByRole('status')
        .filter({ hasText: /^(Uploading|Saving)/ }),
    ).toBeVisible();
    await expect(title(page)).not.toBeEditable();
    await dialog(page).getByRole('button', { name: 'Stop sending' }).click();
    await expect(title(page)).toBeEditable();
    await expect(title(page)).toHaveValue(TITLE);
    await expect(dialog(page).getByText('battle.wowsreplay')).toBeVisible();
    await page.unroute(CREATE);
    const published = page.waitForEvent('load');
    await dialog(page).getByRole('button', { name: 'Publish post' }).click();
    await published;
    await expect(page.getByRole('article', { name: TITLE })).toBeVisible();
    const sent = await getJson<{ title: string }[]>(page, `/api/Post/${author.id}/sent`);
    expect(sent.filter((post) => post.title === TITLE)).toHaveLength(1);
  });

  test('a moderator’s action or a deletion in another tab refuse an edit (Rule 8.6)', async ({
    page,
    browser,
  }) => {
    await page.goto('/guidelines');
    const [author, target] = [await inventedPlayer(page, 212), await inventedPlayer(page, 213)];
    await signIn(page, author.username, '/guidelines');
    expect(await sendPost(page, author.id, target.id, 'Before all that')).toBe(201);
    const postId = await newestPostOf(page, author.id);
    await page.goto(`/posts/${postId}`);
    await chooseInMenu(page, 'Edit');
    await write(page);
    const send = (words: RegExp) => expectRefused(page, 'Save changes', words);

    const moderator = await anotherBrowser(browser, 'na', 'Cossack_Mod');
    const act = (actionType: 0 | 1) =>
      callApi(moderator, 'POST', '/api/mod/action', {
        postId,
        actionType,
        reason: 'Not like this',
        updatedPost: actionType === 1 ? { title: 'Put more mildly', content: CONTENT, flairs: 0 } : null,
      });
    expect(await act(1)).toBe(202);
    await send(/This post was made read-only by a moderator\./);
    expect(await act(0)).toBe(202);
    await send(/This post was removed by a moderator\./);
    for (const action of await getJson<{ id: string }[]>(moderator, `/api/mod/action/list?postId=${postId}`))
      expect(await callApi(moderator, 'DELETE', `/api/mod/action/${action.id}`)).toBe(205);
    await moderator.context().close();

    expect(await callApi(page, 'DELETE', `/api/Post/${postId}`)).toBe(205);
    await send(/This post no longer exists\./);
  });
});

test('A dialog whose code fails to load can be retried and shows the draft (Rule 11.9)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/player/500000007,Gneisenau_Hidden');
  const opener = page.getByRole('button', { name: /^Platform bans/ });
  const reason = page.getByRole('textbox', { name: /^Reason/ });
  await opener.click();
  await page.getByRole('button', { name: 'Ban this player' }).click();
  await reason.fill('Not sent yet.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(opener).toHaveText(/\d$/);
  await screenDrawn(page);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.route(/\.js$/, (route) => route.abort());
  await opener.click();
  await expect(page.getByText('Couldn’t load this dialog.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Couldn’t load this dialog.')).toBeVisible();
  await page.unroute(/\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(reason).toHaveValue('Not sent yet.');
});

for (const { path, label, text, found } of [
  { path: '/player', label: 'Username', text: 'aurora_c', found: 'Aurora_Captain' },
  { path: '/clan', label: 'Tag or name', text: 'a', found: /Found \d+ Clan/ },
])
  test(`The search text at ${path} survives failures, reload and back (Rule 16.5)`, async ({
    page,
    context,
  }) => {
    const field = page.getByRole('searchbox', { name: label });
    const again = page.getByRole('button', { name: 'Try again' });
    await page.clock.install();
    await page.goto(path);
    await page.route(SEARCH, (route) => route.fulfill({ status: 500 }));
    await field.fill(text);
    await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
    await page.unroute(SEARCH);

    await page.route(SEARCH, () => {});
    const asked = page.waitForRequest(SEARCH);
    await again.click();
    await asked;
    await page.clock.fastForward(31_000);
    await expect(page.getByText('took too long to answer')).toBeVisible();
    await page.unroute(SEARCH);

    await context.setOffline(true);
    await again.click();
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(field).toHaveValue(text);
    await context.setOffline(false);
    // The search that failed is repeated without a click.
    await expect(page.getByRole('main').getByText(found).first()).toBeVisible();

    await page.reload();
    await expect(field).toHaveValue(text);
    await expect(page.getByRole('main').getByText(found).first()).toBeVisible();
    await page.goto('/guidelines');
    await page.goBack();
    await expect(field).toHaveValue(text);
    await expect(page.getByRole('main').getByText(found).first()).toBeVisible();
  });
