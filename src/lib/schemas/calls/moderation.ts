/** Calls of `/api/mod`. */
import { defineCall, emptyIfNone } from '#lib/schemas/call.ts';
import { GuidSchema, IdParamSchema, orNull, QueryBooleanSchema } from '#lib/schemas/common.ts';
import { ModActionSchema, PlatformBanSchema } from '#lib/schemas/moderation.ts';
import {
  BAN_DAYS_MAX,
  ModActionCreateSchema,
  PlatformBanCreateSchema,
  RemoveAndBanSchema,
} from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** The id of what was stored. The original API responds without a body. */
const STORED = {
  status: 202,
  response: z.object({ id: orNull(GuidSchema) }),
  normalise: (body: unknown) => body ?? { id: null },
} as const;

export const getModAction = defineCall({
  path: '/api/mod/action/:id',
  summary: 'A moderator action',
  access: 'anyone',
  sharedSeconds: 2,
  params: z.object({ id: GuidSchema }),
  response: ModActionSchema,
});

/** `postId` wins when both are given. */
export const listModActions = defineCall({
  path: '/api/mod/action/list',
  summary: 'Moderator actions on a post or on the posts of a user, newest first; 204 when none',
  access: 'anyone',
  sharedSeconds: 2,
  query: z.object({ postId: z.optional(GuidSchema), userId: z.optional(IdParamSchema) }),
  response: z.array(ModActionSchema),
  normalise: emptyIfNone,
});

export const createModAction = defineCall({
  method: 'POST',
  path: '/api/mod/action',
  summary: 'Removes or edits a post as a moderator',
  access: 'mod',
  body: ModActionCreateSchema,
  ...STORED,
});

export const revertModAction = defineCall({
  method: 'DELETE',
  path: '/api/mod/action/:id',
  summary: 'Reverts a moderator action',
  access: 'staff',
  params: z.object({ id: GuidSchema }),
  status: 205,
});

export const listBans = defineCall({
  path: '/api/mod/bans/:userId',
  summary: 'Platform bans of a user; to staff also reverted bans, and with `history` ended bans',
  access: 'anyone',
  sharedSeconds: 2,
  params: z.object({ userId: IdParamSchema }),
  query: z.object({
    currentOnly: z._default(QueryBooleanSchema, false),
    // Clients of the original API take every ban that is not reverted for one in force.
    history: z._default(QueryBooleanSchema, false),
  }),
  response: z.array(PlatformBanSchema),
  normalise: emptyIfNone,
});

export const createBan = defineCall({
  method: 'POST',
  path: '/api/mod/bans',
  summary: 'Bans a user from posting; 0 days means permanently',
  access: 'staff',
  query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(BAN_DAYS_MAX)), 0) }),
  body: PlatformBanCreateSchema,
  ...STORED,
});

export const revertBan = defineCall({
  method: 'DELETE',
  path: '/api/mod/bans/:id',
  summary: 'Reverts a platform ban',
  access: 'staff',
  params: z.object({ id: GuidSchema }),
  query: z.object({ id: z.optional(GuidSchema) }),
  status: 205,
});

const decision = z.object({ actionId: GuidSchema, banId: GuidSchema });

export const removeAndBan = defineCall({
  method: 'POST',
  path: '/api/mod/reviews/:postId/decision',
  summary: 'Removes a post and bans its author, or neither; 0 days means permanently',
  access: 'mod',
  params: z.object({ postId: GuidSchema }),
  body: RemoveAndBanSchema,
  status: 202,
  response: decision,
});

export const revertRemoveAndBan = defineCall({
  method: 'DELETE',
  path: '/api/mod/reviews/:postId/decision',
  summary: 'Reverts the removal of a post and the ban of its author, as far as they are in force',
  access: 'staff',
  params: z.object({ postId: GuidSchema }),
  query: decision,
  status: 205,
});
