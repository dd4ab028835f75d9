/** The circles of the accused: a decision, its statement, the objection, and a second moderator. */
import { type Browser, expect, type Page, test } from 'playwright/test';
import {
  anotherBrowser,
  callApi,
  getJson,
  inventedPlayer,
  newestPostOf,
  type Player,
} from '#tests/support/region-site.ts';
import { sendPost, signIn } from '#tests/support/sign-in.ts';

test.describe.configure({ mode: 'serial' });

const dialog = (page: Page) => page.getByRole('dialog');
const reason = (page: Page) => page.getByRole('textbox', { name: /^Reason/ });
const statement = (page: Page) => page.getByRole('main');
const why = 'Why, and how to object';

const players = (page: Page, ...numbers: number[]): Promise<Player[]> =>
  Promise.all(numbers.map((number) => inventedPlayer(page, number)));

const karmaOf = async (page: Page, { id }: Player): Promise<number> =>
  (await getJson<{ siteKarma: number }>(page, `/api/Player/${id}`)).siteKarma;

/** Writes a post as one player about another; returns its id. */
async function write(page: Page, author: Player, player: Player, title: string, flairs = 0): Promise<string> {
  await signIn(page, author.username, '/guidelines');
  expect(await sendPost(page, author.id, player.id, title, flairs)).toBe(201);
  return newestPostOf(page, author.id);
}

/** Opens the statement from the notification with this title. */
async function openStatement(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('article', { name: title }).getByRole('link', { name: why }).click();
}

/** Objects to the decision on the page. */
async function object(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Object to this decision' }).click();
  await page.getByRole('textbox', { name: /^Why it is wrong/ }).fill(words);
  await page.getByRole('button', { name: 'Send objection' }).click();
  await expect(page.getByText('Moderators have not decided about it yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Object to this decision' })).toHaveCount(0);
}

/** A second moderator decides the objection in the queue. */
async function decide(
  browser: Browser,
  words: string,
  verdict: 'Uphold' | 'Reverse',
  why: string,
  by = 'Dreadnought_Admin',
) {
  const page = await anotherBrowser(browser, 'eu', by, '/moderation?tab=objections');
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('button', { name: `${verdict}…` }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill(why);
  await page.getByRole('button', { name: verdict, exact: true }).click();
  await expect(page.getByText('No open objections.')).toBeVisible();
  await page.context().close();
}

test('A removal with a warning is explained, objected to and reversed by a second moderator', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [author, player, reporter] = (await players(page, 441, 442, 443)) as [Player, Player, Player];
  const post = await write(page, author, player, 'Praise to be removed', 1);
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', `/moderation?tab=advised&post=${post}`);
  await mod.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.poll(() => karmaOf(page, player)).toBe(1);

  const other = await anotherBrowser(browser, 'eu', reporter.username);
  const report = { postId: post, rule: 'respectful', words: '', moment: null };
  expect(await callApi(other, 'POST', '/api/report', report)).toBe(201);
  await mod.goto(`/moderation?post=${post}`);
  await mod.getByRole('button', { name: 'Remove', exact: true }).click();
  await reason(mod).fill('Praise among friends.');
  await mod.getByRole('checkbox', { name: /^Also warn/ }).check();
  await mod.getByRole('button', { name: 'Remove post' }).click();
  await expect(reason(mod)).toHaveCount(0);
  expect(await karmaOf(page, player)).toBe(0);
  expect(await sendPost(page, author.id, reporter.id, 'Not before the warning is read')).toBe(403);

  await page.goto('/guidelines');
  await openStatement(page, 'Post mod deleted');
  await expect(statement(page)).toContainText('Your post was removed, and you were warned');
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(page.getByRole('button', { name: 'I have read this' })).toHaveCount(0);
  await expect(statement(page)).toContainText('Praise among friends.');
  await expect(statement(page)).toContainText('Praise to be removed');
  for (const { username } of [reporter, { username: 'Cossack_Mod' }])
    expect(await page.content()).not.toContain(username);
  const decision = new URL(page.url()).pathname;
  await other.goto(decision);
  await expect(other.getByRole('heading', { name: 'Decision not found' })).toBeVisible();
  await mod.goto('/moderation?tab=decided');
  await expect(mod.locator(`a[href="${decision}"]`)).toBeVisible();

  await object(page, 'We have never met.');
  await mod.goto('/moderation?tab=objections');
  await expect(mod.getByText('You made this decision, so another moderator decides')).toBeVisible();
  await decide(browser, 'We have never met.', 'Reverse', 'There is no sign of it.');
  await page.reload();
  await expect(statement(page)).toContainText('Moderators have accepted your objection');
  await expect(statement(page)).toContainText('There is no sign of it.');
  await expect(page.getByRole('button', { name: 'Object to this decision' })).toHaveCount(0);
  expect(await karmaOf(page, player)).toBe(1);
  expect(await sendPost(page, author.id, reporter.id, 'The warning is gone, too')).toBe(201);
  for (const one of [mod, other]) await one.context().close();
});

