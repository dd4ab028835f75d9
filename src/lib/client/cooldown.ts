/** When a player may post about another player again. Throws as `request` does. */
import { hoursToMilliseconds } from 'date-fns/hoursToMilliseconds';
import { request } from '#lib/client/client.ts';
import { isAbort, NetworkError } from '#lib/client/errors.ts';
import { hasFeature } from '#lib/client/features.ts';
import { cooldownEnd, POST_COOLDOWN_HOURS } from '#lib/domain/posting.ts';
import { getCooldown } from '#lib/schemas/calls/cooldown.ts';
import { listSentPosts } from '#lib/schemas/calls/post.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/list-options.ts';

/** When the author last posted about the player, ISO 8601; null when not since `since` (milliseconds since 1970). */
async function findLatestPostAbout(
  playerId: number,
  { authorId, since }: { authorId: number; since: number },
  signal?: AbortSignal,
): Promise<string | null> {
  for (let page = 1; ; page += 1) {
    const { data, paging } = await request(listSentPosts, {
      params: { userId: authorId },
      query: { page, pageSize: PAGE_SIZE_MAX },
      signal,
    });
    const found = data.find((post) => post.player.id === playerId && Date.parse(post.createdAt) >= since);
    if (found) return found.createdAt;
    // The list is newest first, so pages older than `since` are not loaded.
    const oldest = data.at(-1);
    const isLastPage =
      data.length < PAGE_SIZE_MAX || page >= (paging?.totalPages ?? Number.POSITIVE_INFINITY);
    if (oldest === undefined || isLastPage || Date.parse(oldest.createdAt) < since) return null;
  }
}

/**
 * The limits of the author's posts about the player (Rules 5.9, 9.19): until when they have to wait, in milliseconds since
 * 1970, and how many posts they may write now; null without such a limit. Where the API lacks the call or responds with an
 * error, the author's own posts decide, without a limit per day.
 */
export async function findPostingLimits(
  playerId: number,
  { authorId, now }: { authorId: number; now: number },
  signal?: AbortSignal,
) {
  try {
    if (await hasFeature('cooldown')) {
      const { until, postsLeft } = (await request(getCooldown, { query: { playerId }, signal })).data;
      return { until: until === null ? null : Date.parse(until), postsLeft };
    }
  } catch (error) {
    if (error instanceof NetworkError || isAbort(error)) throw error;
  }
  const since = now - hoursToMilliseconds(POST_COOLDOWN_HOURS);
  const latest = await findLatestPostAbout(playerId, { authorId, since }, signal);
  return { until: cooldownEnd(latest, now), postsLeft: null };
}

/** The limits of an author's posts about a player. */
export type PostingLimits = Awaited<ReturnType<typeof findPostingLimits>>;
