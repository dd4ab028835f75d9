/** Also covers Rules 5.8, 5.12, 7.2, 7.3, 7.6, 8.4, 8.7, 11.3, 11.9, 11.10. */
import { type Browser, expect, type Page, test } from 'playwright/test';
import { type MatrixPost, Staff, writePost } from '#tests/support/moderated-world.ts';
import { type Look, type Offer, offersOfFeed, offersOfPost, offersOfProfile } from '#tests/support/offers.ts';
import { anotherBrowser, inventedPlayer, originOf, type Player } from '#tests/support/region-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const REGION = 'sea';
const EMDEN: Player = { id: 500_000_005, username: 'Emden_OptedOut' };
const COSSACK: Player = { id: 500_000_003, username: 'Cossack_Mod' };

type Account = (page: Page) => Promise<Player>;
const invented =
  (number: number): Account =>
  (page) =>
    inventedPlayer(page, number);
const AUTHOR = invented(300);
const TARGET = invented(301);

// Serial, in this order: each test tries what its viewer may do, and reverts it for the next one.
test.describe.configure({ mode: 'serial' });
test.use({ baseURL: originOf(REGION) });
// Each viewer visits up to eight pages and then calls the API for everything.
test.slow();

let staff: Staff;
let target: Player;
let posts: MatrixPost[] = [];
let moderated: MatrixPost;

/** Posts of every kind by one author, which all viewers look at. */
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
  staff = await Staff.open(browser, REGION);
  await makePosts(browser);
});
test.afterAll(() => staff.page.context().close());

/**
 * One viewer of each kind. Every other role is covered by `tests/api/contract/interface.test.ts`, which compares the same
 * predicates with the API, and by the island tests of the post card and the posting slot.
 */
const VIEWERS: readonly [who: string, account: Account | null][] = [
  ['A visitor', null],
  ['A moderator, who wrote one post and is the target of another,', async () => COSSACK],
  ['The author', AUTHOR],
];

/** Signs in and writes a post. */
async function arrive(page: Page, account: Account, number: number): Promise<[Player, MatrixPost]> {
  const viewer = await account(page);
  await signIn(page, viewer.username, '/guidelines');
  const { id } = await inventedPlayer(page, number);
  const title = `A post by ${viewer.username}`;
  return [viewer, await writePost(page, { author: viewer.id, player: id, title, ticketId: '555555555' })];
}

VIEWERS.forEach(([who, account], index) => {
  test(`${who} is offered exactly what the API allows (Rule 8.6)`, async ({ page }) => {
    await page.goto('/guidelines');
    const [viewer, own] = account === null ? [] : await arrive(page, account, 320 + index);
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
