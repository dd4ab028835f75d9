/** The database's time for the numbers of the week, which the API counts at most once a minute. */

import { countSince } from '#api/calls/stats.ts';
import { createServerDatabase } from '#api/db/postgres.ts';
import { STATS_DAYS, type Stats } from '#lib/schemas/calls/stats.ts';
import { watchStatements } from '#scripts/bench/scale/database-time.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { percentile } from '#scripts/bench/stats.ts';

const GOAL_MS = 30;
const REPEATS = 25;
const DAY_MS = 86_400_000;

async function measure({ server }: Bench): Promise<Outcome> {
  const database = createServerDatabase({ url: await server.databaseOf('big') });
  const watch = await watchStatements(server, 'big');
  const times: number[] = [];
  let week: Partial<Stats> = {};
  try {
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const start = new Date(Date.now() - STATS_DAYS * DAY_MS);
      const count = async () => {
        week = await database.read('eu', (db) => countSince(db, start));
      };
      times.push((await watch.time(count)).total);
    }
  } finally {
    await watch.close();
    await database.close();
  }
  const median = percentile(times, 0.5);
  return {
    rows: [{ ...week, 'median (ms)': median, 'slowest (ms)': Math.max(...times) }],
    isMet: median <= GOAL_MS,
  };
}

/** Goal: at most 30 ms of database time. */
export const weekNumbers: Measurement = {
  name: 'week',
  goal: `numbers of the week: at most ${GOAL_MS} ms of database time`,
  measure,
};
