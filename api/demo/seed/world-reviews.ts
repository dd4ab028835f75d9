/** The moderators' queue of an invented region: the newest posts, a few reported posts, and posts that do not count yet. */
import { addMinutes } from 'date-fns/addMinutes';
import { min } from 'date-fns/min';
import { subMinutes } from 'date-fns/subMinutes';
import { FIXED_ACCOUNTS } from '#api/config/demo-accounts.ts';
import type { reports, reviews } from '#api/db/review-schema.ts';
import { createRandom } from '#api/demo/random.ts';
import texts from '#api/demo/seed/data/texts.json' with { type: 'json' };
import type { PlayerRow } from '#api/demo/seed/world-players.ts';
import type { InventedPost } from '#api/demo/seed/world-posts.ts';
import { KIND } from '#api/model/reviews/queue.ts';
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { RegionId } from '#lib/regions.ts';

type ReviewRow = typeof reviews.$inferInsert;
type ReportRow = typeof reports.$inferInsert;

/** The newest posts that no moderator has looked at. */
const UNREVIEWED = 40;
/** Reports of each reported post. */
const REPORTS = [3, 2, 1, 1];
const FIXED_IDS = new Set(FIXED_ACCOUNTS.map(({ id }) => id));

/** Items of the queue with their reports, the same for the same region. Moderators are involved in none of the reported posts. */
export function inventReviews(
  region: RegionId,
  { players, posts }: { players: readonly PlayerRow[]; posts: readonly InventedPost[] },
  now: number,
): { reviews: ReviewRow[]; reports: ReportRow[] } {
  // Its own, so that everything else of the world stays the same with it.
  const random = createRandom(`${region} queue`);
  const newest = posts.filter(({ modLocked, readOnly }) => !modLocked && !readOnly).slice(-UNREVIEWED);
  // Held posts count only once a moderator keeps them, so each has an item.
  const waiting = [...new Set([...posts.filter(({ held }) => held), ...newest])];
  const reported = newest
    .filter(
      ({ authorId, playerId, flairs }) =>
        !FIXED_IDS.has(authorId) && !FIXED_IDS.has(playerId) && netFlair(parseFlairs(flairs ?? 0)) < 0,
    )
    .slice(0, REPORTS.length);
  const reporters = players.slice(FIXED_ACCOUNTS.length);
  const reportRows = reported.flatMap((post, index) => {
    const others = reporters.filter(({ id }) => id !== post.authorId && id !== post.playerId);
    const first = random.between(0, Math.max(others.length - REPORTS.length, 0));
    // Everyone reports a post once. A small region has fewer players than reports.
    const ids = [post.playerId, ...others.slice(first).map(({ id }) => id)].slice(0, REPORTS[index]);
    return ids.map((reporterId, number): ReportRow & { createdAt: Date } => ({
      id: random.guid(),
      postId: post.id,
      reporterId,
      ...(texts.reports[(index * 2 + number) % texts.reports.length] as { rule: string; words: string }),
      createdAt: min([
        subMinutes(now, 5 - number),
        addMinutes(post.createdAt, random.between(20, 300) * (number + 1)),
      ]),
    }));
  });
  const reviewRows = waiting.map((post): ReviewRow => {
    const own = reportRows.filter(({ postId }) => postId === post.id);
    return {
      postId: post.id,
      authorId: post.authorId,
      playerId: post.playerId,
      kind: own.length > 0 ? KIND.reported : KIND.new,
      reports: own.length,
      openedAt: post.createdAt,
    };
  });
  return { reviews: reviewRows, reports: reportRows };
}
