/** The database's time for pages of every list of the big database, for every kind of viewer. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_SIZE_MAX, PAGE_SIZE_MAX_SIGNED_IN } from '#lib/schemas/common.ts';
import { type StatementWatch, watchStatements } from '#scripts/bench/scale/database-time.ts';
import { PAGED_LISTS, readPage, VIEWERS, WHOLE_LISTS } from '#scripts/bench/scale/list-calls.ts';
import type { Bench, Measurement, Outcome } from '#scripts/bench/scale/measurement.ts';
import { getOk } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';
import { ROOT } from '#scripts/support/settings.ts';

const GOAL_MS = 30;
const REPEATS = 7;
/** A call that takes longer is measured once. */
const SLOW_MS = 300;
const RANDOM_PAGES = 3;
/** Plans of the slowest page of every list are written there. */
const PLANS_FILE = path.join(ROOT, '.cache/bench/scale-plans.txt');

/** The slowest page of a list for a viewer. */
interface Slowest {
  list: string;
  viewer: string;
  page: string;
  ms: number;
  read: () => Promise<unknown>;
}

async function median(
  watch: StatementWatch,
  figure: 'total' | 'slowest',
  read: () => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  do times.push((await watch.time(read))[figure]);
  while (times.length < REPEATS && (times[0] ?? 0) < SLOW_MS);
  return percentile(times, 0.5);
}

/** First, middle, last and some random pages, without duplicates. */
function sample(pages: number): number[] {
  const random = Array.from({ length: RANDOM_PAGES }, () => 1 + Math.floor(Math.random() * pages));
  return [...new Set([1, Math.ceil(pages / 2), pages, ...random])].filter(
    (page) => page >= 1 && page <= pages,
  );
}

const slowestOf = (found: readonly Slowest[]): Slowest =>
  found.reduce((slowest, other) => (other.ms > slowest.ms ? other : slowest));

async function measurePaged(
  bench: Bench,
  watch: StatementWatch,
  list: string,
  viewer: string,
): Promise<Slowest> {
  const id = VIEWERS[viewer] ?? null;
  const found: Slowest[] = [];
  for (const pageSize of [10, id === null ? PAGE_SIZE_MAX : PAGE_SIZE_MAX_SIGNED_IN]) {
    const call = { path: PAGED_LISTS[list] ?? '', viewer: id, pageSize };
    const { pages } = await readPage(bench, 'big', { ...call, page: 1 });
    for (const page of sample(Math.max(pages, 1))) {
      const read = () => readPage(bench, 'big', { ...call, page });
      const ms = await median(watch, 'total', read);
      found.push({ list, viewer, page: `${page} of ${pages}, ${pageSize} each`, ms, read });
    }
  }
  return slowestOf(found);
}

/** The time of the slowest piece, for a list that is sent in pieces. */
async function measureWhole(
  bench: Bench,
  watch: StatementWatch,
  list: string,
  viewer: string,
): Promise<Slowest> {
  const id = VIEWERS[viewer] ?? null;
  const token = id === null ? null : await bench.tokenOf(id);
  const url = `${(await bench.api('big')).origin()}${WHOLE_LISTS[list]}`;
  const read = () => getOk(url, token);
  return { list, viewer, page: 'slowest piece', ms: await median(watch, 'slowest', read), read };
}

async function measure(bench: Bench): Promise<Outcome> {
  const watch = await watchStatements(bench.server, 'big');
  const found: Slowest[] = [];
  try {
    for (const list of Object.keys(PAGED_LISTS))
      for (const viewer of Object.keys(VIEWERS)) found.push(await measurePaged(bench, watch, list, viewer));
    for (const list of Object.keys(WHOLE_LISTS))
      for (const viewer of ['anonymous', 'moderator'])
        found.push(await measureWhole(bench, watch, list, viewer));
    const plans = [];
    for (const list of Object.keys(PAGED_LISTS)) {
      const slowest = slowestOf(found.filter((one) => one.list === list));
      plans.push(`# ${list}, ${slowest.viewer}, ${slowest.page}\n${await watch.plans(slowest.read)}`);
    }
    writeFileSync(PLANS_FILE, plans.join('\n\n'));
  } finally {
    await watch.close();
  }
  return {
    rows: found.map(({ list, viewer, page, ms }) => ({
      list,
      viewer,
      'slowest page': page,
      'database (ms)': ms,
    })),
    isMet: found.every(({ ms }) => ms <= GOAL_MS),
    details: `The plans are in ${path.relative(ROOT, PLANS_FILE)}.`,
  };
}

/** Goal: at most 30 ms of database time for any page. */
export const timeOfPages: Measurement = {
  name: 'database-time',
  goal: `any page of any list: at most ${GOAL_MS} ms of database time`,
  measure,
};
