/** Reads of posts, as each viewer may see them. */
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts, replays } from '#api/db/schema.ts';
import type { PageWindow } from '#api/http/paging.ts';
import { type PostRow, selectPosts } from '#api/posts/columns.ts';
import { canSeeOptedOut, hasRole, isStaff, type Viewer } from '#lib/domain/permissions.ts';

/** One page and how many there are in all. */
export interface PostPage {
  rows: PostRow[];
  total: number;
}

/** What the latest feed may be narrowed to. */
export interface FeedFilter {
  hasReplay: boolean;
  hideModActions: boolean;
}

/** Removed posts are for their authors, and for whom `seesAll` says. */
function visibleTo(viewer: Viewer, seesAll: boolean): SQL | undefined {
  if (seesAll) return undefined;
  const unlocked = eq(posts.modLocked, false);
  return viewer === null ? unlocked : or(unlocked, eq(posts.authorId, viewer.id));
}

async function countPosts(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(posts)
    .where(where);
  return row?.total ?? 0;
}

/** Newest first; the page is cut before anything is joined. */
async function readPage(db: Db, where: SQL | undefined, { limit, offset }: PageWindow): Promise<PostPage> {
  const total = await countPosts(db, where);
  if (offset >= total) return { rows: [], total };
  const page = db
    .select({ id: posts.id })
    .from(posts)
    .where(where)
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit)
    .offset(offset);
  const rows = await selectPosts(db)
    .where(inArray(posts.id, page))
    .orderBy(desc(posts.createdAt), desc(posts.id));
  return { rows, total };
}

/** Ids of the posts that the viewer may see, oldest first. */
export async function listPostIds(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(visibleTo(viewer, isStaff(viewer)))
    .orderBy(asc(posts.createdAt), asc(posts.id));
  return rows.map((row) => row.id);
}

/** A post, whoever may see it; null when there is none. */
export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await selectPosts(db).where(eq(posts.id, id));
  return row ?? null;
}

/** Rule 7.6: removed posts are listed for moderators and their authors only. */
export function readLatest(db: Db, viewer: Viewer, filter: FeedFilter, page: PageWindow): Promise<PostPage> {
  const withReplay = sql`exists (select 1 from ${replays} where ${replays.postId} = ${posts.id})`;
  const where = and(
    visibleTo(viewer, hasRole(viewer, 'mod')),
    filter.hideModActions ? eq(posts.modLocked, false) : undefined,
    filter.hasReplay ? withReplay : undefined,
  );
  return readPage(db, where, page);
}

/** Rule 5.7: what an opted-out player received is hidden from everyone but that player and staff. */
export async function readReceived(
  db: Db,
  viewer: Viewer,
  playerId: number,
  page: PageWindow,
): Promise<PostPage> {
  if (!canSeeOptedOut(viewer, playerId)) {
    const [player] = await db
      .select({ optedOut: players.optedOut })
      .from(players)
      .where(eq(players.id, playerId));
    if (player?.optedOut) return { rows: [], total: 0 };
  }
  return readPage(db, and(eq(posts.playerId, playerId), visibleTo(viewer, isStaff(viewer))), page);
}

/** Posts that a player wrote. */
export function readSent(db: Db, viewer: Viewer, authorId: number, page: PageWindow): Promise<PostPage> {
  return readPage(db, and(eq(posts.authorId, authorId), visibleTo(viewer, isStaff(viewer))), page);
}
