/** A region that was imported from WOWS Karma, compared with the old database in the browser. */
import { expect, type Locator, type Page, test } from 'playwright/test';
import { screenDrawn } from '#tests/support/screens.ts';
import { PLAYER, POST } from '#tests/support/wows-karma/ids.ts';
import { type ImportedSite, NOW, openImportedSite } from '#tests/support/wows-karma/imported-site.ts';
import { type OldContent, type OldPost, openOldContent } from '#tests/support/wows-karma/old-content.ts';

// It would answer instead of the API, 30 s after a page has loaded.
test.use({ serviceWorkers: 'block' });

const FEED_PAGE = 10;
const PROFILE_PAGE = 20;
const CLAN = 700_000_001;

const main = (page: Page): Locator => page.getByRole('main');
const cards = (page: Page): Locator => main(page).getByRole('article');
const dialog = (page: Page): Locator => page.getByRole('dialog');
/** The value next to a name in a list of facts. */
const factOf = (page: Page, name: string): Locator =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
const signed = (value: string): string => (Number(value) > 0 ? `+${value}` : value);

/** Compares the cards of a list with posts: which ones, their order, texts and people. */
async function expectPosts(page: Page, posts: readonly OldPost[], people: readonly ('author' | 'player')[]) {
  await expect(cards(page)).toHaveCount(posts.length);
  for (const [index, post] of posts.entries()) {
    const card = cards(page).nth(index);
    await expect(card.getByRole('heading')).toHaveText(post.title);
    await expect(card.getByRole('heading').getByRole('link')).toHaveAttribute('href', `/posts/${post.id}`);
    await expect(card).toContainText(post.content);
    await expect(card.locator('a[href^="/player/"]')).toHaveText(people.map((one) => post[one]));
  }
}

