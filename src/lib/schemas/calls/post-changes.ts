/** Calls of `/api/post` that change posts. The site loads them with the editor. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, ignoreChecksQuery } from '#lib/schemas/common.ts';
import { PostSchema } from '#lib/schemas/post.ts';
import { PostCreateSchema, PostUpdateSchema } from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

export const createPost = defineCall({
  method: 'POST',
  path: '/api/Post',
  summary: 'Creates a post, with a replay as evidence',
  access: 'signed-in',
  query: z.object(ignoreChecksQuery),
  multipart: { postDto: PostCreateSchema, replay: 'file' },
  status: 201,
  response: PostSchema,
});

export const updatePost = defineCall({
  method: 'PUT',
  path: '/api/Post',
  summary: "Edits the caller's own post",
  access: 'signed-in',
  query: z.object(ignoreChecksQuery),
  body: PostUpdateSchema,
});

export const deletePost = defineCall({
  method: 'DELETE',
  path: '/api/Post/:postId',
  summary: "Deletes the caller's own post",
  access: 'signed-in',
  params: z.object({ postId: GuidSchema }),
  query: z.object(ignoreChecksQuery),
  status: 205,
});
