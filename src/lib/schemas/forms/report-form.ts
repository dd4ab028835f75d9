/** Schema of the form for a report. */
import { limitedText } from '#lib/schemas/common.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { RuleCodeSchema } from '#lib/schemas/written-moderation.ts';
import { z } from '#lib/schemas/zod.ts';

/** The fields of a report: the code of a guideline, words, and whether it names the moment that the page shows. */
export const ReportFormSchema = z.object({
  rule: RuleCodeSchema,
  words: limitedText(0, REPORT_WORDS_MAX),
  withMoment: z.boolean(),
});
export type ReportForm = z.output<typeof ReportFormSchema>;
