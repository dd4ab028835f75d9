/** A user's flags and roles on the platform. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  OptionalInstantSchema,
  orEmpty,
  orNull,
} from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Days between two changes of the opt-out. */
export const OPT_OUT_COOLDOWN_DAYS = 7;

/** Profile role ids that have a badge. */
export const PROFILE_ROLES = { administrator: 1, communityManager: 2 } as const;

/** Flags and role ids of a user. */
export const ProfileFlagsSchema = z.object({
  id: AccountIdSchema,
  postsBanned: FlagSchema,
  optedOut: FlagSchema,
  optOutChanged: OptionalInstantSchema,
  profileRoles: orEmpty(z.int()),
  /** Id of a warning that the user must confirm before the next post; for the user alone. */
  unreadWarning: z.optional(orNull(GuidSchema)),
  /** When the user can answer the next post; null for now, and for the user alone. */
  nextReplyAt: z.optional(OptionalInstantSchema),
});
export type ProfileFlags = z.output<typeof ProfileFlagsSchema>;

/** Settings that users can change themselves. */
export const ProfileUpdateSchema = z.object({ id: AccountIdSchema, optedOut: z.boolean() });
export type ProfileUpdate = z.output<typeof ProfileUpdateSchema>;
