/** The database's time for the ribbons of the players with the most posts. */
import { RIBBONS_MAX } from '#lib/schemas/calls/ribbons.ts';
import { FIRST_PLAYER, PEOPLE } from '#scripts/bench/scale/data.ts';
import { watchStatements } from '#scripts/bench/scale/database-time.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { getOk } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';

const GOAL_MS = 10;
const REPEATS = 25;

async function measure(bench: Bench): Promise<Outcome> {
  const watch = await watchStatements(bench.server, 'big');
  const origin = (await bench.api('big')).origin();
  // The first players are the popular ones.
  const ids = [
    PEOPLE.received,
    ...Array.from({ length: RIBBONS_MAX - 1 }, (_, index) => FIRST_PLAYER + index),
  ];
  const times: number[] = [];
  let posts = 0;
  try {
    for (let turn = 0; turn < REPEATS; turn += 1) {
      const read = async () => {
        const { text } = await getOk(`${origin}/api/Player/ribbons?ids=${ids.join()}`, null);
        posts = Object.values(JSON.parse(text) as Record<string, string>).join('').length;
      };
      times.push((await watch.time(read)).total);
    }
  } finally {
    await watch.close();
  }
  const median = percentile(times, 0.5);
  const rows = [{ players: ids.length, posts, 'median (ms)': median, 'slowest (ms)': Math.max(...times) }];
  return { rows, isMet: median <= GOAL_MS };
}

/** Goal: at most 10 ms of database time for 100 players. */
export const ribbons: Measurement = {
  name: 'ribbons',
  goal: `ribbons of ${RIBBONS_MAX} players: at most ${GOAL_MS} ms of database time`,
  measure,
};
