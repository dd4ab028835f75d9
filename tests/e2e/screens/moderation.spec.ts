/** Also covers Rules 9.7, 9.8, 11.4. */
import { expect, type Page, type Route, test } from 'playwright/test';
import { expectAccessible } from '#tests/support/axe.ts';
import { screenDrawn } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { watchPage } from '#tests/support/watch-page.ts';

const BORODINO = '/player/500000002,Borodino_Gunner';
const COSSACK = '/player/500000003,Cossack_Mod';
const FUSO = '/player/500000006,Fuso_Banned';
const HOOD = '/player/500000008,Hood_Clanless';
const BANS = /\/api\/mod\/bans/i;
const ACTION_LIST = /\/api\/mod\/action\/list/i;
const REQUIRED = 'This field is required.';
const PATTERN = "The value doesn't follow the required pattern.";

const bar = (page: Page) => page.getByRole('region', { name: 'Moderation' });
const bansButton = (page: Page) => bar(page).getByRole('button', { name: /^Platform bans/ });
const actionsButton = (page: Page) => bar(page).getByRole('button', { name: /^Mod actions/ });
const bansDialog = (page: Page) => page.getByRole('dialog', { name: /^Platform bans of/ });
const actionsDialog = (page: Page) => page.getByRole('dialog', { name: /^Mod actions on posts by/ });
const question = (page: Page) => page.getByRole('dialog', { name: /\?$/ });
const form = (page: Page) => page.getByRole('form', { name: 'Ban this player' });
const reason = (page: Page) => form(page).getByRole('textbox', { name: /^Reason/ });
const items = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');

/** The API's response to the signed-in user. */
function get<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => {
    const api = document.documentElement.dataset.api;
    return (await fetch(`${api}${url}`, { credentials: 'include' })).json();
  }, path);
}

/** Profile of an invented player by number; each test uses its own number. */
async function anyPlayer(page: Page, number: number): Promise<string> {
  const players = await get<{ id: number; username: string }[]>(page, '/api/Player');
  const invented = players.filter(({ id }) => id > 500_000_010);
  const player = invented[number];
  return `/player/${player?.id},${player?.username}`;
}

/** Profile of an author with a removed post, by number; no two are the same. */
async function anyAuthor(page: Page, number: number): Promise<string> {
  const posts = await get<{ modLocked: boolean; author: { id: number; username: string } }[]>(
    page,
    '/api/Post/latest?pageSize=500',
  );
  const authors = new Map(
    posts
      .filter(({ modLocked, author }) => modLocked && author.id > 500_000_010)
      .map(({ author }) => [author.id, author.username]),
  );
  const [id, username] = [...authors][number] ?? [];
  return `/player/${id},${username}`;
}

/** Layout shifts of the bar and of the posts below it. */
async function watchScreen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { __moved: moved });
    type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
      const elements = shifts.flatMap(({ sources }) =>
        sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement)),
      );
      const ofBarOrPosts = elements.filter((element) => element?.closest('[aria-label=Moderation], article'));
      moved.push(...ofBarOrPosts.map((element) => String(element?.outerHTML.slice(0, 100))));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // Shifts are reported one frame after they happen.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    return page.evaluate(() => (window as unknown as { __moved: string[] }).__moved);
  };
}

async function openBanForm(page: Page): Promise<void> {
  await bansButton(page).click();
  await bansDialog(page).getByRole('button', { name: 'Ban this player' }).click();
  await expect(reason(page)).toBeFocused();
}

