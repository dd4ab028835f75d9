/** Searches for players in both databases. */
import { type Bench, type Measurement, type Outcome, SIZE_NAMES } from '#scripts/bench/scale/measurement.ts';
import { get } from '#scripts/bench/scale/request.ts';
import type { SizeName } from '#scripts/bench/scale/servers.ts';
import { percentile } from '#scripts/bench/stats.ts';

const RATIO_MAX = 10;
const REPEATS = 25;

/** A common word, the start of many names, parts of words, a whole name's end, and what no name contains. */
const NEEDLES = ['admiral', 'iron_', 'ern', 'rud', 'kraken_1', 'n_m', 'zzzz'];

async function measure(bench: Bench): Promise<Outcome> {
  const rows = [];
  for (const needle of NEEDLES) {
    const times: Record<SizeName, number[]> = { small: [], big: [] };
    for (let turn = 0; turn < REPEATS; turn += 1)
      for (const size of SIZE_NAMES) {
        const { status, ms } = await get(`${(await bench.api(size)).origin()}/api/Player/search/${needle}`);
        // 204: no player was found.
        if (status !== 200 && status !== 204) throw new Error(`The search for ${needle} failed: ${status}`);
        times[size].push(ms);
      }
    const [small, big] = [percentile(times.small, 0.5), percentile(times.big, 0.5)];
    rows.push({ search: needle, 'small (ms)': small, 'big (ms)': big, ratio: big / small });
  }
  return { rows, isMet: rows.every(({ ratio }) => ratio <= RATIO_MAX) };
}

/** Goal: at most 10 times as long as in the small database, whatever is searched. */
export const searches: Measurement = {
  name: 'search',
  goal: `player search: big / small at most ${RATIO_MAX}`,
  measure,
};
