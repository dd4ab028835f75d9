/** Calls of `/api/post` that read posts. */
import { defineCall } from '#lib/schemas/call.ts';
import {
  GuidSchema,
  IdParamSchema,
  pagingQuery,
  QueryBooleanSchema,
  QueryFilterSchema,
} from '#lib/schemas/common.ts';
import { FEED_PAGE_SIZE_DEFAULT, PROFILE_PAGE_SIZE } from '#lib/schemas/list-options.ts';
import { PostModelSchema, PostsSchema, SignNameSchema, wrapModel } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

export const listPosts = defineCall({
  path: '/api/Post',
  summary: 'Ids of all visible posts, by creation',
  access: 'anyone',
  sharedSeconds: 5,
  response: z.array(GuidSchema),
});

/** Reads a post; 410 when a moderator removed it. */
export const getPost = defineCall({
  path: '/api/Post/:postId',
  summary: 'A post with its replay',
  access: 'anyone',
  sharedSeconds: 2,
  params: z.object({ postId: GuidSchema }),
  response: PostModelSchema,
  normalise: wrapModel,
});

// @__NO_SIDE_EFFECTS__
function defineProfileList<const List extends 'received' | 'sent'>(list: List, summary: string) {
  return defineCall({
    path: `/api/Post/:userId/${list}`,
    aliases: [`/api/Post/user/:userId/${list}`],
    summary,
    access: 'anyone',
    sharedSeconds: 2,
    params: z.object({ userId: IdParamSchema }),
    query: z.object({
      ...pagingQuery(PROFILE_PAGE_SIZE),
      sign: z.optional(SignNameSchema),
      hasReplay: QueryFilterSchema,
    }),
    response: PostsSchema,
    paged: true,
  });
}

/** Posts about a player. */
export const listReceivedPosts = defineProfileList('received', 'Posts about a player, newest first');
/** Posts by a player. */
export const listSentPosts = defineProfileList('sent', 'Posts by a player, newest first');

export const listLatestPosts = defineCall({
  path: '/api/Post/latest',
  summary: 'Posts of everyone, newest first',
  access: 'anyone',
  sharedSeconds: 2,
  query: z.object({
    ...pagingQuery(FEED_PAGE_SIZE_DEFAULT),
    sign: z.optional(SignNameSchema),
    hasReplay: QueryFilterSchema,
    hideModActions: z.optional(QueryBooleanSchema),
  }),
  response: PostsSchema,
  paged: true,
});
