/** Also covers Rules 13.3, 14.2, 14.3. */
import { type BrowserContext, expect, type Page, test } from 'playwright/test';
import { expectLive, hubLine, notificationsStreamed, openAndListen } from '#tests/support/live-pages.ts';
import { anotherBrowser, callApi, getJson, newestPostOf, originOf } from '#tests/support/region-site.ts';
import { deletePostTitled, POST_TEXT, sendPost } from '#tests/support/sign-in.ts';

const IOWA = { id: 500_000_009, path: '/player/500000009,Iowa_CS' };
const BORODINO = { id: 500_000_002, path: '/player/500000002,Borodino_Gunner' };
const COSSACK = { id: 500_000_003, path: '/player/500000003,Cossack_Mod' };
const ADMIN = 500_000_004;
const JUTLAND = 500_000_010;
/** Performance, teamplay and courtesy, all positive. */
const PRAISE = 1 | 4 | 16;

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, title: string) => main(page).getByRole('article', { name: title, exact: true });
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const actionItems = (page: Page) => page.getByRole('list', { name: 'Mod actions' }).getByRole('listitem');
const fact = (page: Page, label: string) =>
  main(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');

/** An expectation about a page; `of` names event and screen. */
type Seen = (page: Page, of: string) => Promise<unknown>;

const shows =
  (title: string, text: string | RegExp = ''): Seen =>
  async (page, of) => {
    await expect(card(page, title), of).toBeVisible();
    await expect(card(page, title), of).toContainText(text);
  };
const lacks =
  (...titles: string[]): Seen =>
  async (page, of) => {
    for (const title of titles) await expect(card(page, title), of).toHaveCount(0);
  };
const says =
  (...texts: (string | RegExp)[]): Seen =>
  async (page, of) => {
    for (const text of texts) await expect(main(page).getByText(text).first(), of).toBeVisible();
  };
const counts =
  (count: number): Seen =>
  (page, of) =>
    expect(bell(page), of).toHaveAccessibleName(
      count === 0 ? 'Notifications' : `Notifications, ${count} new`,
    );
const lists =
  (...toasts: RegExp[]): Seen =>
  (page, of) =>
    expect(panel(page).getByRole('article'), of).toHaveText(toasts);
const all =
  (...parts: Seen[]): Seen =>
  async (page, of) => {
    for (const part of parts) await part(page, of);
  };

const KARMA = ['Platform Karma', 'Performance', 'Teamplay', 'Courtesy'];
const numberOf = async (page: Page, label: string) =>
  Number(((await fact(page, label).textContent()) ?? '').replaceAll(/[+,]/g, '').replace('−', '-'));
/** Reads karma and ratings; the returned function expects each of them to have changed by `change`. */
async function karmaOf(page: Page): Promise<(change: number) => Seen> {
  const before = new Map<string, number>();
  for (const label of KARMA) before.set(label, await numberOf(page, label));
  return (change) => async (shown, of) => {
    for (const [label, value] of before)
      await expect.poll(() => numberOf(shown, label), `${of}: ${label}`).toBe(value + change);
  };
}

/** Checks all named screens in parallel. */
async function expectSeen(pages: Map<string, Page>, event: string, seen: Record<string, Seen>) {
  await Promise.all(
    Object.entries(seen).map(([screen, look]) => look(pages.get(screen) as Page, `${event}: ${screen}`)),
  );
}

/** Opens each screen in its own tab. */
async function openScreens(context: BrowserContext, screens: Record<string, string>) {
  const pages = new Map<string, Page>();
  await Promise.all(
    Object.entries(screens).map(async ([screen, path]) => {
      const page = await context.newPage();
      await page.goto(path);
      pages.set(screen, page);
      if (/posts|player/.test(path)) await expectLive(page);
    }),
  );
  return pages;
}

/** A tab with the notification panel open and empty. */
async function openPanel(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const streamed = notificationsStreamed(page);
  await page.goto('/guidelines');
  await bell(page).click();
  await streamed;
  const clear = panel(page).getByRole('button', { name: 'Clear all' });
  await expect(clear.or(panel(page).getByText('No notifications.'))).toBeVisible();
  if (await clear.isVisible()) await clear.click();
  return page;
}

const FEEDS = { feed: '/posts', 'page 2': '/posts?page=2', 'with replay': '/posts?hasReplay=true' };

test.describe('One browser acts, others watch', () => {
  const region = 'sea';
  test.use({ baseURL: originOf(region) });

  test('Every event of a post reaches every screen that shows it (Rule 14.1)', async ({
    context,
    browser,
  }) => {
    test.slow();
    const visitor = await openScreens(context, {
      ...FEEDS,
      received: BORODINO.path,
      'other tab': `${BORODINO.path}?tab=sent`,
      sent: `${IOWA.path}?tab=sent`,
    });
    const author = await anotherBrowser(browser, region, 'Iowa_CS', IOWA.path);
    const slot = await author.context().newPage();
    await slot.goto(BORODINO.path);
    const authorsPanel = await openPanel(author.context());
    const target = await (await browser.newContext({ baseURL: originOf(region) })).newPage();
    await openAndListen(target, 'Borodino_Gunner', '/guidelines');
    const targetsPanel = await openPanel(target.context());
    const moderator = await anotherBrowser(browser, region, 'Cossack_Mod');
    const staff = await openScreens(moderator.context(), {
      'moderator’s feed': '/posts',
      'without mod actions': '/posts?hideModActions=true',
      'mod actions': `${IOWA.path}?moderation=actions`,
    });
    await expectLive(slot);
    const pages = new Map([...visitor, ...staff])
      .set('slot', slot)
      .set('bell', target)
      .set('panel', targetsPanel)
      .set('author’s panel', authorsPanel);
    const karma = await karmaOf(pages.get('received') as Page);
    const actions = await actionItems(pages.get('mod actions') as Page).count();
    const has =
      (count: number, text = ''): Seen =>
      async (page, of) => {
        await expect(actionItems(page), of).toHaveCount(actions + count);
        await expect(actionItems(page).first(), of).toContainText(text);
      };
    const everywhere = (look: Seen, { unless = [] as string[] } = {}) => {
      const screens = ['feed', 'with replay', 'received', 'sent', 'moderator’s feed', 'without mod actions'];
      const kept = screens.filter((screen) => !unless.includes(screen));
      return Object.fromEntries(kept.map((screen) => [screen, look]));
    };
    const openPost = async (id: string) => {
      const page = (await openScreens(context, { post: `/posts/${id}` })).get('post') as Page;
      pages.set('post', page);
    };

    const [first, edited, judged] = [
      'Seen live',
      'Seen live, then reworded',
      'Put mildly by a moderator',
    ] as const;
    const text = { content: POST_TEXT, supportTicketStatus: { hasTicket: false, ticketId: null } };

    expect(await sendPost(author, IOWA.id, BORODINO.id, first, PRAISE)).toBe(201);
    await expectSeen(pages, 'a new post', {
      ...everywhere(shows(first)),
      'page 2': lacks(first),
      received: all(shows(first), karma(+1)),
      'other tab': all(lacks(first), karma(+1)),
      slot: all(shows(first), karma(+1), says(/^You must wait until/)),
      bell: counts(1),
      panel: lists(/Post added.*Seen live/),
    });

    const postId = await newestPostOf(author, IOWA.id);
    await openPost(postId);
    const rewritten = { ...text, id: postId, title: edited, flairs: 0 };
    expect(await callApi(author, 'PUT', '/api/Post', rewritten)).toBe(200);
    await expectSeen(pages, 'an edit', {
      ...everywhere(all(shows(edited, /edited/), lacks(first))),
      'page 2': lacks(edited),
      received: all(shows(edited), lacks(first), karma(0)),
      'other tab': karma(0),
      slot: all(shows(edited), karma(0)),
      post: shows(edited),
      bell: counts(1),
      panel: lists(/Post edited.*Seen live, then reworded/),
    });

    const update = { ...text, title: judged, flairs: PRAISE };
    const edit = { postId, actionType: 1, reason: 'Names a clan.', updatedPost: update };
    expect(await callApi(moderator, 'POST', '/api/mod/action', edit)).toBe(202);
    await expectSeen(pages, 'a moderator’s edit', {
      ...everywhere(all(shows(judged, 'Read-only after a moderator’s edit.'), lacks(edited))),
      received: all(shows(judged, 'Read-only'), karma(+1)),
      'other tab': karma(+1),
      post: all(shows(judged, 'Read-only'), says(/^Edit by /, 'Names a clan.')),
      'mod actions': has(1, 'Names a clan.'),
      'author’s panel': lists(/Post mod edited.*Critical.*Names a clan\./),
    });

    const removal = { postId, actionType: 0, reason: 'An insult.', updatedPost: null };
    expect(await callApi(moderator, 'POST', '/api/mod/action', removal)).toBe(202);
    await expectSeen(pages, 'a moderator’s deletion', {
      ...everywhere(lacks(judged), { unless: ['sent', 'moderator’s feed'] }),
      received: all(lacks(judged), karma(0)),
      'other tab': karma(0),
      sent: lacks(judged),
      'moderator’s feed': shows(judged, 'Removed by a moderator'),
      post: says('Sorry, no post was found.', 'It was removed by a moderator.', /^Deletion by /),
      'mod actions': has(2, 'An insult.'),
      'author’s panel': lists(/Post mod edited/, /Post mod deleted.*Critical.*An insult\./),
    });

    const [latest] = await getJson<{ id: string }[]>(moderator, `/api/mod/action/list?postId=${postId}`);
    expect(await callApi(moderator, 'DELETE', `/api/mod/action/${latest?.id}`)).toBe(205);
    await expectSeen(pages, 'a revert', {
      ...everywhere(shows(judged)),
      received: all(shows(judged), karma(+1)),
      'other tab': karma(+1),
      'author’s panel': lists(/Post mod edited/),
    });

    expect(await deletePostTitled(author, IOWA.id, judged)).toBe(205);
    await expectSeen(pages, 'a deletion', {
      ...everywhere(lacks(judged)),
      received: all(lacks(judged), karma(0)),
      slot: all(lacks(judged), says(/^You must wait until/)),
      post: says('Sorry, no post was found.'),
      bell: counts(0),
      panel: lists(),
    });
    for (const page of [author, target, moderator]) await page.context().close();
  });
});

test.describe('The hubs are gone', () => {
  const region = 'cis';
  test.use({ baseURL: originOf(region) });

  test('for 40 seconds: afterwards every screen shows what it missed (Rule 14.5)', async ({
    context,
    browser,
  }) => {
    test.slow();
    const [kept, changed, gone, added] = [
      'Stays as it was',
      'Changed during the outage',
      'Gone during the outage',
      'Added during the outage',
    ] as const;
    const admin = await anotherBrowser(browser, region, 'Dreadnought_Admin');
    const other = await anotherBrowser(browser, region, 'Jutland_Admin');
    const third = await anotherBrowser(browser, region, 'Iowa_CS');
    const target = await (await browser.newContext({ baseURL: originOf(region) })).newPage();
    const watchers = [context, target.context()];
    const line = await hubLine(...watchers);
    for (const { clock } of watchers) await clock.install();
    await openAndListen(target, 'Cossack_Mod', COSSACK.path);
    const targetsPanel = await openPanel(target.context());
    expect(await sendPost(admin, ADMIN, COSSACK.id, kept, PRAISE)).toBe(201);
    expect(await sendPost(other, JUTLAND, COSSACK.id, gone, PRAISE)).toBe(201);
    const [keptId, goneId] = [await newestPostOf(admin, ADMIN), await newestPostOf(other, JUTLAND)];

    const pages = await openScreens(context, {
      ...FEEDS,
      received: COSSACK.path,
      'other tab': `${COSSACK.path}?tab=sent`,
      'its post': `/posts/${keptId}`,
      'its other post': `/posts/${goneId}`,
    });
    pages.set('bell', target).set('panel', targetsPanel);
    const elsewhere = await anotherBrowser(browser, region, 'Cossack_Mod');
    const karma = await karmaOf(pages.get('received') as Page);
    await expectSeen(pages, 'before', {
      feed: all(shows(kept), shows(gone)),
      bell: counts(2),
      panel: lists(/Stays as it was/, /Gone during the outage/),
    });

    await bell(elsewhere).click();
    await line.cut();
    const screens = ['feed', 'page 2', 'with replay', 'received', 'other tab', 'its post', 'its other post'];
    const expectSign = (sign: string, on = screens) =>
      expectSeen(pages, sign, Object.fromEntries(on.map((screen) => [screen, says(sign)])));
    await expectSign('Reconnecting…');
    // After the first attempts to reconnect, and before the last one.
    for (const { clock } of watchers) await clock.pauseAt(Date.now() + 20_000);
    await panel(elsewhere).getByRole('button', { name: 'Dismiss: Post added' }).first().click();
    await expect(panel(elsewhere).getByRole('article')).toHaveCount(1);
    const rewritten = {
      id: keptId,
      title: changed,
      content: POST_TEXT,
      flairs: 0,
      supportTicketStatus: { hasTicket: false, ticketId: null },
    };
    expect(await callApi(admin, 'PUT', '/api/Post', rewritten)).toBe(200);
    expect(await deletePostTitled(other, JUTLAND, gone)).toBe(205);
    expect(await sendPost(third, IOWA.id, COSSACK.id, added, PRAISE)).toBe(201);
    await expect(panel(elsewhere).getByRole('article')).toHaveCount(2);
    await expectSeen(pages, 'while cut off', {
      feed: all(shows(kept), shows(gone), lacks(added)),
      bell: counts(2),
    });

    await expectSign('Reconnecting…');
    await line.heal();
    for (const { clock } of watchers) {
      await clock.runFor(30_000);
      await clock.resume();
    }
    await expectSign('Live', screens.slice(0, -1));
    await expectSeen(pages, 'afterwards', {
      feed: all(shows(changed), shows(added), lacks(kept, gone)),
      'page 2': lacks(kept, changed, gone, added),
      'with replay': all(shows(changed), shows(added), lacks(kept, gone)),
      received: all(shows(changed), shows(added), lacks(kept, gone), karma(-1)),
      'other tab': karma(-1),
      'its post': shows(changed),
      'its other post': says('Sorry, no post was found.'),
      bell: counts(2),
      panel: lists(/Post edited.*Changed during/, /Post added.*Added during/),
    });
    for (const page of [admin, other, third, target, elsewhere]) await page.context().close();
  });

  test('for longer: updates stop, and resume by network, tab or button (Rule 14.4)', async ({
    context,
    browser,
  }) => {
    const title = 'After a long silence';
    const author = await anotherBrowser(browser, region, 'Gneisenau_Hidden');
    const line = await hubLine(context);
    await context.clock.install();
    const pages = await openScreens(context, {
      'the network': '/posts',
      'the tab': IOWA.path,
      'the button': '/posts?count=25',
    });
    await line.cut();
    await Promise.all(
      [...pages.values()].map((page) =>
        expect(async () => {
          await page.clock.runFor(15_000);
          await expect(page.getByText('Live updates have stopped.')).toBeVisible({ timeout: 100 });
        }).toPass(),
      ),
    );
    expect(await sendPost(author, 500_000_007, IOWA.id, title)).toBe(201);
    await line.heal();
    await expectSeen(pages, 'before anything resumes', {
      'the network': lacks(title),
      'the tab': lacks(title),
      'the button': lacks(title),
    });
    await pages.get('the tab')?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await pages.get('the button')?.getByRole('button', { name: 'Resume' }).click();
    await pages.get('the network')?.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all(
      [...pages].map(async ([by, page]) => {
        await expectLive(page);
        await shows(title)(page, by);
      }),
    );
    expect(await deletePostTitled(author, 500_000_007, title)).toBe(205);
    await author.context().close();
  });
});
