/** Calls of `/api/post` that read posts. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import { pagingOrGuess } from '#lib/client/paging.ts';
import type { QueryOf } from '#lib/schemas/call.ts';
import * as calls from '#lib/schemas/calls/post.ts';
import type { Paging } from '#lib/schemas/common.ts';
import { FEED_PAGE_SIZE_DEFAULT, PROFILE_PAGE_SIZE } from '#lib/schemas/list-options.ts';
import type { Post } from '#lib/schemas/post.ts';

/** One page of posts, newest first. */
export interface PostPage {
  posts: readonly Post[];
  paging: Paging;
}

/** Query of the latest feed. Filters are sent only when true: `hasReplay=false` would list the posts without a replay. */
export type LatestQuery = Partial<QueryOf<typeof calls.listLatestPosts>>;

/** A post with its replay. 404 when it does not exist, 410 when a moderator removed it. */
export async function getPost(postId: string, signal?: AbortSignal): Promise<Post> {
  return (await request(calls.getPost, { params: { postId }, signal })).data.model;
}

/** Which posts of a player are listed. Sent as `LatestQuery` is. */
export type PlayerPostsQuery = Pick<LatestQuery, 'sign' | 'hasReplay'> & { page: number };

/** Posts about a player (`received`) or by one (`sent`), 20 a page; `page` counts from 1. */
export async function listProfilePosts(
  list: 'received' | 'sent',
  userId: number,
  { page, sign, hasReplay }: PlayerPostsQuery,
  signal?: AbortSignal,
): Promise<PostPage> {
  const call = list === 'received' ? calls.listReceivedPosts : calls.listSentPosts;
  const query = { page, pageSize: PROFILE_PAGE_SIZE, sign, hasReplay: hasReplay || undefined };
  const { data, paging } = await request(call, { params: { userId }, query, signal });
  return { posts: data, paging: pagingOrGuess(paging, data, query) };
}

const latestQuery = ({ page, pageSize, sign, hasReplay, hideModActions }: LatestQuery) => ({
  page: page ?? 1,
  pageSize: pageSize ?? FEED_PAGE_SIZE_DEFAULT,
  sign,
  hasReplay: hasReplay || undefined,
  hideModActions: hideModActions || undefined,
});

/** Posts of everyone. */
export async function listLatestPosts(latest: LatestQuery, signal?: AbortSignal): Promise<PostPage> {
  const query = latestQuery(latest);
  const { data, paging } = await request(calls.listLatestPosts, { query, signal });
  return { posts: data, paging: pagingOrGuess(paging, data, query) };
}

/** Number of posts of the feed. Loads the smallest page; null when the API sends no totals. */
export async function countLatestPosts(
  filters: Pick<LatestQuery, 'sign' | 'hasReplay' | 'hideModActions'>,
): Promise<number | null> {
  const query = latestQuery({ ...filters, page: 1, pageSize: 1 });
  return (await request(calls.listLatestPosts, { query })).paging?.totalItems ?? null;
}
