/** Moderator actions on posts, and platform bans. */
import {
  AccountIdSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  orNull,
} from '#lib/schemas/common.ts';
import {
  FlairsSchema,
  POST_CONTENT_MAX_LENGTH,
  POST_CONTENT_MIN_LENGTH,
  POST_TITLE_MAX_LENGTH,
  POST_TITLE_MIN_LENGTH,
  PostSchema,
} from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest reason of a moderator, in UTF-16 units after trimming. */
export const MOD_REASON_MAX_LENGTH = 1000;
/** Longest ban with an end, in days. */
export const BAN_DAYS_MAX = 3650;

/** Kinds of moderator actions. */
export const MOD_ACTION_TYPE = { delete: 0, update: 1 } as const;

/** The reason a moderator gives for an action. */
export const ModReasonSchema = limitedText(1, MOD_REASON_MAX_LENGTH);

/** A moderator's action on a post. Its `updatedPost` never carries a ticket id. */
export const ModActionSchema = z.object({
  id: GuidSchema,
  postId: GuidSchema,
  updatedPost: nullIfUnreadable(PostSchema),
  actionType: z.literal([0, 1]),
  modId: AccountIdSchema,
  modUsername: orElse(z.string(), ''),
  reason: orElse(z.string(), ''),
  createdAt: OptionalInstantSchema,
});
export type ModAction = z.output<typeof ModActionSchema>;

/** What a moderator submits: an update carries the post's new text and flairs. */
export const ModActionCreateSchema = z.object({
  postId: GuidSchema,
  actionType: z.literal([0, 1]),
  reason: ModReasonSchema,
  updatedPost: orNull(
    z.object({
      flairs: FlairsSchema,
      title: limitedText(POST_TITLE_MIN_LENGTH, POST_TITLE_MAX_LENGTH),
      content: limitedText(POST_CONTENT_MIN_LENGTH, POST_CONTENT_MAX_LENGTH),
    }),
  ),
});
export type ModActionCreate = z.output<typeof ModActionCreateSchema>;

/** A ban from posting. Permanent when `bannedUntil` is null. */
export const PlatformBanSchema = z.object({
  id: GuidSchema,
  userId: AccountIdSchema,
  username: orElse(z.string(), ''),
  modId: AccountIdSchema,
  modUsername: orElse(z.string(), ''),
  reason: orElse(z.string(), ''),
  bannedUntil: OptionalInstantSchema,
  reverted: orElse(z.boolean(), false),
  createdAt: InstantSchema,
  updatedAt: OptionalInstantSchema,
});
export type PlatformBan = z.output<typeof PlatformBanSchema>;

/** What a moderator submits to ban a user. */
export const PlatformBanCreateSchema = z.object({ userId: AccountIdSchema, reason: ModReasonSchema });
