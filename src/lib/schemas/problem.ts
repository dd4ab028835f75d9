/** Error bodies as the API writes them. */
import { InstantSchema, nullIfUnreadable } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** The fields of problem details (RFC 9457) that have a meaning for the site. Their texts only make up the message. */
export const ProblemSchema = z.object({
  type: nullIfUnreadable(z.string()),
  /** End of a cooldown. */
  until: nullIfUnreadable(InstantSchema),
});
export type Problem = z.output<typeof ProblemSchema>;

/** The `type` of every cooldown answer ends with this. */
export const COOLDOWN_TYPE_SUFFIX = 'CooldownException';
/** Title of the posting cooldown. */
export const COOLDOWN_TITLE = 'Author is on cooldown for this player.';
