/** Lists of posts, as each viewer may see them. */
import { and, eq, exists, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { players, posts, replays } from '#api/db/schema.ts';
import { isLaterThan, LIST_PIECE, type ListKey, type PageWindow } from '#api/db/sql.ts';
import { type PostRow, readPosts } from '#api/posts/queries.ts';
import { listingKey, whereListed } from '#api/posts/visibility.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';

/** One page, and the number of posts on all pages. */
export interface PostPage {
  rows: PostRow[];
  total: number;
}

/** The viewer of a list, and where it is read. */
export interface ListReader {
  database: Database;
  region: RegionId;
  viewer: Viewer;
}

/** Filters of the latest feed. */
export interface FeedFilter {
  /** True for posts with a replay, false for posts without, undefined for all. */
  hasReplay: boolean | undefined;
  /** Leaves out posts that a moderator removed. */
  hideModActions: boolean;
}

async function readPage(db: Db, where: SQL | undefined, page: PageWindow): Promise<PostPage> {
  const total = await db.$count(posts, where);
  return { rows: page.offset >= total ? [] : await readPosts(db, where, page), total };
}

/** The next posts that are listed for the viewer, oldest first. The order is an index's, read backwards. */
export function listPosts(db: Db, viewer: Viewer, after: ListKey | null): Promise<ListKey[]> {
  const later = after === null ? undefined : isLaterThan(posts.createdAt, posts.id, after);
  return db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(posts)
    .where(and(whereListed(viewer), later))
    .orderBy(sql`${posts.createdAt} asc nulls first`, sql`${posts.id} asc nulls first`)
    .limit(LIST_PIECE);
}

/** The latest posts that are listed for the viewer. */
export function readLatest(
  { database, region, viewer }: ListReader,
  filter: FeedFilter,
  page: PageWindow,
): Promise<PostPage> {
  const key = JSON.stringify(['latest', listingKey(viewer, 'feed'), filter, page]);
  return database.memo(region, key, (db) => {
    const replayOfPost = db.select({ id: replays.id }).from(replays).where(eq(replays.postId, posts.id));
    const byReplay = { true: exists(replayOfPost), false: notExists(replayOfPost) };
    const where = and(
      whereListed(viewer, 'feed'),
      filter.hideModActions ? eq(posts.modLocked, false) : undefined,
      filter.hasReplay === undefined ? undefined : byReplay[`${filter.hasReplay}`],
    );
    return readPage(db, where, page);
  });
}

async function hasOptedOut(db: Db, playerId: number): Promise<boolean> {
  const [player] = await db
    .select({ optedOut: players.optedOut })
    .from(players)
    .where(eq(players.id, playerId));
  return player?.optedOut ?? false;
}

/** Posts about a player. Those about an opted-out player are only for that player and staff (rule 5.7). */
export function readReceived(
  { database, region, viewer }: ListReader,
  playerId: number,
  page: PageWindow,
): Promise<PostPage> {
  const seesHidden = canSeeOptedOut(viewer, playerId);
  const key = JSON.stringify(['received', playerId, seesHidden, listingKey(viewer), page]);
  return database.memo(region, key, async (db) => {
    if (!seesHidden && (await hasOptedOut(db, playerId))) return { rows: [], total: 0 };
    return readPage(db, and(eq(posts.playerId, playerId), whereListed(viewer)), page);
  });
}

/** Posts that a player wrote, as listed for the viewer. */
export function readSent(
  { database, region, viewer }: ListReader,
  authorId: number,
  page: PageWindow,
): Promise<PostPage> {
  const key = JSON.stringify(['sent', authorId, listingKey(viewer), page]);
  return database.memo(region, key, (db) =>
    readPage(db, and(eq(posts.authorId, authorId), whereListed(viewer)), page),
  );
}
