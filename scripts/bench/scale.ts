/**
 * `npm run bench:scale`: what growth costs. Calls to a database of 1,000 posts and to one of a million take turns: first and last
 * pages of the lists of posts, and the work of a moderator and an administrator in the queue. Exits with 1 when the large one takes over five times as long.
 */
import '#tests/support/localhost.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createServerDatabase } from '#api/db/postgres.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import { REVIEW_TABS, REVIEWS_PAGE, type ReviewList } from '#lib/schemas/review.ts';
import { type BenchServer, PEOPLE, SIZES, startBenchServer } from '#scripts/bench/database.ts';
import { percentile, printTable } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';
import { type ApiProcess, startApiProcess, tokenOf } from '#tests/support/scale/api-processes.ts';

const ROUNDS = Number(process.env.BENCH_RUNS || 60);
/** Rounds that are not counted: they fill the caches. */
const ROUNDS_BEFORE = 5;
const RATIO_MAX = 5;
const SENTENCE = JSON.stringify({ sentence: 'The post is within the guidelines.' });

/** The lists of posts; a page's parameters are appended. */
const LISTS = {
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
  sent: `/api/Post/${PEOPLE.author}/sent?`,
  'sent, positive with replay': `/api/Post/${PEOPLE.author}/sent?sign=positive&hasReplay=true&`,
};
const QUEUE = '/api/mod/reviews';

/** An API on one of the databases, and the times of each call. */
interface Side {
  size: 'small' | 'big';
  api: ApiProcess;
  tokens: Record<'moderator' | 'administrator', string>;
  times: Map<string, number[]>;
}

/** Sends a request, to the queue as the caller, and notes how long it takes. Throws unless it succeeds. */
async function take({ api, tokens, times }: Side, call: string, path: string, method = 'GET', body?: string) {
  const caller = call.startsWith('administrator') ? tokens.administrator : tokens.moderator;
  const headers = {
    ...(path.startsWith(QUEUE) && { authorization: `Bearer ${caller}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = performance.now();
  const response = await fetch(api.origin() + path, { method, headers, ...(body && { body }) });
  const text = await response.text();
  times.set(call, [...(times.get(call) ?? []), performance.now() - sent]);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { text, pages: Number(response.headers.get(PAGING_HEADERS.total)) };
}

async function readLists(side: Side, round: number): Promise<void> {
  for (const [list, path] of Object.entries(LISTS)) {
    const read = (end: string, page: number) =>
      take(side, `${list}, ${end}`, `${path}pageSize=10&page=${page}`);
    const { pages } = await read('page 1', 1);
    // A small list has fewer pages, which are read several times.
    const index = pages && round % pages;
    await read('first pages', 1 + index);
    await read('last pages', Math.max(1, pages - index));
  }
}

/** One call of each kind. The item that is kept is open again afterwards. */
async function workInQueue(side: Side, round: number): Promise<void> {
  await take(side, 'queue, counts', `${QUEUE}/counts`);
  await take(side, 'administrator, counts', `${QUEUE}/counts`);
  for (const tab of REVIEW_TABS) await take(side, `administrator, ${tab}`, `${QUEUE}?tab=${tab}&page=1`);
  const lists = [];
  for (const tab of REVIEW_TABS) lists.push(await take(side, `queue, ${tab}`, `${QUEUE}?tab=${tab}&page=1`));
  const lastFull = Math.floor(SIZES[side.size].posts / 100 / REVIEW_TABS.length / REVIEWS_PAGE);
  await take(side, 'queue, last page', `${QUEUE}?tab=reported&page=${Math.max(1, lastFull)}`);
  const { entries } = JSON.parse(lists[round % lists.length]?.text ?? '') as ReviewList;
  const item = `${QUEUE}/${entries[round % entries.length]?.postId}`;
  await take(side, 'queue, claim', `${item}/claim`, 'POST');
  await take(side, 'queue, keep', `${item}/keep`, 'POST', SENTENCE);
  await take(side, 'queue, undo', `${item}/keep`, 'DELETE');
}

/** The medians of each call. */
function compare([small, big]: readonly Side[]) {
  return [...(small?.times ?? [])].map(([call, inSmall]) => {
    const inBig = big?.times.get(call) ?? [];
    const medians = { 'small (ms)': percentile(inSmall, 0.5), 'big (ms)': percentile(inBig, 0.5) };
    const ratio = medians['big (ms)'] / medians['small (ms)'];
    return { call, ...medians, 'big 95 % (ms)': percentile(inBig, 0.95), ratio };
  });
}

async function measure(server: BenchServer, folder: string, sides: Side[]): Promise<void> {
  for (const size of ['small', 'big'] as const) {
    const url = await server.databaseOf(size);
    const database = createServerDatabase({ url });
    const tokens = {
      moderator: await tokenOf(database, PEOPLE.moderator),
      administrator: await tokenOf(database, PEOPLE.administrator),
    };
    await database.close();
    const api = await startApiProcess({ DATABASE_URL: url, DATA_DIR: path.join(folder, size) });
    sides.push({ size, api, tokens, times: new Map() });
  }
  for (let round = 0; round < ROUNDS_BEFORE + ROUNDS; round += 1) {
    if (round === ROUNDS_BEFORE) for (const { times } of sides) times.clear();
    for (const side of sides) await readLists(side, round);
    for (const side of sides) await workInQueue(side, round);
  }
  const rows = compare(sides);
  printTable(`1,000,000 posts against 1,000, ${ROUNDS} rounds`, rows);
  if (!rows.every(({ ratio }) => ratio <= RATIO_MAX)) process.exitCode = 1;
}

await runScript(async () => {
  const server = await startBenchServer();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const sides: Side[] = [];
  try {
    await measure(server, folder, sides);
  } finally {
    for (const { api } of sides) await api.end('SIGKILL');
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