for (const [who, account] of [
  ['A visitor', null],
  ['A player', 'Hood_Clanless'],
  ['Customer support', 'Iowa_CS'],
] as const) {
  test(`${who} sees and loads nothing of moderation (Rule 5.12)`, async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    if (account === null) await page.goto(`${FUSO}?moderation=bans`);
    else await signIn(page, account, `${FUSO}?moderation=bans`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fuso_Banned');
    await screenDrawn(page);
    if (account !== null) await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(loaded.filter((url) => /StaffBar|ModerationDialogs|\/api\/mod\//.test(url))).toEqual([]);
  });
}

test('An administrator who is no moderator can only recalculate (Rule 11.10)', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Jutland_Admin', HOOD);
  await expect(bar(page).getByRole('button')).toHaveText(['Recalculate metrics']);
  await bar(page).getByRole('button').click();
  await expect(question(page)).toContainText('Hood_Clanless');
  const asked = page.waitForRequest(/recalculate\?playerId=500000008/i);
  await question(page).getByRole('button', { name: 'Recalculate' }).click();
  await asked;
  await expect(page.getByText('The metrics were recalculated.')).toBeVisible();
  await watch.expectClean();
});

test('Reverted bans are marked and not counted (Rule 11.5)', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Cossack_Mod', FUSO);
  await expect(bansButton(page)).toHaveText('Platform bans1');
  await bansButton(page).click();
  await expect(items(page, 'Platform bans')).toHaveCount(2);
  await expect(bansDialog(page)).toContainText('1 ban (reverted bans not counted)');
  const [permanent, reverted] = [
    items(page, 'Platform bans').first(),
    items(page, 'Platform bans').last(),
  ] as const;
  await expect(permanent).toContainText('Permanent');
  await expect(permanent.getByRole('link')).toHaveAttribute('href', /^\/player\/50000000\d,/);
  await expect(reverted).toContainText('Reverted');
  await expect(reverted.getByText(/^Until/).getByRole('time')).toHaveText(/\w{3} \d+, \d{4}, \d+:\d\d:\d\d/);
  await expect(reverted.getByRole('button')).toHaveCount(0);
  await expect(permanent.getByRole('button', { name: 'Revert' })).toBeVisible();
  await watch.expectClean();
});

test('A moderation dialog is part of the address: for reload, back, Escape and its button', async ({
  page,
}) => {
  await signIn(page, 'Cossack_Mod', FUSO);
  await bansButton(page).click();
  await expect(page).toHaveURL(`${FUSO}?moderation=bans`);
  await page.reload();
  await expect(bansDialog(page)).toBeVisible();
  await page.goBack();
  await expect(bansDialog(page)).toHaveCount(0);
  await bansButton(page).click();
  await expect(bansDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bansDialog(page)).toHaveCount(0);
  await expect(bansButton(page)).toBeFocused();
  await expect(page).toHaveURL(FUSO);
  await actionsButton(page).click();
  await actionsDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(actionsButton(page)).toBeFocused();
});

test('The dialogs have their sizes (Rule 11.6)', async ({ page }) => {
  const box = async (dialog: ReturnType<typeof bansDialog>) => {
    const size = await dialog.boundingBox();
    return [size?.width, size?.height];
  };
  await signIn(page, 'Cossack_Mod', `${FUSO}?moderation=bans`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(bansDialog(page)).toBeVisible();
  expect((await box(bansDialog(page)))[0]).toBe(800);
  await page.goto(`${FUSO}?moderation=actions`);
  await expect(actionsDialog(page)).toBeVisible();
  for (const width of [1440, 1200]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await box(actionsDialog(page)))[0], `${width} px`).toBe(1140);
  }
  for (const width of [1199, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await box(actionsDialog(page))).toEqual([width, 844]);
  }
});

