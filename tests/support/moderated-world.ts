/** Posts of every kind in one region, and what the API allows a viewer to do with them. */
import { type Browser, expect, type Page } from 'playwright/test';
import type { RegionId } from '#lib/regions.ts';
import { anotherBrowser, callApi, getJson, type Player } from '#tests/support/region-site.ts';
import { replayFile } from '#tests/support/replay-file.ts';

const CONTENT = 'A plain account of a battle that was fought well by both sides until the very end.';
const DELETION = 0;
const UPDATE = 1;

/** A post of the matrix; `ticketId` is what its author gave. */
export interface MatrixPost {
  id: string;
  title: string;
  ticketId: string | null;
  replayId: string;
}

/** Actions on a post, by the names of the buttons. */
export const ACTIONS = ['Edit', 'Delete', 'Mod Edit', 'Mod Delete'] as const;

/** Writes a post as the page's user. */
export async function writePost(
  page: Page,
  {
    author,
    player,
    title,
    ticketId = null,
  }: { author: number; player: number; title: string; ticketId?: string | null },
): Promise<MatrixPost> {
  const api = await page.evaluate(() => document.documentElement.dataset.api);
  const supportTicketStatus = { hasTicket: ticketId !== null, ticketId };
  const postDto = {
    author: { id: author },
    player: { id: player },
    flairs: 0,
    title,
    content: CONTENT,
    supportTicketStatus,
  };
  const replay = {
    name: 'battle.wowsreplay',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(replayFile()),
  };
  const answer = await page.request.post(`${api}/api/Post`, {
    multipart: { postDto: JSON.stringify(postDto), replay },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id, replayId } = (await answer.json()) as { id: string; replayId: string };
  return { id, title, ticketId, replayId };
}

const edit = (post: MatrixPost) => ({
  id: post.id,
  title: post.title,
  content: CONTENT,
  flairs: 0,
  supportTicketStatus: { hasTicket: post.ticketId !== null, ticketId: post.ticketId },
});

const action = (post: MatrixPost, actionType: number) => ({
  postId: post.id,
  actionType,
  reason: 'A reason',
  updatedPost: actionType === UPDATE ? { title: post.title, content: CONTENT, flairs: 0 } : null,
});

/** An administrator and moderator who prepares the posts and reverts what viewers changed. */
export class Staff {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, region: RegionId): Promise<Staff> {
    return new Staff(await anotherBrowser(browser, region, 'Dreadnought_Admin'));
  }

  async act(post: MatrixPost, kind: 'update' | 'deletion'): Promise<void> {
    const body = action(post, kind === 'update' ? UPDATE : DELETION);
    expect(await callApi(this.page, 'POST', '/api/mod/action', body)).toBe(202);
  }

  /** The id of the newest action on a post. */
  async latestAction(post: MatrixPost): Promise<string> {
    const [latest] = await getJson<{ id: string }[]>(this.page, `/api/mod/action/list?postId=${post.id}`);
    return latest?.id ?? '';
  }

  async revertLatest(post: MatrixPost): Promise<void> {
    expect(await callApi(this.page, 'DELETE', `/api/mod/action/${await this.latestAction(post)}`)).toBe(205);
  }

  async liftBans(userId: number): Promise<void> {
    for (const { id } of await getJson<{ id: string }[]>(this.page, `/api/mod/bans/${userId}`))
      await callApi(this.page, 'DELETE', `/api/mod/bans/${id}`);
  }
}

/** Tries every action with the API. Returns the allowed ones, and reverts them except for the author's deletion. */
export async function allowedActions(page: Page, staff: Staff, post: MatrixPost): Promise<string[]> {
  const allowed: string[] = [];
  const attempt = async (name: (typeof ACTIONS)[number], method: string, path: string, body?: object) => {
    const isAllowed = (await callApi(page, method, path, body)) < 400;
    if (isAllowed) allowed.push(name);
    return isAllowed;
  };
  await attempt('Edit', 'PUT', '/api/Post', edit(post));
  if (await attempt('Mod Edit', 'POST', '/api/mod/action', action(post, UPDATE)))
    await staff.revertLatest(post);
  if (await attempt('Mod Delete', 'POST', '/api/mod/action', action(post, DELETION)))
    await staff.revertLatest(post);
  await attempt('Delete', 'DELETE', `/api/Post/${post.id}`);
  return ACTIONS.filter((name) => allowed.includes(name));
}

/** The ticket id that the API shows the viewer; null also when the viewer may not see the post. */
export function ticketOf(page: Page, post: MatrixPost): Promise<string | null> {
  return getJson<{ model?: { supportTicketStatus: { ticketId: string | null } } }>(
    page,
    `/api/Post/${post.id}`,
  ).then(({ model }) => model?.supportTicketStatus.ticketId ?? null);
}

/** Tries to post about a player and deletes the post again. */
export async function tryToPost(
  page: Page,
  author: number,
  player: Player,
): Promise<{ status: number; text: string }> {
  const api = await page.evaluate(() => document.documentElement.dataset.api);
  const postDto = {
    author: { id: author },
    player: { id: player.id },
    flairs: 0,
    title: 'May I?',
    content: CONTENT,
  };
  const answer = await page.request.post(`${api}/api/Post`, {
    multipart: { postDto: JSON.stringify(postDto) },
  });
  const [status, text] = [answer.status(), await answer.text()];
  if (status === 201) await callApi(page, 'DELETE', `/api/Post/${(JSON.parse(text) as { id: string }).id}`);
  return { status, text };
}
