import { expect, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { chooseInMenu } from '#tests/support/post-menu.ts';
import { deletePostTitled, sendPost, signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const GET_POST = /\/api\/Post\/[0-9a-f-]{36}(\?|$)/i;
const GET_REPLAY = /\/api\/Replay\/[0-9a-f-]{36}(\?|$)/i;
const UNKNOWN = '/posts/00000000-0000-4000-8000-000000000000';

interface Listed {
  id: string;
  title: string;
  content: string;
  replayId: string | null;
  replayState: number;
  readOnly: boolean;
  modLocked: boolean;
  author: { username: string };
  player: { username: string };
}

const firstLine = (text: string): string => text.split('\n')[0]?.trim() ?? '';
const apiOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.api ?? '');

/** The first of the latest posts that fits, found as another program would. */
async function findPost(page: Page, fits: (post: Listed) => boolean, query = ''): Promise<Listed> {
  await page.goto('/guidelines');
  const answer = await page.request.get(`${await apiOf(page)}/api/Post/latest?pageSize=100${query}`);
  const post = ((await answer.json()) as Listed[]).find(fits);
  if (post === undefined) throw new Error('the seed has no such post');
  return post;
}

test('A post has its own page with title, names and text (Rule 8.8)', async ({ page }) => {
  const plain = /^[\w ,.']+$/;
  const post = await findPost(
    page,
    ({ replayId, content }) => replayId === null && plain.test(firstLine(content)),
  );
  const watch = await watchPage(page);
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  await expect(page).toHaveTitle(/ · Fleet Karma EU$/);
  for (const { username } of [post.author, post.player])
    await expect(
      page.getByRole('article').getByRole('link', { name: username, exact: true }).first(),
    ).toBeVisible();
  await expect(page.getByRole('article').getByText(firstLine(post.content))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Replay', exact: true })).toHaveCount(0);
  await watch.expectClean();
});

test('A post with a replay shows its video, file, teams and chat (Rule 8.11)', async ({ page }) => {
  const post = await findPost(page, ({ replayState }) => replayState === 2, '&hasReplay=true');
  await page.goto(`/posts/${post.id}`);
  const video = page.getByLabel('Replay minimap');
  await expect(video).toHaveJSProperty('muted', true);
  await expect(video).toHaveAttribute('loop', '');
  await expect(video).toHaveAttribute('controls', '');
  await expect(video).toHaveJSProperty('paused', false);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table')).toHaveCount(2);
  await expect(page.getByText(/^Both shown, on (the same team|opposing teams)\.$/)).toBeVisible();
  const download = page.waitForEvent('download');
  const own = page.getByRole('link', { name: 'Open in a new tab' });
  await expect(own).toHaveAttribute('target', '_blank');
  await expect(own).toHaveAttribute('href', `/posts/${post.id}`);
  await expect(
    page.getByRole('region', { name: 'Chat messages' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Download replay' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.wowsreplay$/);
});

test('The video does not autoplay with reduced motion (Rule 8.8)', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const post = await findPost(page, ({ replayState }) => replayState === 2, '&hasReplay=true');
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByLabel('Replay minimap')).toHaveJSProperty('paused', true);
});

test('Without a video its place shows why (Rule 8.5)', async ({ page }) => {
  const post = await findPost(page, ({ replayId }) => replayId !== null, '&hasReplay=true');
  const answerWith = (state: number) =>
    changeAnswers(page, GET_POST, ({ model }) => {
      const replay = { ...model.replay, minimapUri: null, timelineUri: null };
      return { model: { ...model, replayState: state, replay } };
    });
  // A connection that comes up late fetches the post again, perhaps when the test is over.
  await page.route(/\/api\/hubs\//i, (route) => route.abort());
  await answerWith(1);
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Rendering Replay minimap...')).toBeVisible();
  await page.unroute(GET_POST);
  await answerWith(0);
  await page.reload();
  await expect(page.getByText('There is no video of this replay.')).toBeVisible();
});

test('Roster and chat fail separately and can be retried (Rule 8.9)', async ({ page }) => {
  const post = await findPost(page, ({ replayId }) => replayId !== null, '&hasReplay=true');
  await changeAnswers(page, GET_POST, ({ model }) => ({ model: { ...model, replay: null } }));
  await page.route(GET_REPLAY, (route) => route.fulfill({ status: 500 }));
  // A connection that comes up late fetches the post again, and with it what failed.
  await page.route(/\/api\/hubs\//i, (route) => route.abort());
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Error loading Teams Roster.')).toBeVisible();
  await expect(page.getByText('Error loading Chat Messages.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
  await page.unroute(GET_REPLAY);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table')).toHaveCount(2);
});

for (const path of [UNKNOWN, '/posts/nonsense']) {
  test(`${path} shows that no post was found (Rule 8.10)`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Sorry, no post was found.')).toBeVisible();
    await expect(page.getByText('removed by a moderator')).toHaveCount(0);
  });
}

test('A removed post shows the reason; moderators see all of it (Rule 8.10)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  const answer = await page.request.get(`${await apiOf(page)}/api/Post/latest?pageSize=500`);
  const locked = ((await answer.json()) as Listed[]).find(({ modLocked }) => modLocked);
  await page.goto(`/posts/${locked?.id}`);
  await expect(page.getByText('Removed by a moderator')).toBeVisible();
  await expect(page.getByText(/^Deletion by /)).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText('Sorry, no post was found.')).toBeVisible();
  await expect(page.getByText('It was removed by a moderator.')).toBeVisible();
  await expect(page.getByText(/^Deletion by /)).toBeVisible();
});

test('A read-only post is marked and shows the moderator’s edit (Rule 8.3)', async ({ page }) => {
  const post = await findPost(page, ({ readOnly }) => readOnly);
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Read-only after a moderator’s')).toBeVisible();
  await expect(page.getByText(/^Edit by /)).toBeVisible();
});

test('A video that fails leaves roster and chat alone and can be retried (Rule 8.9)', async ({ page }) => {
  const post = await findPost(page, ({ replayState }) => replayState === 2, '&hasReplay=true');
  const video = /\.mp4$|\/minimap/i;
  await page.route(video, (route) => route.abort());
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Couldn’t play the video.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).not.toContainText('Error');
  await page.unroute(video);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Replay minimap')).toBeVisible();
});

test('A video from an origin that the policy blocks says that it could not be played (Rule 8.9)', async ({
  page,
}) => {
  const post = await findPost(page, ({ replayState }) => replayState === 2, '&hasReplay=true');
  await changeAnswers(page, GET_POST, ({ model }) => ({
    model: { ...model, replay: { ...model.replay, minimapUri: 'https://blobs.example.test/minimap.mp4' } },
  }));
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Couldn’t play the video.')).toBeVisible();
});

test('An open post shows its edit and its deletion live (Rule 14.3)', async ({ page, browser }) => {
  await signIn(page, 'Iowa_CS', '/posts');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  expect(await sendPost(page, 500_000_009, 500_000_007, 'Soon to be changed')).toBe(201);
  await page.getByRole('link', { name: 'Soon to be changed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soon to be changed');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(page.url());
  await expect(visitor.getByText('Live', { exact: true })).toBeVisible();
  await chooseInMenu(page, 'Edit');
  await page.getByLabel(/^Title/).fill('Changed and saved');
  await page.getByRole('checkbox', { name: /guidelines/ }).check();
  const saved = page.waitForEvent('load');
  await page.keyboard.press('Control+Enter');
  await saved;
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Changed and saved');
  expect(await deletePostTitled(page, 500_000_009, 'Changed and saved')).toBe(205);
  await expect(visitor.getByText('Sorry, no post was found.')).toBeVisible();
  await expect(visitor.getByText('Post deleted.')).toHaveCount(0);
  await visitor.context().close();
});
