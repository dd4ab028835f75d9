/** Offers of the pages to a viewer, each with a request that shows whether the API allows it. */
import { expect, type Locator, type Page } from 'playwright/test';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import {
  ACTIONS,
  allowedActions,
  type MatrixPost,
  type Staff,
  ticketOf,
  tryToPost,
} from '#tests/support/moderated-world.ts';
import { callApi, getJson, type Player } from '#tests/support/region-site.ts';
import { screenDrawn, watchArrivals } from '#tests/support/screens.ts';

/** Something that a page may offer, and what the API allows. */
export interface Offer {
  what: string;
  offered: unknown;
  ask: () => Promise<unknown>;
}

/** The viewer, and the staff who undo what the requests change. */
export interface Look {
  page: Page;
  viewer: Player | undefined;
  staff: Staff;
}

const isThere = async (locator: Locator): Promise<boolean> => (await locator.count()) > 0;

/** Opens a page and waits for the flags, which arrive last: what is missing then is not offered. */
async function open({ page, viewer }: Look, path: string, content: Locator): Promise<void> {
  const flags = viewer && page.waitForResponse(new RegExp(`/api/Profile/${viewer.id}$`, 'i'));
  const arrived = watchArrivals(page);
  await page.goto(path);
  await expect(content.first()).toBeVisible();
  await flags;
  await screenDrawn(page);
  // Code and data that the flags allow are loaded on demand.
  await arrived();
}

const profileOf = ({ id, username }: Player): string => `/player/${id},${encodeURIComponent(username)}`;

const allowed = async (page: Page, method: string, path: string, body?: object): Promise<boolean> =>
  (await callApi(page, method, path, body)) < 400;

/** Whether the viewer is a moderator: then the API looks for the post, which does not exist. */
async function moderates(page: Page): Promise<boolean> {
  const postId = '00000000-0000-4000-8000-00000000dead';
  return (
    (await callApi(page, 'POST', '/api/mod/action', { postId, actionType: 0, reason: 'A reason' })) === 404
  );
}

async function offersOfCard({ page, staff }: Look, post: MatrixPost): Promise<Offer[]> {
  const card = page.getByRole('article', { name: post.title, exact: true });
  const names = (await isThere(card))
    ? await card.getByRole('button', { includeHidden: true }).allTextContents()
    : [];
  const tips = await card.locator('[role=tooltip]').allTextContents();
  const ticketId = /Ticket ID: (\w+)/.exec(tips.join())?.[1] ?? null;
  const isListed = await isThere(card);
  return [
    {
      what: `${post.title} is listed`,
      offered: isListed,
      ask: async () => {
        const listed = await getJson<{ id: string }[]>(page, '/api/Post/latest?pageSize=25');
        return listed.some(({ id }) => id === post.id);
      },
    },
    // A post that is not listed may still be read at its own address.
    ...(isListed
      ? [{ what: `the ticket id of ${post.title}`, offered: ticketId, ask: () => ticketOf(page, post) }]
      : []),
    {
      what: `the buttons of ${post.title}`,
      offered: ACTIONS.filter((action) => names.includes(action)),
      ask: () => allowedActions(page, staff, post),
    },
  ];
}

/** The feed: count per page, filter of moderators, staff links, and each post's buttons and ticket. */
export async function offersOfFeed(look: Look, posts: readonly MatrixPost[]): Promise<Offer[]> {
  const { page } = look;
  const main = page.getByRole('main');
  await open(look, '/posts?count=25', main.getByRole('article'));
  // All of them: a page of posts is drawn from the top.
  await expect(main.getByRole('article')).toHaveCount(25);
  const cards = await Promise.all(posts.map((post) => offersOfCard(look, post)));
  return [
    {
      what: '500 per page',
      offered: await isThere(main.getByRole('option', { name: '500' })),
      ask: () => allowed(page, 'GET', '/api/Post/latest?pageSize=500'),
    },
    {
      what: '"Exclude Mod-Actions"',
      offered: await isThere(main.getByLabel('Exclude Mod-Actions')),
      ask: () => moderates(page),
    },
    {
      what: 'the links of staff',
      offered: await isThere(page.getByRole('navigation', { name: 'Staff' })),
      ask: () => allowed(page, 'GET', '/jobs'),
    },
    ...cards.flat(),
  ];
}

