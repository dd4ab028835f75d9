/** The call for the numbers of the week. */
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

/** How far the numbers go back, in days. */
export const STATS_DAYS = 7;

const CountSchema = z.int().check(z.nonnegative());

/** Numbers of public posts, their players and clans in the last 7 days. */
export const StatsSchema = z.object({
  /** Posts that were written. */
  posts: CountSchema,
  /** Players who wrote one of them or are the subject of one. */
  players: CountSchema,
  /** Clans of these players. */
  clans: CountSchema,
});
export type Stats = z.output<typeof StatsSchema>;

export const getStats = defineCall({
  path: '/api/Stats',
  summary: 'Posts, players and clans of the last 7 days',
  access: 'anyone',
  sharedSeconds: 5,
  response: StatsSchema,
});