test('A moderator bans a player and reverts the ban (Rule 11.8)', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.goto(await anyPlayer(page, 100));
  await openBanForm(page);
  await expect(form(page).getByText(REQUIRED)).toHaveCount(0);
  await form(page).getByRole('button', { name: 'Ban…' }).click();
  await expect(form(page).getByText(REQUIRED)).toBeVisible();
  await expect(reason(page)).toBeFocused();
  await reason(page).fill('x'.repeat(1001));
  await expect(form(page).getByText('The value must be at most 1000 characters long.')).toBeVisible();
  await expect(form(page).getByText('1001/1000')).toBeVisible();

  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(bansDialog(page).getByRole('button', { name: 'Ban this player' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form(page).getByText('The value must be at most 1000 characters long.')).toBeVisible();
  await form(page).getByRole('button', { name: 'Discard draft' }).click();
  await expect(reason(page)).toBeFocused();
  await expect(reason(page)).toHaveValue('');

  await reason(page).fill('Insulted three players in a row.');
  await form(page).getByText('Custom').click();
  const days = form(page).getByRole('textbox', { name: /^Days/ });
  await days.fill('soon');
  await expect(form(page).getByText(PATTERN)).toBeVisible();
  await days.fill('45');
  await expect(form(page).getByText(PATTERN)).toHaveCount(0);
  await form(page).getByRole('button', { name: 'Ban…' }).click();
  await expect(question(page)).toContainText('for 45 days');
  await expect(question(page)).toContainText('Insulted three players in a row.');
  await question(page).getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(bansDialog(page).getByText(/is banned for 45 days\.$/)).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(bansDialog(page).getByRole('button', { name: 'Ban this player' })).toBeFocused();
  await expect(items(page, 'Platform bans')).toHaveCount(1);
  await expect(items(page, 'Platform bans')).toContainText('Insulted three players in a row.');
  await expect(items(page, 'Platform bans')).toContainText('Cossack_Mod');

  await items(page, 'Platform bans').getByRole('button', { name: 'Revert' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(items(page, 'Platform bans')).not.toContainText('Reverted');
  await items(page, 'Platform bans').getByRole('button', { name: 'Revert' }).click();
  await question(page).getByRole('button', { name: 'Revert ban' }).click();
  await expect(bansDialog(page).getByText('The ban was reverted.')).toBeVisible();
  await expect(items(page, 'Platform bans')).toContainText('Reverted');
  await expect(page.locator(':focus')).toContainText('Reverted');
  await page.keyboard.press('Escape');
  await expect(bansButton(page)).toHaveText('Platform bans0');
  await watch.expectClean();
});

for (const [choice, words, end] of [
  ['7 days', 'for 7 days', /Until/],
  ['Permanent', 'permanently', /Permanent/],
] as const) {
  test(`A ban of the length "${choice}" is in force at once (Rule 11.8)`, async ({ page }) => {
    await signIn(page, 'Cossack_Mod', '/guidelines');
    await page.goto(await anyPlayer(page, choice === 'Permanent' ? 110 : 120));
    await openBanForm(page);
    await form(page).getByText(choice, { exact: true }).click();
    await reason(page).fill('Posted the same insult five times.');
    await form(page).getByRole('button', { name: 'Ban…' }).click();
    await expect(question(page)).toContainText(words);
    await question(page).getByRole('button', { name: 'Ban', exact: true }).click();
    // Before earlier bans.
    const ban = items(page, 'Platform bans').first();
    await expect(ban).toContainText(end);
    await expect(ban).toContainText('In force');
  });
}

const REFUSALS: [what: string, answer: Parameters<Route['fulfill']>[0] | null, words: RegExp][] = [
  ['a sentence', { status: 403, contentType: 'text/plain', body: 'Not today.' }, /Not today\./],
  ['a lost session', { status: 401 }, /no longer signed in/],
  ['too many requests', { status: 429 }, /Wait a moment/],
  ['a server error', { status: 500 }, /Something went wrong on our side/],
  ['no answer', null, /could not be reached|offline/],
];

test('Every refused ban shows the reason and keeps the draft (Rule 11.9)', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.goto(await anyPlayer(page, 130));
  await openBanForm(page);
  await form(page).getByText('30 days').click();
  await reason(page).fill('Refused again and again.');
  await form(page).getByRole('button', { name: 'Ban…' }).click();
  for (const [what, answer, words] of REFUSALS) {
    await page.route(BANS, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return answer === null ? route.abort() : route.fulfill(answer);
    });
    await question(page).getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(question(page).getByRole('alert').filter({ hasText: words }), what).toBeVisible();
    await page.unroute(BANS);
  }
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(reason(page)).toHaveValue('Refused again and again.');
  await page.keyboard.press('Escape');
  await bansButton(page).click();
  await expect(reason(page)).toHaveValue('Refused again and again.');
  await page.reload();
  await expect(reason(page)).toHaveValue('Refused again and again.');
  await expect(form(page).getByRole('radio', { name: '30 days' })).toBeChecked();
  await page.goBack();
  await page.goForward();
  await expect(reason(page)).toHaveValue('Refused again and again.');
  await form(page).getByRole('button', { name: 'Discard draft' }).click();
  await expect(reason(page)).toHaveValue('');
  await page.reload();
  await expect(bansDialog(page)).toBeVisible();
  await expect(form(page)).toHaveCount(0);
});

test('A second click does not ban twice', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.goto(await anyPlayer(page, 140));
  await openBanForm(page);
  await reason(page).fill('Sent exactly once.');
  await form(page).getByRole('button', { name: 'Ban…' }).click();
  let sent = 0;
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
  await page.route(BANS, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    await pressed;
    await route.continue();
  });
  await question(page).getByRole('button', { name: 'Ban', exact: true }).dblclick();
  await page.keyboard.press('Escape');
  answer();
  await expect(items(page, 'Platform bans')).toHaveCount(1);
  expect(sent).toBe(1);
});