/** The place for a new post, or the sentence of the header that takes its place. */
const slotOf = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByText(
      /^(New Post|You (must first login|cannot create|are banned|have opted out|must wait)|Player has opted out)/,
    )
    .last();

/** The New Post button of a profile, or the reason why it is missing. */
async function offerOfSlot({ page, viewer }: Look, player: Player): Promise<Offer> {
  const text = (await slotOf(page).textContent()) ?? '';
  const sentence = Object.values(POSTING_SENTENCES).find((known) => text.startsWith(known)) ?? text;
  return {
    what: `a new post about ${player.username}`,
    offered:
      sentence === POSTING_SENTENCES['login-needed']
        ? 401
        : text.startsWith('You must wait')
          ? 423
          : sentence,
    ask: async () => {
      const answer = await tryToPost(page, viewer?.id ?? 1, player);
      if (answer.status === 201) return 'New Post';
      return answer.text.includes(sentence) ? sentence : answer.status;
    },
  };
}

/** Whether the dialog of a player's bans offers another one. */
async function offerOfBan(look: Look, { id, username }: Player): Promise<Offer> {
  const { page, staff } = look;
  const list = page.getByRole('list', { name: 'Platform bans' }).or(page.getByText('No platform bans.'));
  await open(look, `${profileOf({ id, username })}?moderation=bans`, list);
  return {
    what: `a ban of ${username}`,
    offered: await isThere(page.getByRole('button', { name: 'Ban this player' })),
    ask: async () => {
      const ban = { userId: id, reason: 'A reason' };
      const issued = await allowed(page, 'POST', '/api/mod/bans?days=1', ban);
      await staff.liftBans(id);
      return issued;
    },
  };
}

/** A profile: a new post, the staff bar, and for moderators a ban of that player and of themselves. */
export async function offersOfProfile(look: Look, player: Player): Promise<Offer[]> {
  const { page, viewer } = look;
  await open(look, `${profileOf(player)}?tab=sent`, slotOf(page));
  const bar = page.getByRole('region', { name: 'Moderation' });
  const lists = await bar.getByRole('button', { name: /^(Platform bans|Mod actions)/ }).count();
  const offers = [
    await offerOfSlot(look, player),
    {
      what: 'having the metrics recalculated',
      offered: await isThere(bar.getByRole('button', { name: 'Recalculate metrics' })),
      ask: () => allowed(page, 'PATCH', `/api/Player/recalculate?playerId=${player.id}`),
    },
    { what: 'bans and mod actions', offered: lists === 2, ask: () => moderates(page) },
  ];
  if (lists === 0 || viewer === undefined) return offers;
  return [...offers, await offerOfBan(look, player), await offerOfBan(look, viewer)];
}

/** The single view of a post with a replay and a moderator action. */
export async function offersOfPost(look: Look, post: MatrixPost): Promise<Offer[]> {
  const { page, staff } = look;
  await open(look, `/posts/${post.id}`, page.getByRole('link', { name: 'Download replay' }));
  return [
    {
      what: 'having the replay processed again',
      offered: await isThere(page.getByRole('button', { name: 'Reprocess replay' })),
      ask: () => allowed(page, 'PATCH', `/api/Replay/reprocess/${post.replayId}`),
    },
    {
      what: 'reverting the action',
      offered: await isThere(page.getByRole('button', { name: 'Revert' })),
      ask: async () => {
        const reverted = await allowed(page, 'DELETE', `/api/mod/action/${await staff.latestAction(post)}`);
        if (reverted) await staff.act(post, 'update');
        return reverted;
      },
    },
  ];
}
