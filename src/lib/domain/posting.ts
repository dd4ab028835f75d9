/** Whether a viewer may post about a player, and the sentences for why not. */
import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds';
import type { Viewer } from '#lib/domain/permissions.ts';

/** Posts of an account in the 24 hours after its first sign-in: enough to try, too few for a campaign. */
const POSTS_ON_FIRST_DAY = 3;

/** Hours between two posts of one author about one player. */
export const POST_COOLDOWN_HOURS = 24;

/** End of the cooldown after a post at `latestPostAt` (ISO), in milliseconds; null when it is over or there was none. */
export function cooldownEnd(latestPostAt: string | null, now: number): number | null {
  if (latestPostAt === null) return null;
  const end = Date.parse(latestPostAt) + hoursToMilliseconds(POST_COOLDOWN_HOURS);
  return end > now ? end : null;
}

/**
 * How many posts an account may still write within 24 hours (rule 9.19), null without a limit, and when it may write the next
 * one, null for now. `writtenAt`: its posts of the last 24 hours, newest first; `since`: its first sign-in. All in milliseconds
 * since 1970; a `perDay` of 0 is no limit.
 */
export function postAllowance(
  { writtenAt, since, now }: { writtenAt: readonly number[]; since: number; now: number },
  perDay: number,
) {
  if (perDay === 0) return { postsLeft: null, nextPostAt: null };
  const day = hoursToMilliseconds(24);
  const firstDayEnd = since + day;
  const limit = now < firstDayEnd ? Math.min(POSTS_ON_FIRST_DAY, perDay) : perDay;
  const postsLeft = Math.max(0, limit - writtenAt.length);
  if (postsLeft > 0) return { postsLeft, nextPostAt: null };
  /** When so few of the posts are younger than 24 hours that another one fits. */
  const freeAt = (most: number): number => (writtenAt[most - 1] ?? now - day) + day;
  const nextPostAt = Math.min(freeAt(limit), Math.max(firstDayEnd, freeAt(perDay)));
  return { postsLeft, nextPostAt };
}

/** The posts that an account may still write. */
export type PostAllowance = ReturnType<typeof postAllowance>;

/** Whether the viewer can post, or why not; shown in place of the New Post button. */
export type PostingAvailability =
  | { kind: keyof typeof POSTING_SENTENCES | 'available' }
  | { kind: 'cooldown'; until: number };

/** The facts that decide whether the viewer can post. */
export interface PostingFacts {
  viewer: Viewer;
  viewerFlags: { postsBanned: boolean; optedOut: boolean };
  player: { id: number; optedOut: boolean };
}

/** The first reason that applies, in this order: not signed in, banned, own profile, opted out. The cooldown is apart. */
export function postingAvailability({ viewer, viewerFlags, player }: PostingFacts): PostingAvailability {
  if (viewer === null) return { kind: 'login-needed' };
  if (viewerFlags.postsBanned) return { kind: 'banned' };
  if (viewer.id === player.id) return { kind: 'self' };
  if (viewerFlags.optedOut) return { kind: 'viewer-opted-out' };
  return { kind: player.optedOut ? 'player-opted-out' : 'available' };
}

/** The sentences for each reason, used by profiles and by the API. */
export const POSTING_SENTENCES = {
  'login-needed': 'You must first login before creating posts.',
  self: 'You cannot create a post for yourself.',
  banned: 'You are banned from posting on the platform.',
  'viewer-opted-out': 'You have opted out of the platform.',
  'player-opted-out': 'Player has opted out.',
} as const;

/** Why a warned player can neither post nor answer yet (Rule 31.31). */
export const WARNED_SENTENCE =
  'Moderators have warned you. Read and confirm the warning before you write again.';

/** How many posts the user may still write, in words. */
export const postsLeftSentence = (left: number): string =>
  left === 1
    ? 'This is the last post that you can write now.'
    : `You can write ${left} more posts now, this one included.`;

/** Why an account may not write another post yet (rule 9.19); `date` is already formatted. */
export const dayLimitSentence = (date: string): string =>
  `You have written as many posts as an account may within 24 hours. You can write the next one on ${date}.`;

/** Changes of a post by its author, or of its reply by the player, within an hour (rule 9.20). */
export const CHANGES_PER_HOUR = 10;

/** Begins `changeLimitSentence`. */
export const CHANGED_TOO_OFTEN = `You have changed this ${CHANGES_PER_HOUR} times within an hour.`;

/** Why an account may not change a post or a reply again yet (rule 9.20); `date` is already formatted. */
export const changeLimitSentence = (date: string): string =>
  `${CHANGED_TOO_OFTEN} You can change it again on ${date}.`;

/** Files of posts that an account may replace within an hour (rule 9.20). */
export const FILES_PER_HOUR = 6;

/** Why an account may not replace another file yet (rule 9.20); `date` is already formatted. */
export const fileLimitSentence = (date: string): string =>
  `You have replaced ${FILES_PER_HOUR} files within an hour. You can replace another one on ${date}.`;

/** Why an account may not answer another post yet (Rule 31.1); `date` is already formatted. */
export const replyLimitSentence = (date: string): string =>
  `You have answered as many posts as an account may within 24 hours. You can write the next answer on ${date}.`;

/** The sentence of the cooldown; `date` is already formatted. */
export function cooldownSentence(date: string): string {
  return `You must wait until ${date} before posting again.`;
}