test('A moderator cannot change bans of their own account, an administrator can (Rule 11.3)', async ({
  page,
}) => {
  await signIn(page, 'Cossack_Mod', `${COSSACK}?moderation=bans`);
  await expect(bansDialog(page).getByText('You cannot change bans of your own account.')).toBeVisible();
  await expect(bansDialog(page).getByRole('button', { name: 'Ban this player' })).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, 'Dreadnought_Admin', '/player/500000004,Dreadnought_Admin?moderation=bans');
  await expect(bansDialog(page).getByRole('button', { name: 'Ban this player' })).toBeVisible();
});

test('A moderator filters the mod actions on a player’s posts and reverts one (Rule 11.7)', async ({
  page,
}) => {
  const watch = await watchPage(page);
  await signIn(page, 'Cossack_Mod', '/guidelines');
  const author = await anyAuthor(page, 0);
  await page.goto(author);
  await actionsButton(page).click();
  const actions = items(page, 'Mod actions');
  await expect(actions.first()).toBeVisible();
  const all = await actions.count();
  await expect(actionsButton(page)).toHaveText(`Mod actions${all}`);
  const kinds = actionsDialog(page).getByRole('navigation', { name: 'Kind of action' }).getByRole('link');
  const deletions = Number(((await kinds.nth(2).textContent()) ?? '').replace(/\D/g, ''));
  expect(deletions).toBeGreaterThan(0);
  await expect(kinds).toHaveText([`All${all}`, `Edits${all - deletions}`, `Deletions${deletions}`]);

  await kinds.nth(2).click();
  await expect(page).toHaveURL(`${author}?moderation=actions&kind=deletions`);
  await expect(actions).toHaveCount(deletions);
  await expect(actions.first()).toContainText('Deletion');
  const post = actions.first().getByRole('link').first();
  await expect(post).toHaveAttribute('href', /^\/posts\/[0-9a-f-]{36}$/);
  const href = (await post.getAttribute('href')) ?? '';

  await actions.first().getByRole('button', { name: 'Revert' }).click();
  await expect(question(page)).toContainText('The post becomes visible again');
  await question(page).getByRole('button', { name: 'Revert action' }).click();
  await expect(actionsDialog(page).getByText('The mod action was reverted.')).toBeVisible();
  await expect(kinds.nth(2)).toHaveText(`Deletions${deletions - 1}`);
  await expect(page.locator(':focus')).toContainText('Deletions');
  await watch.expectClean();
  await page.goto(href);
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByText('removed by a moderator')).toHaveCount(0);
});

