/** The latest posts about a player. Apart from `client/post.ts`, because it loads later. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import { listReceivedPosts } from '#lib/schemas/calls/post.ts';
import type { Post } from '#lib/schemas/post.ts';

/** At most `count` posts about a player, newest first. */
export async function listLatestAbout(userId: number, count: number, signal?: AbortSignal): Promise<Post[]> {
  const query = { page: 1, pageSize: count };
  return (await request(listReceivedPosts, { params: { userId }, query, signal })).data;
}