test('A banned player objects, and a second moderator upholds the ban', async ({ page, browser }) => {
  await page.goto('/guidelines');
  const [author, player] = (await players(page, 444, 445)) as [Player, Player];
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod');
  const ban = { userId: author.id, reason: 'Insults in three posts.' };
  expect(await callApi(mod, 'POST', '/api/mod/bans?days=3', ban)).toBe(202);
  await mod.context().close();

  await signIn(page, author.username, `/player/${player.id},${encodeURIComponent(player.username)}`);
  await page.getByRole('link', { name: why }).click();
  await expect(statement(page)).toContainText('You are banned from posting');
  await expect(statement(page)).toContainText('Insults in three posts.');
  await object(page, 'Two of them are not mine.');
  await decide(browser, 'Two of them are not mine.', 'Uphold', 'One is enough.');
  await page.reload();
  await expect(statement(page)).toContainText(
    'Moderators have considered your objection, and the decision stays.',
  );
  await expect(statement(page)).toContainText('One is enough.');
  expect(await sendPost(page, author.id, player.id, 'Not while banned')).toBe(403);
});

test('A removed reply is found without its notification, and comes back after an objection', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [author, player, reporter] = (await players(page, 446, 447, 448)) as [Player, Player, Player];
  const post = await write(page, author, player, 'To be answered');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/posts/${post}`);
  const reply = (of: Page) => of.getByRole('region', { name: `Reply by ${player.username}` });

  await signIn(page, player.username, `/posts/${post}`);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('textbox', { name: /^Your reply/ }).fill('I was out of torpedoes.');
  await page.getByRole('button', { name: 'Publish reply' }).click();
  await expect(reply(page)).toContainText('I was out of torpedoes.');
  // Live.
  await expect(reply(visitor)).toContainText('I was out of torpedoes.');

  const other = await anotherBrowser(browser, 'eu', reporter.username, `/posts/${post}`);
  await reply(other).getByRole('button', { name: 'Report reply' }).click();
  await dialog(other).getByRole('radio').first().check();
  await dialog(other).getByRole('button', { name: 'Report', exact: true }).click();
  await expect(dialog(other)).toHaveCount(0);
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', `/moderation?post=${post}`);
  await expect(mod.getByText('About the reply')).toBeVisible();
  await mod.getByRole('button', { name: 'Remove reply' }).click();
  await reason(mod).fill('No excuses.');
  await mod
    .getByRole('region', { name: /^Remove reply/ })
    .getByRole('button', { name: 'Remove reply' })
    .click();
  await expect(reply(visitor)).toHaveCount(0);

  await expect(reply(page).getByRole('link', { name: why })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Decisions about you' }).click();
  await expect(statement(page).getByRole('listitem')).toHaveText(/^Reply removed.*To be answered, by /);
  await page.getByRole('link', { name: 'Reply removed' }).click();
  await expect(statement(page)).toContainText('Your reply was removed');
  await object(page, 'It is true.');
  await decide(browser, 'It is true.', 'Reverse', 'It is allowed.');
  await expect(reply(visitor)).toContainText('I was out of torpedoes.');
  await page.goto('/decisions');
  await expect(statement(page).getByRole('listitem')).toHaveText(
    /^Reply removed.*Reverted.*Objection accepted/,
  );
  for (const one of [visitor, other, mod]) await one.context().close();
});

test('A reply that changes back to an insult is judged again, also after it was deleted', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [author, player, reporter] = (await players(page, 449, 450, 451)) as [Player, Player, Player];
  const post = await write(page, author, player, 'To be answered rudely');
  const insult = `You are a fool.\n${'!\n'.repeat(100)}`;
  const say = (content: string) => callApi(page, 'PUT', `/api/Post/${post}/reply`, { content });
  const reply = (of: Page) => of.getByRole('region', { name: `Reply by ${player.username}` });
  await signIn(page, player.username, `/posts/${post}`);
  expect(await say(insult)).toBe(204);

  const other = await anotherBrowser(browser, 'eu', reporter.username, `/posts/${post}`);
  const report = async () => {
    await reply(other).getByRole('button', { name: 'Report reply' }).click();
    await dialog(other).getByRole('radio').first().check();
    await dialog(other).getByRole('button', { name: 'Report', exact: true }).click();
    await expect(dialog(other)).toHaveCount(0);
  };
  const words = reply(other).getByText('You are a fool.');
  await expect.poll(async () => (await words.locator('..').boundingBox())?.height).toBeLessThan(350);
  await reply(other).getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await words.boundingBox())?.height).toBeGreaterThan(1500);
  await report();
  expect(await say('Good game.')).toBe(204);

  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', `/moderation?post=${post}`);
  const former = mod.getByRole('region', { name: 'The reply since the first report' });
  await expect(former.locator('del')).toContainText(['fool']);
  await mod.getByRole('button', { name: 'Keep', exact: true }).click();
  await mod.getByRole('textbox', { name: /^Why it stays/ }).fill('It is friendly.');
  await mod.getByRole('button', { name: 'Keep the post' }).click();
  await expect(mod.getByRole('heading', { name: /To be answered rudely/ })).toHaveCount(0);

  expect(await say(insult)).toBe(204);
  await expect(words).toBeVisible();
  await report();
  expect(await callApi(page, 'DELETE', `/api/Post/${post}/reply`)).toBe(204);
  await mod.goto(`/moderation?post=${post}`);
  await expect(former).toContainText('Deleted');
  await expect(former).toContainText('You are a fool.');
  await mod.getByRole('button', { name: 'Remove reply' }).click();
  await reason(mod).fill('An insult.');
  await mod
    .getByRole('region', { name: /^Remove reply/ })
    .getByRole('button', { name: 'Remove reply' })
    .click();
  await expect(mod.getByRole('heading', { name: /To be answered rudely/ })).toHaveCount(0);

  await page.goto(`/posts/${post}`);
  await expect(page.getByText('you can neither change it nor write another one')).toBeVisible();
  expect(await say('Good game.')).toBe(403);
  await openStatement(page, 'Reply removed');
  await expect(statement(page)).toContainText('You are a fool.');
  for (const one of [other, mod]) await one.context().close();
});

test('A ban because of a post about a moderator is neither theirs to see nor to revert (Rule 11.16)', async ({
  page,
  browser,
}) => {
  await page.goto('/guidelines');
  const [author, other] = (await players(page, 452, 453)) as [Player, Player];
  const post = await write(page, author, { id: 500_000_003, username: 'Cossack_Mod' }, 'About a moderator');
  const admin = await anotherBrowser(browser, 'eu', 'Dreadnought_Admin');
  const decision = { reason: 'Insults a volunteer.', rules: [], days: 3 };
  expect(await callApi(admin, 'POST', `/api/mod/reviews/${post}/decision`, decision)).toBe(202);
  await admin.context().close();
  await page.goto(`/player/${other.id},${encodeURIComponent(other.username)}`);
  await page.getByRole('link', { name: why }).click();
  await expect(statement(page)).toContainText('Insults a volunteer.');
  await object(page, 'It was a question.');

  const profile = `/player/${author.id},${encodeURIComponent(author.username)}`;
  const mod = await anotherBrowser(browser, 'eu', 'Cossack_Mod', new URL(page.url()).pathname);
  await expect(mod.getByRole('heading', { name: 'Decision not found' })).toBeVisible();
  await mod.goto('/moderation?tab=objections');
  await expect(mod.getByText('No open objections.')).toBeVisible();
  await mod.goto(`${profile}?moderation=bans`);
  const conflict = 'This player has posted about you, so another moderator decides.';
  await expect(dialog(mod).getByText(conflict)).toBeVisible();
  await dialog(mod).getByRole('button', { name: 'Revert' }).click();
  await dialog(mod).getByRole('button', { name: 'Revert ban' }).click();
  await expect(
    dialog(mod).getByText('You cannot moderate a post that you wrote or that is about you.'),
  ).toBeVisible();
  await mod.goto(profile);
  await expect(mod.getByText(conflict)).toBeVisible();
  await expect(mod.getByRole('button', { name: 'Warn…' })).toHaveCount(0);
  await mod.context().close();

  await decide(browser, 'It was a question.', 'Reverse', 'So it was.', 'Jutland_Admin');
  await page.reload();
  await expect(statement(page)).toContainText('Moderators have accepted your objection');
  expect(await sendPost(page, author.id, other.id, 'Not banned any longer')).toBe(201);
});
