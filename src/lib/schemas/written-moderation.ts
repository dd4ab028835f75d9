/** Input of moderators: new actions and bans, and their limits. */
import { AccountIdSchema, GuidSchema, limitedText, orNull } from '#lib/schemas/common.ts';
import { postTextFields } from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest reason of a moderator, in UTF-16 units after trimming. */
export const MOD_REASON_MAX_LENGTH = 1000;
/** Longest ban with an end, in days. */
export const BAN_DAYS_MAX = 3650;

/** The reason a moderator gives for an action. */
export const ModReasonSchema = limitedText(1, MOD_REASON_MAX_LENGTH);

/** A new moderator action; an update has the post's new text and flairs. */
export const ModActionCreateSchema = z.object({
  postId: GuidSchema,
  actionType: z.literal([0, 1]),
  reason: ModReasonSchema,
  updatedPost: orNull(z.object(postTextFields)),
});
export type ModActionCreate = z.output<typeof ModActionCreateSchema>;

/** A new ban. */
export const PlatformBanCreateSchema = z.object({ userId: AccountIdSchema, reason: ModReasonSchema });
