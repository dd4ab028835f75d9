import { expect, type Locator, type Page, test } from 'playwright/test';
import { changeAnswers } from '#tests/support/change-answers.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const GET_POST = /\/api\/Post\/[0-9a-f-]{36}(\?|$)/i;

interface Listed {
  id: string;
  title: string;
  content: string;
  replayId: string | null;
  replayState: number;
  author: { username: string };
  player: { username: string };
}

const WITH_VIDEO = ({ replayState }: Listed): boolean => replayState === 2;
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

test('A post has its own page with title, names and text, where nothing moves', async ({ page }) => {
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
  for (const part of ['Author', 'Player'])
    await expect(
      page.getByRole('region', { name: `${part} of this post` }).getByText('Total karma:'),
    ).toBeAttached();
  await watch.expectSteady();
  await watch.expectClean();
});

test('A post with a replay comes first at every width, and plays its video (Rule 30.30)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const post = await findPost(page, WITH_VIDEO, '&hasReplay=true');
  await page.goto(`/posts/${post.id}`);
  const battle = page.getByRole('region', { name: 'Battle', exact: true });
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (!found) throw new Error('A part of the page is not shown.');
    return { ...found, right: found.x + found.width, bottom: found.y + found.height };
  };
  await expect(battle).toBeVisible();
  await expect(page.locator('.notices .notice')).toHaveCount(2);
  expect((await box(page.getByRole('heading', { level: 1 }))).y).toBeLessThanOrEqual(220);
  const article = page.getByRole('article');
  expect((await box(battle)).y).toBeGreaterThanOrEqual((await box(article)).bottom);

  const video = page.getByLabel('Replay minimap');
  await video.scrollIntoViewIfNeeded();
  await expect(video).toHaveJSProperty('paused', false);
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: 'Teams' }).getByRole('table')).toHaveCount(2);
  await expect(chat.getByRole('region', { name: 'Chat messages' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `/posts/${post.id}`,
  );
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download replay' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.wowsreplay$/);

  await page.setViewportSize({ width: 1100, height: 900 });
  for (const part of [battle, page.getByRole('region', { name: 'Author of this post' }), chat])
    await expect.poll(async () => (await box(part)).x).toBeGreaterThanOrEqual((await box(article)).right);
});

test('A strip of the battle is in the first screen and leads to the battle (Rule 30.81)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const post = await findPost(page, WITH_VIDEO, '&hasReplay=true');
  const battle = { map: 'spaces/15_NE_north', playedAt: null, author: null, player: null };
  const thumbnail = { version: '1', width: 384, height: 256 };
  await changeAnswers(page, GET_POST, ({ model }) => ({
    model: { ...model, battle: { ...battle, ...model.battle, thumbnail } },
  }));
  await page.goto(`/posts/${post.id}`);
  const strip = page.locator('main a[href$="#replay"][tabindex="-1"]');
  await expect(strip).toBeInViewport({ ratio: 1 });
  expect((await strip.boundingBox())?.height).toBeGreaterThanOrEqual(144);
  await strip.click();
  await expect(page.getByRole('heading', { name: 'Replay', exact: true })).toBeInViewport();
});

test('A video from an origin that the policy blocks says that it could not be played (Rule 8.9)', async ({
  page,
}) => {
  const post = await findPost(page, WITH_VIDEO, '&hasReplay=true');
  await changeAnswers(page, GET_POST, ({ model }) => ({
    model: { ...model, replay: { ...model.replay, minimapUri: 'https://blobs.example.test/minimap.mp4' } },
  }));
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText('Couldn’t play the video.')).toBeVisible();
});

test('The form of a reply opens with its button above the bar of a phone (Rule 31.1)', async ({ page }) => {
  await signIn(page, 'Borodino_Gunner', '/guidelines');
  const answer = await page.request.get(`${await apiOf(page)}/api/Post/500000002/received?pageSize=100`);
  const posts: { id: string; reply?: unknown; modLocked: boolean }[] = await answer.json();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/posts/${posts.find(({ reply, modLocked }) => !reply && !modLocked)?.id}`);
  const opener = page.getByRole('button', { name: 'Reply', exact: true });
  const button = page.getByRole('button', { name: 'Publish reply' });
  const bottomOf = async (part: Locator) => part.boundingBox().then((box) => box && box.y + box.height);
  const open = async () => {
    await opener.click();
    await expect(page.getByRole('textbox', { name: /^Your reply/ })).toBeFocused();
    await expect.poll(() => bottomOf(button)).toBeLessThanOrEqual(height - 56);
  };
  // The text has room below the opener, the button has not.
  const height = Math.ceil((await bottomOf(opener)) ?? 0) + 300;
  await page.setViewportSize({ width: 390, height });
  await open();
  await page.getByRole('textbox', { name: /^Your reply/ }).fill('Line\n'.repeat(9));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await open();
});
