/** Moderator actions on posts, and platform bans. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { withPlayerName } from '#lib/schemas/player.ts';
import { PostSchema, postTextFields } from '#lib/schemas/post.ts';
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
export const ModActionSchema = withPlayerName(
  z.object({
    id: GuidSchema,
    postId: GuidSchema,
    updatedPost: nullIfUnreadable(PostSchema),
    actionType: z.literal([0, 1]),
    modId: AccountIdSchema,
    modUsername: ShownTextSchema,
    reason: orElse(ShownTextSchema, ''),
    createdAt: OptionalInstantSchema,
  }),
  'modUsername',
  'modId',
);
export type ModAction = z.output<typeof ModActionSchema>;

/** A new moderator action; an update has the post's new text and flairs. */
export const ModActionCreateSchema = z.object({
  postId: GuidSchema,
  actionType: z.literal([0, 1]),
  reason: ModReasonSchema,
  updatedPost: orNull(z.object(postTextFields)),
});
export type ModActionCreate = z.output<typeof ModActionCreateSchema>;

/** A ban from posting. Permanent when `bannedUntil` is null. */
export const PlatformBanSchema = withPlayerName(
  withPlayerName(
    z.object({
      id: GuidSchema,
      userId: AccountIdSchema,
      username: ShownTextSchema,
      modId: AccountIdSchema,
      modUsername: ShownTextSchema,
      reason: orElse(ShownTextSchema, ''),
      bannedUntil: OptionalInstantSchema,
      reverted: FlagSchema,
      createdAt: InstantSchema,
      updatedAt: OptionalInstantSchema,
    }),
    'username',
    'userId',
  ),
  'modUsername',
  'modId',
);
export type PlatformBan = z.output<typeof PlatformBanSchema>;

/** A new ban. */
export const PlatformBanCreateSchema = z.object({ userId: AccountIdSchema, reason: ModReasonSchema });
