/** Lists of posts, as each viewer may see them. */
import { and, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database, Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { isLaterThan, LIST_PIECE, type ListKey, type PageWindow } from '#api/db/sql.ts';
import type { FeedFilter, PlayerFilter } from '#api/model/posts/filters.ts';
import {
  buildNear,
  NEAR,
  type PostPage,
  readFeedPage,
  readNear,
  readPlayerPage,
  sizeOf,
} from '#api/model/posts/pages.ts';
import type { PostPageQuery } from '#api/model/posts/queries.ts';
import { feedSources, receivedSources, type Source, sentSources } from '#api/model/posts/sources.ts';
import { listingKey, whereListed } from '#api/model/posts/visibility.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';

/** The viewer of a list, and where it is read. */
export interface ListReader {
  database: Database;
  region: RegionId;
  viewer: Viewer;
}

/** Sources and query of a page that all visitors get. */
interface VisitorPage {
  sources: readonly Source[];
  query: PostPageQuery;
}

/** Pages of visitors that are kept built, by the region's queries. Building one takes longer than most other parts of a call. */
const visitorPages = new WeakMap<Db, LRUCache<string, VisitorPage>>();
const VISITOR_PAGES_MAX = 200;

/** A page near the start of the latest posts, for visitors. */
function readVisitorPage(db: Db, filter: FeedFilter, page: PageWindow): Promise<PostPage> {
  const pages = visitorPages.get(db) ?? new LRUCache({ max: VISITOR_PAGES_MAX });
  visitorPages.set(db, pages);
  const key = JSON.stringify([filter, page.offset, sizeOf(page)]);
  let built = pages.get(key);
  if (built === undefined) {
    const sources = feedSources(null, filter);
    built = { sources, query: buildNear(db, sources, page) };
    pages.set(key, built);
  }
  return readNear(db, built.sources, page, built.query);
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
  return database.memo(region, key, (db) =>
    viewer === null && page.offset < NEAR
      ? readVisitorPage(db, filter, page)
      : readFeedPage(db, feedSources(viewer, filter), page),
  );
}

/** Posts about a player. Those about an opted-out player are only for that player and staff (rule 5.7). */
export function readReceived(
  { database, region, viewer }: ListReader,
  playerId: number,
  page: PageWindow,
  filter: PlayerFilter = {},
): Promise<PostPage> {
  const key = JSON.stringify([
    'received',
    playerId,
    filter,
    canSeeOptedOut(viewer, playerId),
    listingKey(viewer),
    page,
  ]);
  return database.memo(region, key, (db) =>
    readPlayerPage(db, receivedSources(viewer, playerId, filter), page),
  );
}

/** Posts that a player wrote, as listed for the viewer. */
export function readSent(
  { database, region, viewer }: ListReader,
  authorId: number,
  page: PageWindow,
  filter: PlayerFilter = {},
): Promise<PostPage> {
  const key = JSON.stringify(['sent', authorId, filter, listingKey(viewer), page]);
  return database.memo(region, key, (db) => readPlayerPage(db, sentSources(viewer, authorId, filter), page));
}
