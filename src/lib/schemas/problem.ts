/** Error bodies as the API writes them. */
import { InstantSchema, nullIfUnreadable } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** RFC 9457 problem details, with validation errors by field. */
export const ProblemSchema = z.object({
  type: z.nullish(z.string()),
  title: z.nullish(z.string()),
  status: z.nullish(z.number()),
  detail: z.nullish(z.string()),
  instance: z.nullish(z.string()),
  errors: z.nullish(z.record(z.string(), z.array(z.string()))),
  traceId: z.nullish(z.string()),
  /** End of a cooldown. */
  until: nullIfUnreadable(InstantSchema),
});
export type Problem = z.output<typeof ProblemSchema>;

/** The `type` of every cooldown answer ends with this. */
export const COOLDOWN_TYPE_SUFFIX = 'CooldownException';
/** Title of the posting cooldown. */
export const COOLDOWN_TITLE = 'Author is on cooldown for this player.';
