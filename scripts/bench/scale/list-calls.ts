/** Every list of the API, and who reads it. */

import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import { FIRST_CLAN, FIRST_PLAYER, PEOPLE } from '#scripts/bench/scale/data.ts';
import type { Bench } from '#scripts/bench/scale/measurement.ts';
import { getOk, type TimedAnswer } from '#scripts/bench/scale/request.ts';
import type { SizeName } from '#scripts/bench/scale/servers.ts';

/** Lists with pages, by name; a page's parameters are appended. */
export const PAGED_LISTS: Readonly<Record<string, string>> = {
  latest: '/api/Post/latest?',
  'latest with replay': '/api/Post/latest?hasReplay=true&',
  'latest without replay': '/api/Post/latest?hasReplay=false&',
  'latest without removed': '/api/Post/latest?hideModActions=true&',
  received: `/api/Post/${PEOPLE.received}/received?`,
  'received, negative': `/api/Post/${PEOPLE.received}/received?sign=negative&`,
  'received, neutral without replay': `/api/Post/${PEOPLE.received}/received?sign=neutral&hasReplay=false&`,
  'received, opted out, positive': `/api/Post/${PEOPLE.optedOut}/received?sign=positive&`,
  'sent, positive with replay': `/api/Post/${PEOPLE.author}/sent?sign=positive&hasReplay=true&`,
  'received, opted out': `/api/Post/${PEOPLE.optedOut}/received?`,
  sent: `/api/Post/${PEOPLE.author}/sent?`,
};

/** Lists without pages. */
export const WHOLE_LISTS: Readonly<Record<string, string>> = {
  'ids of posts': '/api/Post',
  'ids of replays': '/api/Replay',
  players: '/api/Player',
  clans: '/api/Clan',
  'actions on an author’s posts': `/api/mod/action/list?userId=${PEOPLE.author}`,
  'bans of a user': `/api/mod/bans/${FIRST_PLAYER}`,
  'members of a clan': `/api/Clan/${FIRST_CLAN + 1}`,
};

/** Who reads them: null is not signed in. */
export const VIEWERS: Readonly<Record<string, number | null>> = {
  anonymous: null,
  'author with removed posts': PEOPLE.author,
  'opted-out player': PEOPLE.optedOut,
  moderator: PEOPLE.moderator,
};

/** A page as an answer, and how many pages there are. */
export interface Page extends TimedAnswer {
  pages: number;
}

/** Reads a page of a list. */
export async function readPage(
  bench: Bench,
  size: SizeName,
  { path, viewer, page, pageSize }: { path: string; viewer: number | null; page: number; pageSize: number },
): Promise<Page> {
  const token = viewer === null ? null : await bench.tokenOf(viewer);
  const address = `${(await bench.api(size)).origin()}${path}page=${page}&pageSize=${pageSize}`;
  const answer = await getOk(address, token);
  return { ...answer, pages: Number(answer.headers[PAGING_HEADERS.total.toLowerCase()]) };
}
