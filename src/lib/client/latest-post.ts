/** Finds a player's own latest post about another player. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/post.ts';
import { PAGE_SIZE_MAX } from '#lib/schemas/common.ts';

/** Who wrote, and how far back to look, in milliseconds since 1970. */
interface Search {
  authorId: number;
  since: number;
}

/**
 * When the author last posted about the player, ISO; null when not since `since`. The list is newest first, so it is
 * read only as far back as `since`, however many posts the author has.
 */
export async function findLatestPostAbout(
  playerId: number,
  { authorId, since }: Search,
  signal?: AbortSignal,
): Promise<string | null> {
  for (let page = 1; ; page += 1) {
    const { data, paging } = await request(calls.listSentPosts, {
      params: { userId: authorId },
      query: { page, pageSize: PAGE_SIZE_MAX },
      signal,
    });
    const found = data.find((post) => post.player.id === playerId && Date.parse(post.createdAt) >= since);
    if (found) return found.createdAt;
    const oldest = data.at(-1);
    const isEnd = data.length < PAGE_SIZE_MAX || page >= (paging?.totalPages ?? Number.POSITIVE_INFINITY);
    if (oldest === undefined || isEnd || Date.parse(oldest.createdAt) < since) return null;
  }
}
