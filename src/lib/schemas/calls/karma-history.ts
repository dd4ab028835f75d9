/** The call for a player's karma over time. Apart from the other calls of players, because only the profile needs it. */
import { defineCall } from '#lib/schemas/call.ts';
import { IdParamSchema } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most months of one answer. */
export const KARMA_HISTORY_MAX = 60;

/** Platform karma at the end of each month in which posts changed it, in UTC, oldest first. `month` is such as `2026-11`. */
export const KarmaHistorySchema = z
  .array(z.object({ month: z.string().check(z.regex(/^\d{4}-\d\d$/)), karma: z.int() }))
  .check(z.maxLength(KARMA_HISTORY_MAX));
export type KarmaHistory = z.output<typeof KarmaHistorySchema>;

export const getKarmaHistory = defineCall({
  path: '/api/Player/:id/karma-history',
  summary: "A player's platform karma by month",
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({ id: IdParamSchema }),
  response: KarmaHistorySchema,
});
