/** Numbers of a player's posts, from the totals: no post is read. */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { sumOf } from '#api/model/posts/pages.ts';
import { receivedSources, sentSources } from '#api/model/posts/sources.ts';
import { countByFlairs } from '#api/model/posts/totals.ts';
import { FLAIR_CATEGORIES, type FlairCategory, parseFlairs } from '#lib/domain/flairs.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { PlayerProfile, RatingCounts } from '#lib/schemas/player.ts';

/** How many posts the viewer finds in each of the player's lists. */
async function countPosts(db: Db, viewer: Viewer, id: number, isHidden: boolean) {
  const received = isHidden ? sql`null` : sumOf(receivedSources(viewer, id));
  const { rows } = await db.execute<{ received: string | number | null; sent: string | number }>(
    sql`select ${received} as received, ${sumOf(sentSources(viewer, id))} as sent`,
  );
  const [row] = rows;
  const count = row?.received ?? null;
  return { received: count === null ? null : Number(count), sent: Number(row?.sent ?? 0) };
}

/** How many received posts rate the player up and down in each category (rule 5.14). */
async function countRatings(db: Db, id: number): Promise<RatingCounts> {
  const groups = (await countByFlairs(db, id)).map(({ flairs, number }) => ({
    ...parseFlairs(flairs),
    number,
  }));
  const count = (category: FlairCategory, value: boolean): number =>
    groups.reduce((sum, group) => sum + (group[category] === value ? group.number : 0), 0);
  const counts = FLAIR_CATEGORIES.map((category) => [
    category,
    { positive: count(category, true), negative: count(category, false) },
  ]);
  return Object.fromEntries(counts) as RatingCounts;
}

/** The numbers of a profile. An opt-out hides those of received posts from everyone except the player and staff. */
export async function findPostNumbers(
  db: Db,
  viewer: Viewer,
  { id, optedOut }: { id: number; optedOut: boolean },
): Promise<Pick<PlayerProfile, 'postCounts' | 'ratingCounts'>> {
  const isHidden = optedOut && !canSeeOptedOut(viewer, id);
  return {
    postCounts: await countPosts(db, viewer, id, isHidden),
    ratingCounts: isHidden ? null : await countRatings(db, id),
  };
}
