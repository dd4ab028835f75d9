/** The call for the end of the posting cooldown. */
import { defineCall } from '#lib/schemas/call.ts';
import { IdParamSchema } from '#lib/schemas/common.ts';
import { PostCooldownSchema } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Other servers lack this call: the client then searches the viewer's own posts. */
export const getCooldown = defineCall({
  path: '/api/Post/cooldown',
  summary:
    'When the caller may post about a player again; `until` is null when they may now, `postsLeft` without a limit per day',
  access: 'signed-in',
  query: z.object({ playerId: IdParamSchema }),
  response: PostCooldownSchema,
});
