/** Input of moderators: new actions and bans, and their limits. */
import { AccountIdSchema, GuidSchema, limitedText, orNull } from '#lib/schemas/common.ts';
import { postTextFields } from '#lib/schemas/written-post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest reason of a moderator, in UTF-16 units after trimming. */
export const MOD_REASON_MAX_LENGTH = 1000;
/** Longest ban with an end, in days. */
export const BAN_DAYS_MAX = 3650;
/** Most posts that one ban refers to. */
export const BAN_POSTS_MAX = 20;
/** Most guidelines that one reason names. */
export const RULES_MAX = 5;

/** The reason a moderator gives for an action. */
export const ModReasonSchema = limitedText(1, MOD_REASON_MAX_LENGTH);

/** The code of a guideline: letters, digits and hyphens. */
export const RuleCodeSchema = limitedText(1, 60).check(z.regex(/^[\p{L}\p{N}-]*$/u));
/** Codes of the guidelines that a reason names. */
export const reasonRules = z.optional(z.array(RuleCodeSchema).check(z.maxLength(RULES_MAX)));

/** A new moderator action; an update has the post's new text and flairs. */
export const ModActionCreateSchema = z.object({
  postId: GuidSchema,
  actionType: z.literal([0, 1]),
  reason: ModReasonSchema,
  /** Codes of the guidelines that the reason names. */
  rules: reasonRules,
  updatedPost: orNull(z.object(postTextFields)),
});
export type ModActionCreate = z.output<typeof ModActionCreateSchema>;

/** Removing a post and banning its author, with one reason for both. */
export const RemoveAndBanSchema = z.object({
  reason: ModReasonSchema,
  rules: reasonRules,
  /** Length of the ban; 0 is permanent. */
  days: z.number().check(z.int(), z.gte(0), z.lte(BAN_DAYS_MAX)),
});
export type RemoveAndBan = z.output<typeof RemoveAndBanSchema>;

/** A new ban. */
export const PlatformBanCreateSchema = z.object({
  userId: AccountIdSchema,
  reason: ModReasonSchema,
  rules: reasonRules,
  /** The posts that the ban is about; none of them by or about the moderator. */
  postIds: z.optional(z.array(GuidSchema).check(z.maxLength(BAN_POSTS_MAX))),
});
export type PlatformBanCreate = z.output<typeof PlatformBanCreateSchema>;
