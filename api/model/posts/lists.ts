/** Lists of posts, as each viewer may see them. */
import { sql } from 'drizzle-orm';
import type { Database, Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { idsInOrder, LIST_PIECE, type PageWindow, type StoredKey } from '#api/db/sql.ts';
import { builtOnce, runStatement } from '#api/db/statements.ts';
import type { FeedFilter, PlayerFilter } from '#api/model/posts/filters.ts';
import { type PostList, type PostPage, readFeedPage, readPlayerPage } from '#api/model/posts/pages.ts';
import { feedSources, playerSources, relationKey } from '#api/model/posts/sources.ts';
import type { Direction } from '#api/model/posts/totals.ts';
import { whereListed } from '#api/model/posts/visibility.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';

/** The viewer of a list, and where it is read. */
export interface ListReader {
  database: Database;
  region: RegionId;
  viewer: Viewer;
}

/** The next posts that are listed for the viewer, oldest first. */
export function listPosts(db: Db, viewer: Viewer, after: StoredKey | null): Promise<StoredKey[]> {
  const statement = builtOnce(`all posts ${after === null} ${relationKey(viewer)}`, () => {
    const list = { from: sql`${posts}`, where: whereListed(viewer), limit: LIST_PIECE };
    return idsInOrder([posts.createdAt, posts.id], list, after);
  });
  return runStatement(db, statement, { viewer: viewer?.id, ...after });
}

/** Determines the posts of a page. */
const keyOf = ({ key, ids }: PostList, page: PageWindow): string => JSON.stringify([key, ids, page]);

/** The latest posts that are listed for the viewer. */
export function readLatest(
  { database, region, viewer }: ListReader,
  filter: FeedFilter,
  page: PageWindow,
): Promise<PostPage> {
  const list: PostList = {
    key: JSON.stringify(['latest', relationKey(viewer), filter]),
    sources: () => feedSources(viewer, filter),
    ids: { viewer: viewer?.id },
  };
  return database.memo(region, keyOf(list, page), (db) => readFeedPage(db, list, page));
}

/**
 * Posts about a player, or posts that the player wrote, as listed for the viewer. Those about an opted-out player are only
 * for that player and staff (rule 5.7).
 */
export function readOfPlayer(
  { database, region, viewer }: ListReader,
  direction: Direction,
  player: number,
  page: PageWindow,
  filter: PlayerFilter = {},
): Promise<PostPage> {
  const list: PostList = {
    key: JSON.stringify([direction, relationKey(viewer, player), filter]),
    sources: () => playerSources(direction, viewer, player, filter),
    ids: { player, viewer: viewer?.id },
  };
  return database.memo(region, keyOf(list, page), (db) => readPlayerPage(db, list, page));
}
