/** A moderator's work in both databases: reading the queue, deciding about posts in it, and reading the feed. */
import { createServerDatabase } from '#api/db/postgres.ts';
import { fillPath, queryString } from '#lib/client/client.ts';
import type { Call } from '#lib/schemas/call.ts';
import { listLatestPosts } from '#lib/schemas/calls/post.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import { REVIEW_TABS, REVIEWS_PAGE, type ReviewList, type ReviewTab } from '#lib/schemas/review.ts';
import { PEOPLE, SIZES } from '#scripts/bench/scale/data.ts';
import { type Bench, type Measurement, type Outcome, SIZE_NAMES } from '#scripts/bench/scale/measurement.ts';
import { sendOk, type TimedAnswer } from '#scripts/bench/scale/request.ts';
import { percentile } from '#scripts/bench/stats.ts';
import { tokenOf } from '#tests/support/scale/api-processes.ts';

const ROUNDS = 60;
/** Rounds that are not counted: they fill the caches. */
const ROUNDS_BEFORE = 10;
const RATIO_MAX = 5;
const SENTENCE = JSON.stringify({ sentence: 'The post is within the guidelines.' });

type SizeName = (typeof SIZE_NAMES)[number];
type Send = (
  call: Call,
  input?: { params?: Record<string, string>; query?: Record<string, unknown>; body?: string },
) => Promise<TimedAnswer>;
/** Milliseconds of each call, by its name. */
type Times = Map<string, number[]>;

/** Sends calls as a moderator. */
async function openSender(bench: Bench, size: SizeName): Promise<Send> {
  const { origin } = await bench.api(size);
  const database = createServerDatabase({ url: await bench.server.databaseOf(size) });
  const token = await tokenOf(database, PEOPLE.moderator).finally(() => database.close());
  return ({ method, path }, { params, query, body } = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    return sendOk(origin() + fillPath(path, params) + queryString(query), {
      method,
      headers,
      ...(body && { body }),
    });
  };
}

/** One call of each kind. The item that is kept is open again afterwards. */
async function takeRound(send: Send, size: SizeName, round: number, times: Times): Promise<void> {
  const take = async (name: string, ...request: Parameters<Send>): Promise<string> => {
    const { ms, text } = await send(...request);
    times.set(name, [...(times.get(name) ?? []), ms]);
    return text;
  };
  const list = async (name: string, tab: ReviewTab, page: number) =>
    (JSON.parse(await take(name, calls.listReviews, { query: { tab, page } })) as ReviewList).entries;
  await take('counts', calls.countReviews);
  const firstPages = [];
  for (const tab of REVIEW_TABS) firstPages.push(await list(`list, ${tab}`, tab, 1));
  const lastPage = Math.floor(SIZES[size].posts / 100 / REVIEW_TABS.length / REVIEWS_PAGE);
  await list('list, last full page', 'reported', Math.max(1, lastPage));
  const entries = firstPages[round % firstPages.length] ?? [];
  const { postId = '' } = entries[round % entries.length] ?? {};
  await take('claim', calls.claimReview, { params: { postId } });
  await take('keep', calls.keepPost, { params: { postId }, body: SENTENCE });
  await take('undo', calls.reopenReview, { params: { postId } });
  for (const sign of [undefined, 'positive', 'neutral', 'negative'])
    await take(sign ? `feed, ${sign}` : 'feed', listLatestPosts, { query: { page: 1, pageSize: 10, sign } });
}

async function measure(bench: Bench): Promise<Outcome> {
  const sides = [];
  for (const size of SIZE_NAMES)
    sides.push({ size, send: await openSender(bench, size), times: new Map() as Times });
  for (let round = -ROUNDS_BEFORE; round < ROUNDS; round += 1)
    for (const { size, send, times } of sides)
      await takeRound(send, size, Math.abs(round), round < 0 ? new Map() : times);
  const [small, big] = sides.map(({ times }) => times);
  const rows = [...(small ?? [])].map(([call, inSmall]) => {
    const inBig = big?.get(call) ?? [];
    const [smallMedian, bigMedian] = [percentile(inSmall, 0.5), percentile(inBig, 0.5)];
    return {
      call,
      'small (ms)': smallMedian,
      'small 95 % (ms)': percentile(inSmall, 0.95),
      'big (ms)': bigMedian,
      'big 95 % (ms)': percentile(inBig, 0.95),
      ratio: bigMedian / smallMedian,
    };
  });
  return { rows, isMet: rows.every(({ ratio }) => ratio <= RATIO_MAX) };
}

/** Goal: at most 5 times as long as in the small database. */
export const queue: Measurement = {
  name: 'queue',
  goal: `a moderator's calls with 10,000 open items, ${ROUNDS} each: big / small at most ${RATIO_MAX}`,
  measure,
};
