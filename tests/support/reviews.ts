/** Items of the moderators' queue, and a page of Cossack_Mod on it in front of a scripted API. */
import type { ReviewCounts, ReviewEntry, ReviewItem } from '#lib/schemas/review.ts';
import type { Role } from '#lib/schemas/session.ts';
import { guid, makePost } from '#tests/support/builders.ts';
import type { FakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

export const MOD = 500_000_003;
const OPENED = '2026-01-10T12:00:00.000Z';

/** The titles of posts 1, 2, 3 and so on. */
export const titleOf = (number: number): string => `Post number ${number}`;

/** An item of the list. */
export const makeEntry = (number: number, overrides: Partial<ReviewEntry> = {}): ReviewEntry => ({
  postId: guid(number),
  title: titleOf(number),
  author: { id: 500_000_001, username: 'Aurora_Captain' },
  player: { id: 500_000_002, username: 'Borodino_Gunner' },
  flairs: 0,
  reports: 0,
  openedAt: OPENED,
  claim: null,
  ...overrides,
});

const RECORD = { posts: 4, removals: 1, edits: 2, bans: 0, karma: 3, since: '2025-12-01T00:00:00.000Z' };

/** An open report. */
export const makeReport = (number: number, overrides: Partial<ReviewItem['reports'][number]> = {}) => ({
  id: guid(900 + number),
  rule: 'respect',
  words: 'This is an insult.',
  moment: null,
  createdAt: OPENED,
  ...overrides,
});

/** An item as a claim returns it. */
export const makeItem = (number: number, overrides: Partial<ReviewItem> = {}): ReviewItem => ({
  post: makePost({ id: guid(number), title: titleOf(number) }),
  tab: 'new',
  openedAt: OPENED,
  reports: [],
  author: RECORD,
  player: { ...RECORD, karma: -7 },
  former: null,
  isClanMate: false,
  isEveryoneInvolved: false,
  held: false,
  claimedUntil: '2026-01-10T12:02:00.000Z',
  ...overrides,
});

/** Scripts the session of a moderator, the tab `new` with these posts, and the claims of each. */
export function scriptQueue(
  platform: FakePlatform,
  entries: readonly ReviewEntry[],
  counts: Partial<ReviewCounts> = {},
): void {
  const list = { counts: { reported: 0, advised: 0, new: entries.length, ...counts }, entries };
  platform.answer('GET /api/mod/reviews/counts', list.counts);
  platform.answer('GET /api/mod/reviews?tab=new&page=1', list);
  for (const { postId } of entries) {
    const number = Number(postId.slice(-12));
    platform.answer(claimOf(number), makeItem(number));
    platform.answer(`PUT /api/mod/reviews/${postId}/claim`, undefined, { status: 204 });
    platform.answer(`DELETE /api/mod/reviews/${postId}/claim`, undefined, { status: 204 });
    platform.answer(`POST /api/mod/reviews/${postId}/keep`, undefined, { status: 204 });
    platform.answer(`DELETE /api/mod/reviews/${postId}/keep`, undefined, { status: 204 });
  }
}

/** The request that claims a post. */
export const claimOf = (number: number): string => `POST /api/mod/reviews/${guid(number)}/claim`;

/** Parts of the platform for a signed-in user; `device` keeps what the page stores. */
export function staffParts(device: Map<string, string>, roles: Role[] = ['mod']) {
  return {
    user: { id: MOD, username: 'Cossack_Mod', roles },
    localStorage: storageOf(device),
    sessionStorage: storageOf(new Map()),
  };
}
