/** Calls of `/api/mod`. */
import { defineCall } from '#lib/schemas/call.ts';
import { GuidSchema, QueryBooleanSchema } from '#lib/schemas/common.ts';
import {
  BAN_DAYS_MAX,
  ModActionCreateSchema,
  ModActionSchema,
  PlatformBanCreateSchema,
  PlatformBanSchema,
} from '#lib/schemas/moderation.ts';
import { z } from '#lib/schemas/zod.ts';

const AccountIdParam = z.coerce.number().check(z.int(), z.gte(1));
const orNone = (body: unknown) => body ?? [];

export const getModAction = defineCall({
  method: 'GET',
  path: '/api/mod/action/:id',
  summary: 'A moderator action',
  access: 'anyone',
  params: z.object({ id: GuidSchema }),
  status: 200,
  response: ModActionSchema,
});

/** Of a post or of an author; the post wins. 204 when none. */
export const listModActions = defineCall({
  method: 'GET',
  path: '/api/mod/action/list',
  summary: 'Moderator actions on a post or on the posts of a user, newest first; 204 when none',
  access: 'anyone',
  query: z.object({ postId: z.optional(GuidSchema), userId: z.optional(AccountIdParam) }),
  status: 200,
  response: z.array(ModActionSchema),
  normalise: orNone,
});

export const createModAction = defineCall({
  method: 'POST',
  path: '/api/mod/action',
  summary: 'Deletes or edits a post as a moderator',
  access: 'mod',
  body: ModActionCreateSchema,
  status: 202,
});

export const revertModAction = defineCall({
  method: 'DELETE',
  path: '/api/mod/action/:id',
  summary: 'Takes a moderator action back',
  access: 'staff',
  params: z.object({ id: GuidSchema }),
  status: 205,
});

export const listBans = defineCall({
  method: 'GET',
  path: '/api/mod/bans/:userId',
  summary: 'Platform bans of a user; the full history for staff',
  access: 'anyone',
  params: z.object({ userId: AccountIdParam }),
  query: z.object({ currentOnly: z._default(QueryBooleanSchema, false) }),
  status: 200,
  response: z.array(PlatformBanSchema),
  normalise: orNone,
});

/** 0 days is for good. */
export const createBan = defineCall({
  method: 'POST',
  path: '/api/mod/bans',
  summary: 'Bans a user from posting; 0 days is for good',
  access: 'staff',
  query: z.object({ days: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(BAN_DAYS_MAX)), 0) }),
  body: PlatformBanCreateSchema,
  status: 202,
});

export const revertBan = defineCall({
  method: 'DELETE',
  path: '/api/mod/bans/:id',
  summary: 'Takes a platform ban back',
  access: 'staff',
  params: z.object({ id: GuidSchema }),
  query: z.object({ id: z.optional(GuidSchema) }),
  status: 205,
});