test('An action that another moderator reverted shows a message and reloads the list (Rule 11.9)', async ({
  page,
}) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.goto(`${await anyAuthor(page, 1)}?moderation=actions`);
  await page.route(/\/api\/mod\/action\/[0-9a-f-]{36}/i, (route) => route.fulfill({ status: 404 }));
  await items(page, 'Mod actions').first().getByRole('button', { name: 'Revert' }).click();
  await page.route(ACTION_LIST, (route) => route.fulfill({ json: [] }));
  await question(page).getByRole('button', { name: 'Revert action' }).click();
  await expect(question(page).getByText(/It’s gone\./)).toBeVisible();
  await expect(page.getByText('No mod actions.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(actionsDialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
});

test('Only administrators can reprocess a replay from its post (Rule 11.10)', async ({ page }) => {
  const watch = await watchPage(page);
  await signIn(page, 'Dreadnought_Admin', '/guidelines');
  const [post] = await get<{ id: string }[]>(page, '/api/Post/latest?pageSize=1&hasReplay=true');
  await page.goto(`/posts/${post?.id}`);
  const button = page.getByRole('button', { name: 'Reprocess replay' });
  await button.click();
  await expect(page.getByText('The replay will be processed again.')).toBeVisible();
  await watch.expectClean();
  await page.context().clearCookies();
  await signIn(page, 'Cossack_Mod', `/posts/${post?.id}`);
  await expect(page.getByRole('link', { name: 'Download replay' })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('A ban can be issued with the keyboard alone', async ({ page }) => {
  await signIn(page, 'Cossack_Mod', '/guidelines');
  await page.goto(await anyPlayer(page, 150));
  await bansButton(page).focus();
  await page.keyboard.press('Enter');
  await bansDialog(page).getByRole('button', { name: 'Ban this player' }).focus();
  await page.keyboard.press('Enter');
  await expect(reason(page)).toBeFocused();
  await page.keyboard.type('Typed and tabbed.');
  // Between the lengths and the reason.
  await expect(form(page).getByRole('checkbox')).not.toHaveCount(0);
  const guidelines = await form(page).getByRole('checkbox').count();
  for (let step = 0; step <= guidelines; step += 1) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(form(page).getByRole('radio', { name: '3 days' })).toBeChecked();
  for (let step = 0; step < guidelines + 3; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question(page)).toContainText('for 3 days');
  await question(page).getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(items(page, 'Platform bans')).toHaveCount(1);
});

test('The bar is steady, and a refused ban accessible, at 390 and 1440 px', async ({ page }) => {
  test.slow();
  await signIn(page, 'Dreadnought_Admin', '/guidelines');
  const watch = await watchPage(page);
  const moved = await watchScreen(page);
  /** Checks with axe in both views, and that so many open dialogs do not scroll sideways. */
  const expectSound = async (dialogs: number) => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `${width} px, ${colorScheme}`, dialogs > 0 ? { within: 'dialog' } : {});
      const overflow = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('dialog')].map((box) => box.scrollWidth - box.clientWidth),
        );
      await expect.poll(overflow).toEqual(Array(dialogs).fill(0));
    }
  };
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(BORODINO);
    await expect(bansButton(page)).toHaveText(/\d$/);
    await screenDrawn(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await moved()).toEqual([]);
  }
  await expectSound(0);
  await page.goto(`${FUSO}?moderation=bans`);
  await expect(items(page, 'Platform bans').first()).toBeVisible();
  await bansDialog(page).getByRole('button', { name: 'Ban this player' }).click();
  await form(page).getByText('Custom').click();
  await form(page).getByRole('button', { name: 'Ban…' }).click();
  await expect(form(page).getByText(REQUIRED)).toHaveCount(2);
  await expectSound(1);
  await watch.expectClean();
});
