/** Calls of `/api/Post/{id}/reply`, and the removal of a reply by a moderator. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import { ReplyCreateSchema } from '#lib/schemas/post.ts';
import { ModReasonSchema, reasonRules } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

const params = z.object({ postId: GuidSchema });

export const saveReply = defineCall({
  method: 'PUT',
  path: '/api/Post/:postId/reply',
  summary: 'Answers a post about the viewer, or changes the answer; 20 answers within 24 hours',
  access: 'signed-in',
  params,
  body: ReplyCreateSchema,
  status: 204,
});

export const deleteReply = defineCall({
  method: 'DELETE',
  path: '/api/Post/:postId/reply',
  summary: "Deletes the viewer's reply",
  access: 'signed-in',
  params,
  status: 204,
});

export const removeReply = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/reply/removal',
  summary: 'Removes the reply to a post as a moderator; with `warns`, one decision warns its author, too',
  access: 'staff',
  params,
  body: z.object({ reason: ModReasonSchema, rules: reasonRules, warns: z.optional(z.boolean()) }),
  status: 202,
  response: z.object({ id: GuidSchema }),
});

export const restoreReply = defineCall({
  method: 'DELETE',
  path: '/api/mod/reviews/:postId/reply/removal',
  summary: 'Reverts the removal of a reply',
  access: 'staff',
  params,
  status: 205,
});
