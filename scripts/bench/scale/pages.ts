/** The first and the last 100 pages of every list, in both databases: milliseconds of a call, anonymous. */
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import { PEOPLE } from '#scripts/bench/scale/data.ts';
import { type Bench, type Measurement, type Outcome, SIZE_NAMES } from '#scripts/bench/scale/measurement.ts';
import { getOk } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';

const PAGES = 100;
const PAGE_SIZE = 10;
const RATIO_MAX = 5;
/** Pages of one list are read for at most this long: without the goal met, all of them would take hours. */
const LIMIT_MS = 20_000;

/** Every list with pages; a page's parameters are appended. */
const LISTS: Readonly<Record<string, string>> = {
  latest: '/api/Post/latest?',
  'latest with replay': '/api/Post/latest?hasReplay=true&',
  'latest without replay': '/api/Post/latest?hasReplay=false&',
  'latest, negative': '/api/Post/latest?sign=negative&',
  // Few posts are.
  'latest, neutral with replay': '/api/Post/latest?sign=neutral&hasReplay=true&',
  'latest without removed': '/api/Post/latest?hideModActions=true&',
  received: `/api/Post/${PEOPLE.received}/received?`,
  'received, negative': `/api/Post/${PEOPLE.received}/received?sign=negative&`,
  'received, neutral without replay': `/api/Post/${PEOPLE.received}/received?sign=neutral&hasReplay=false&`,
  'sent, positive with replay': `/api/Post/${PEOPLE.author}/sent?sign=positive&hasReplay=true&`,
  sent: `/api/Post/${PEOPLE.author}/sent?`,
};

type SizeName = (typeof SIZE_NAMES)[number];
type Times = Record<'first' | 'last', number[]>;

/** Reads a page, and how many there are. */
async function readPage(bench: Bench, size: SizeName, list: string, page: number) {
  const { origin } = await bench.api(size);
  const { headers, ms } = await getOk(`${origin()}${list}page=${page}&pageSize=${PAGE_SIZE}`);
  return { pages: Number(headers[PAGING_HEADERS.total.toLowerCase()]), ms };
}

/** Numbers of the first and last pages, alternating between both ends. */
function bothEnds(pages: number): { first: number[]; last: number[] } {
  const count = Math.min(PAGES, pages);
  const first = Array.from({ length: count }, (_, index) => 1 + index);
  return { first, last: first.map((page) => pages + 1 - page) };
}

async function measureList(bench: Bench, path: string): Promise<Record<SizeName, Times>> {
  const times = { small: { first: [], last: [] }, big: { first: [], last: [] } } as Record<SizeName, Times>;
  const read = (size: SizeName, page: number) => readPage(bench, size, path, page);
  const ends = {
    small: bothEnds((await read('small', 1)).pages),
    big: bothEnds((await read('big', 1)).pages),
  };
  const until = performance.now() + LIMIT_MS;
  for (let index = 0; index < PAGES && performance.now() < until; index += 1)
    for (const end of ['first', 'last'] as const)
      for (const size of SIZE_NAMES) {
        const pages = ends[size][end];
        // A small list has fewer pages, which are read several times.
        const page = pages[index % pages.length];
        if (page !== undefined && index < ends.big[end].length)
          times[size][end].push((await read(size, page)).ms);
      }
  return times;
}

async function measure(bench: Bench): Promise<Outcome> {
  const rows = [];
  for (const [list, path] of Object.entries(LISTS)) {
    const { small, big } = await measureList(bench, path);
    for (const end of ['first', 'last'] as const) {
      const [inSmall, inBig] = [percentile(small[end], 0.5), percentile(big[end], 0.5)];
      rows.push({
        list,
        pages: `${big[end].length} ${end}`,
        'small (ms)': inSmall,
        'big (ms)': inBig,
        'big 99 % (ms)': percentile(big[end], 0.99),
        ratio: inBig / inSmall,
      });
    }
  }
  return { rows, isMet: rows.every(({ ratio }) => ratio <= RATIO_MAX) };
}

/** Goal: at most 5 times as long as in the small database. */
export const pages: Measurement = {
  name: 'pages',
  goal: `first and last ${PAGES} pages of every list: big / small at most ${RATIO_MAX}`,
  measure,
};