for (const kind of ['embedded', 'server'] as const) {
  test.describe(`A region imported into a database of the kind ${kind}`, () => {
    test.describe.configure({ mode: 'serial' });
    let site: ImportedSite;
    let old: OldContent;

    test.beforeAll(async () => {
      test.setTimeout(600_000);
      site = await openImportedSite(kind);
      old = await openOldContent(site.oldUrl);
    });
    test.afterAll(async () => {
      await old?.close();
      await site?.close();
    });
    test.beforeEach(({ page }) => page.clock.install({ time: NOW }));

    const open = async (page: Page, path: string): Promise<void> => {
      await page.goto(site.origin + path);
      await screenDrawn(page);
    };
    const signIn = async (page: Page, id: number): Promise<void> => {
      const value = await site.tokenOf(id);
      await page.context().addCookies([{ name: 'Auth_EU', value, url: site.origin }]);
    };

    test('shows the newest posts on the home page, and all in the feed (rule 29.2)', async ({ page }) => {
      const posts = await old.posts();
      await open(page, '/');
      const latest = page.getByRole('region', { name: 'Latest posts' }).getByRole('article');
      await expect(latest.getByRole('heading')).toHaveText(posts.slice(0, 3).map(({ title }) => title));
      for (let at = 0; at < posts.length; at += FEED_PAGE) {
        await open(page, `/posts?page=${at / FEED_PAGE + 1}`);
        await expectPosts(page, posts.slice(at, at + FEED_PAGE), ['author', 'player']);
      }
    });

    test('shows whole texts, and roster and chat of a replay without its file (rule 29.7)', async ({
      page,
    }) => {
      for (const id of [POST.long, POST.short]) {
        const [post] = await old.posts(`post."Id" = '${id}'`);
        await open(page, `/posts/view/${id}`);
        await expect(page).toHaveURL(`${site.origin}/posts/${id}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(post?.title ?? '');
        await expect(cards(page)).toContainText(post?.content ?? '');
      }
      await expect(page.getByRole('region', { name: 'Replay', exact: true })).toHaveCount(0);

      await open(page, `/posts/${POST.long}`);
      const ofReplay = (column: string, key: string): Promise<string[]> =>
        old.values(`select entry->>'${key}' from "Posts" post join "Replays" replay on replay."Id" = "ReplayId",
          jsonb_array_elements("${column}") entry where post."Id" = '${POST.long}'`);
      const rows = page.getByRole('region', { name: 'Teams' }).locator('tbody').getByRole('row');
      await expect(rows).toContainText(await ofReplay('Players', 'Name'));
      const lines = page.getByRole('region', { name: 'Chat messages' }).getByRole('listitem');
      await expect(lines).toContainText(await ofReplay('ChatMessages', 'MessageContent'));
      await expect(page.getByRole('link', { name: 'Download replay' })).toHaveCount(0);
    });

    test('shows a replay with its file and its video (rule 29.8)', async ({ page }) => {
      await open(page, `/posts/${POST.edited}`);
      await expect(cards(page)).toContainText(/edited/);
      await expect(page.getByRole('link', { name: 'Download replay' })).toBeVisible();
      await expect(page.getByText('There is no video of this replay.')).toHaveCount(0);
    });

    test('shows karma, ratings, clan and posts of players (rules 29.2 and 29.3)', async ({ page }) => {
      for (const id of [PLAYER.subject, PLAYER.member]) {
        const [name, ...stored] =
          await old.values(`select unnest(array["Username", "SiteKarma"::text, "PerformanceRating"::text,
          "TeamplayRating"::text, "CourtesyRating"::text]) from "Players" where "Id" = ${id}`);
        await open(page, `/player/${id},x`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
        for (const [at, fact] of ['Platform Karma', 'Performance', 'Teamplay', 'Courtesy'].entries())
          await expect(factOf(page, fact)).toHaveText(signed(stored[at] ?? ''));
        await expectPosts(page, await old.posts(`"PlayerId" = ${id}`), ['author']);
      }
      const [tag, clan] = await old.values(
        `select unnest(array["Tag", "Name"]) from "Clans" where "Id" = ${CLAN}`,
      );
      await expect(main(page).getByRole('link', { name: `[${tag}]` })).toBeVisible();
      await expect(main(page).getByText(clan ?? '', { exact: true })).toBeVisible();

      const sent = await old.posts(`"AuthorId" = ${PLAYER.author}`);
      for (let at = 0; at < sent.length; at += PROFILE_PAGE) {
        await open(page, `/player/${PLAYER.author},x?tab=sent&page=${at / PROFILE_PAGE + 1}`);
        await expectPosts(page, sent.slice(at, at + PROFILE_PAGE), ['player']);
      }

      await open(page, `/player/${PLAYER.hidden},x`);
      await expect(main(page).getByText('Player Details Hidden')).toBeVisible();
      await expect(factOf(page, 'In-Game Karma')).toHaveText('N/A');

      await open(page, `/player/${PLAYER.drifted},x`);
      await expect(factOf(page, 'Platform Karma')).toHaveText('0');
    });

    test('shows a clan with its present members (rule 29.2)', async ({ page }) => {
      const members =
        await old.values(`select "Username" from "ClanMembers" join "Players" player on player."Id" = "PlayerId"
        where "ClanId" = ${CLAN} and "LeftAt" is null order by 1`);
      await open(page, `/clan/${CLAN},x`);
      const rows = page.getByRole('rowheader');
      await expect(rows).toHaveCount(members.length);
      expect((await rows.getByRole('link').allTextContents()).sort()).toEqual(members);
      await expect(page.getByText('Disbanded')).toHaveCount(0);
      const [description] = await old.values(`select "Description" from "Clans" where "Id" = ${CLAN}`);
      await expect(page.getByRole('region', { name: 'Description' })).toHaveText(description ?? '');
    });

    test('shows moderators the actions and bans, and removed posts (rule 29.4)', async ({ page }) => {
      await signIn(page, PLAYER.moderator);
      const reasons =
        await old.values(`select coalesce(nullif("Reason", ''), 'No reason was given.') from "PostModActions" action
        join "Posts" post on post."Id" = "PostId" where "AuthorId" = ${PLAYER.author} order by 1`);
      await open(page, `/player/${PLAYER.author},x?moderation=actions`);
      const items = dialog(page).getByRole('list', { name: 'Mod actions' }).locator('> li');
      await expect(items).toHaveCount(reasons.length);
      for (const reason of new Set(reasons))
        await expect(items.filter({ hasText: reason })).toHaveCount(
          reasons.filter((one) => one === reason).length,
        );

      const bans = await old.values(`select "Reason" from "PlatformBans" where "UserId" = ${PLAYER.oldFlag}`);
      await open(page, `/player/${PLAYER.oldFlag},x?moderation=bans`);
      const ofBans = dialog(page).getByRole('list', { name: 'Platform bans' }).locator('> li');
      await expect(ofBans).toHaveCount(bans.length + 1);
      for (const reason of [...bans, 'Banned before the move; ask a moderator'])
        await expect(ofBans.filter({ hasText: reason })).toHaveCount(1);

      const [title] = await old.values(`select "Title" from "Posts" where "Id" = '${POST.locked}'`);
      await open(page, `/posts/${POST.locked}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
      await page.context().clearCookies();
      await open(page, `/posts/${POST.locked}`);
      await expect(main(page)).toContainText('It was removed by a moderator.');
    });

    test('shows the unread notifications, oldest first (rule 29.5)', async ({ page }) => {
      const labels =
        await old.values(`select initcap(left("Type"::text, 1)) || substr(replace("Type"::text, '_', ' '), 2)
        from "Notifications" note where "AccountId" = ${PLAYER.subject} and "AcknowledgedAt" is null
          and coalesce("PostId", "ModActionId", "BanId", "PostModEditedNotification_ModActionId") is not null
          and not exists (select from "Notifications" newer where newer."PostId" = note."PostId"
            and newer."Type" = note."Type" and newer."EmittedAt" > note."EmittedAt" and newer."AcknowledgedAt" is null)
        order by "EmittedAt"`);
      await signIn(page, PLAYER.subject);
      await open(page, '/guidelines');
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications/ })
        .click();
      await expect(dialog(page).getByRole('article').getByRole('heading')).toHaveText(labels);
      expect(labels.length).toBeGreaterThan(3);
    });
  });
}
