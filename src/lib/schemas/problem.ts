/** Error bodies as the API writes them. */
import { z } from '#lib/schemas/zod.ts';

/** RFC 9457 problem details, with validation errors by field. */
export const ProblemSchema = z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  status: z.optional(z.number()),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  traceId: z.optional(z.string()),
});
export type Problem = z.output<typeof ProblemSchema>;

/** Ending of the `type` of every answer that means a cooldown. */
export const COOLDOWN_TYPE_SUFFIX = 'CooldownException';
/** Title of the posting cooldown. */
export const COOLDOWN_TITLE = 'Author is on cooldown for this player.';
