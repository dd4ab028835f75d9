import { type Browser, expect, type Page, test } from 'playwright/test';
import { type MatrixPost, Staff, writePost } from '#tests/support/moderated-world.ts';
import { type Look, type Offer, offersOfFeed, offersOfPost, offersOfProfile } from '#tests/support/offers.ts';
import {
  anotherBrowser,
  callApi,
  inventedPlayer,
  originOf,
  type Player,
} from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const REGION = 'sea';
const EMDEN: Player = { id: 500_000_005, username: 'Emden_OptedOut' };
const COSSACK: Player = { id: 500_000_003, username: 'Cossack_Mod' };

type Account = (page: Page) => Promise<Player>;
const fixed =
  (id: number, username: string): Account =>
  async () => ({ id, username });
const invented =
  (number: number): Account =>
  (page) =>
    inventedPlayer(page, number);
const AUTHOR = invented(300);
const TARGET = invented(301);

// One after the other, in this order: what a viewer may do is tried, and undone before the next one looks.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: originOf(REGION) });
// A viewer looks at up to eight pages and then asks for everything.
test.slow();

let staff: Staff;
let target: Player;
let posts: MatrixPost[] = [];
let moderated: MatrixPost;

/** What all viewers look at: posts of one author, of every kind. */
async function makePosts(browser: Browser): Promise<void> {
  const page = await anotherBrowser(browser, REGION, 'Aurora_Captain');
  const author = await AUTHOR(page);
  target = await TARGET(page);
  await page.context().clearCookies();
  await signIn(page, author.username, '/guidelines');
  const about = (title: string, player: Player, ticketId: string | null) =>
    writePost(page, { author: author.id, player: player.id, title, ticketId });
  const plain = await about('A plain post', target, null);
  const ticket = await about('A post with a ticket', await inventedPlayer(page, 302), '111111111');
  const readOnly = await about('A read-only post', await inventedPlayer(page, 303), '222222222');
  const locked = await about('A locked post', await inventedPlayer(page, 304), '333333333');
  const aboutModerator = await about('A post about the moderator', COSSACK, '444444444');
  moderated = await about('A post with an action', await inventedPlayer(page, 305), null);
  await page.context().close();
  for (const post of [readOnly, moderated]) await staff.act(post, 'update');
  await staff.act(locked, 'deletion');
  posts = [plain, ticket, readOnly, locked, aboutModerator];
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  staff = await Staff.open(browser, REGION);
  await makePosts(browser);
});
test.afterAll(() => staff.page.context().close());

const ban = (_: Page, { id }: Player): Promise<number> =>
  callApi(staff.page, 'POST', '/api/mod/bans?days=3', { userId: id, reason: 'Insults' });
const optOut = (page: Page, { id }: Player): Promise<number> =>
  callApi(page, 'PUT', '/api/Profile', { id, optedOut: true });

/** Who looks, and what becomes of them once they have written a post of their own. */
const VIEWERS: readonly [who: string, account: Account | null, fate?: typeof ban][] = [
  ['A visitor', null],
  ['The player whom it is about', TARGET],
  ['Another player', invented(310)],
  ['A banned player', invented(311), ban],
  ['A player who opted out', invented(312), optOut],
  ['A moderator, who wrote one post and whom one is about', fixed(COSSACK.id, COSSACK.username)],
  ['An administrator who is a moderator', fixed(500_000_004, 'Dreadnought_Admin')],
  ['An administrator who is no moderator', fixed(500_000_010, 'Jutland_Admin')],
  ['Customer support', fixed(500_000_009, 'Iowa_CS')],
  ['The author', AUTHOR],
];

/** Signs in and writes a post about somebody of one's own. */
async function arrive(page: Page, account: Account, number: number): Promise<[Player, MatrixPost]> {
  const viewer = await account(page);
  await signIn(page, viewer.username, '/guidelines');
  const { id } = await inventedPlayer(page, number);
  const title = `A post by ${viewer.username}`;
  return [viewer, await writePost(page, { author: viewer.id, player: id, title, ticketId: '555555555' })];
}

VIEWERS.forEach(([who, account, fate], index) => {
  test(`${who} is offered exactly what the API allows (Rules 1.3, 2.7, 5.8, 5.12, 7.2, 7.3, 7.6, 8.4, 8.6, 8.7, 11.3, 11.9, 11.10)`, async ({
    page,
  }) => {
    await page.goto('/guidelines');
    const [viewer, own] = account === null ? [] : await arrive(page, account, 320 + index);
    if (viewer) await fate?.(page, viewer);
    const look: Look = { page, viewer, staff };
    const offers: Offer[] = [
      ...(await offersOfProfile(look, target)),
      ...(await offersOfProfile(look, EMDEN)),
      ...(await offersOfPost(look, moderated)),
      // Last, because authors may delete what the others look at.
      ...(await offersOfFeed(look, own ? [...posts, own] : posts)),
    ];
    for (const { what, offered, ask } of offers) expect(offered, what).toEqual(await ask());
  });
});
