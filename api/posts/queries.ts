/** Reads of posts, as each viewer may see them. */
import { and, eq, exists, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { isLaterThan, LIST_PIECE } from '#api/db/keyset.ts';
import { players, posts, replays } from '#api/db/schema.ts';
import type { PageWindow } from '#api/http/paging.ts';
import { type PostRow, readPosts } from '#api/posts/columns.ts';
import { listingKey, whereListed } from '#api/posts/visibility.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';

/** One page and how many there are in all. */
export interface PostPage {
  rows: PostRow[];
  total: number;
}

/** Who reads, and where. */
export interface Reader {
  database: Database;
  region: RegionId;
  viewer: Viewer;
}

/** What the latest feed may be narrowed to. */
export interface FeedFilter {
  /** True for posts with a replay, false for posts without, undefined for all. */
  hasReplay: boolean | undefined;
  hideModActions: boolean;
}

async function countPosts(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(posts)
    .where(where);
  return row?.total ?? 0;
}

async function readPage(db: Db, where: SQL | undefined, page: PageWindow): Promise<PostPage> {
  const total = await countPosts(db, where);
  return { rows: page.offset >= total ? [] : await readPosts(db, where, page), total };
}

/** By creation, with nulls where the index has them: written otherwise, it would not be used. */
const OLDEST_FIRST = [sql`${posts.createdAt} asc nulls first`, sql`${posts.id} asc nulls first`];

/** Where a post is in a list by creation. */
export interface PostKey {
  id: string;
  createdAt: Date;
}

/** The next of the posts that are listed for the viewer, oldest first. */
export function listPosts(db: Db, viewer: Viewer, after: PostKey | null): Promise<PostKey[]> {
  return db
    .select({ id: posts.id, createdAt: posts.createdAt })
    .from(posts)
    .where(
      and(whereListed(viewer), after === null ? undefined : isLaterThan(posts.createdAt, posts.id, after)),
    )
    .orderBy(...OLDEST_FIRST)
    .limit(LIST_PIECE);
}

/** A post, whoever may see it; null when there is none. */
export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await readPosts(db, eq(posts.id, id));
  return row ?? null;
}

/** The latest posts that are listed for the viewer. */
export function readLatest(
  { database, region, viewer }: Reader,
  filter: FeedFilter,
  page: PageWindow,
): Promise<PostPage> {
  const key = JSON.stringify(['latest', listingKey(viewer, 'feed'), filter, page]);
  return database.memo(region, key, (db) => {
    const ofPost = db.select({ id: replays.id }).from(replays).where(eq(replays.postId, posts.id));
    const byReplay = { true: exists(ofPost), false: notExists(ofPost) };
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

/** Rule 5.7: what an opted-out player received is hidden from everyone but that player and staff. */
export function readReceived(
  { database, region, viewer }: Reader,
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

/** Posts that a player wrote, as far as they are listed for the viewer. */
export function readSent(
  { database, region, viewer }: Reader,
  authorId: number,
  page: PageWindow,
): Promise<PostPage> {
  const key = JSON.stringify(['sent', authorId, listingKey(viewer), page]);
  return database.memo(region, key, (db) =>
    readPage(db, and(eq(posts.authorId, authorId), whereListed(viewer)), page),
  );
}
