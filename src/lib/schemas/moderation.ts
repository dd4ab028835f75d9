/** Moderator actions on posts, and platform bans. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  InstantSchema,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { withPlayerName } from '#lib/schemas/player.ts';
import { PostSchema, PostTextSchema } from '#lib/schemas/post.ts';
import { z } from '#lib/schemas/zod.ts';

/** Kinds of moderator actions. */
export const MOD_ACTION_TYPE = { delete: 0, update: 1 } as const;

/** Outcomes of a reported post: nothing yet, kept, edited or removed by a moderator, or deleted by its author. */
export const OUTCOMES = ['open', 'kept', 'edited', 'removed', 'deleted'] as const;
export const OutcomeSchema = z.literal(OUTCOMES);
export type Outcome = (typeof OUTCOMES)[number];

/** Codes of the guidelines that a reason names; absent in other APIs. */
export const RuleCodesSchema = z.optional(z.array(ShownTextSchema));

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
    rules: RuleCodesSchema,
    /** The text before an update, for staff and the author. */
    previousPost: z.optional(nullIfUnreadable(PostTextSchema)),
    /** The decision whose statement its author reads; absent for others, and in an API without statements. */
    decisionId: z.optional(GuidSchema),
    createdAt: OptionalInstantSchema,
  }),
  'modUsername',
  'modId',
);
export type ModAction = z.output<typeof ModActionSchema>;

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
      rules: RuleCodesSchema,
      /** The posts that it is about. */
      postIds: z.optional(z.array(GuidSchema)),
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
