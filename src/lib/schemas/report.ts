/** Reports of posts by players (rules 28.10 to 28.20). */
import {
  FlagSchema,
  GuidSchema,
  InstantSchema,
  limitedText,
  OptionalInstantSchema,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { OutcomeSchema } from '#lib/schemas/moderation.ts';
import { RuleCodeSchema } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest words of a report, and longest sentence to reporters, in UTF-16 units after trimming. */
export const REPORT_WORDS_MAX = 500;

/** Last moment of a battle that a report may name, in seconds. */
const MOMENT_MAX = 7_200;

/** A new report: a guideline, a few words, and optionally a moment of the battle in seconds since its start. */
export const ReportCreateSchema = z.object({
  postId: GuidSchema,
  rule: RuleCodeSchema,
  words: limitedText(0, REPORT_WORDS_MAX),
  /** It is about the reply, not about the post. */
  ofReply: z.optional(z.boolean()),
  /** When the reply that was read was written or changed. */
  replyAt: z.optional(InstantSchema),
  moment: orNull(z.int().check(z.gte(0), z.lte(MOMENT_MAX))),
});
export type ReportCreate = z.output<typeof ReportCreateSchema>;

/** A report as its reporter sees it. */
export const ReportSchema = z.object({
  id: GuidSchema,
  postId: GuidSchema,
  rule: ShownTextSchema,
  words: z.string(),
  moment: orNull(z.int()),
  ofReply: z.optional(FlagSchema),
  createdAt: InstantSchema,
  outcome: OutcomeSchema,
  /** The moderators’ sentence about a post that they kept. */
  sentence: orNull(ShownTextSchema),
  decidedAt: OptionalInstantSchema,
  /** The decision to keep the post, whose statement the reporter reads; absent for other outcomes. */
  decisionId: z.optional(GuidSchema),
});
export type Report = z.output<typeof ReportSchema>;

/** How many posts about and by a player have open reports. */
export const ReportCountsSchema = z.object({
  about: z.int(),
  by: z.int(),
  /** Why the viewer cannot warn or ban the player without naming a post; null when they can. */
  refusal: orNull(ShownTextSchema),
});
export type ReportCounts = z.output<typeof ReportCountsSchema>;
