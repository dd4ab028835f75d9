/**
 * Pages of lists. No page reads all posts before it: pages far from the start begin at an anchor (the latest posts) or are
 * read from the nearer end (posts of a player).
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import type { PageWindow } from '#api/db/sql.ts';
import { builtOnce, runStatement } from '#api/db/statements.ts';
import { type PostRow, postPage, readPostPage } from '#api/model/posts/queries.ts';
import type { Source, SourceIds } from '#api/model/posts/sources.ts';

/** A list of posts. Its statements are built once for all lists with its key. */
export interface PostList {
  /** Determines the sources. */
  key: string;
  sources: () => Source[];
  /** The ids of this list. */
  ids: SourceIds;
}

/** One page, and the number of posts on all pages. */
export interface PostPage {
  rows: PostRow[];
  total: number;
}

/** Pages that start before this post are read from the start of the list. */
const NEAR = 1_000;

/**
 * Sizes of pages as PostgreSQL gets them. They are part of the statement, because a plan for any number of posts would be
 * for many, and few, because each statement is planned and kept separately.
 */
const LIMITS = [10, 20, 25, 50, 100, 500];

/** Which posts of a list a statement reads, besides the values that it gets when it runs. */
interface Window {
  limit: SQL;
  /** False from the first post on. */
  skips: boolean;
  /** Only posts before a time. */
  isAnchored?: boolean;
  /** Counts from the oldest post. */
  fromEnd?: boolean;
}

const OFFSET = sql`${sql.placeholder('offset')}::bigint`;
const LIMIT = sql`${sql.placeholder('limit')}::bigint`;

/**
 * Query: the ids of one window of the list. Each source is read in its index's order, and they are merged. Each has its own
 * order and limit, because PostgreSQL would otherwise read and sort several sources as a whole.
 */
function idsOf(sources: readonly Source[], { limit, skips, isAnchored, fromEnd }: Window): SQL {
  const isBefore = isAnchored
    ? sql`${posts.createdAt} < ${sql.placeholder('before')}::timestamptz`
    : undefined;
  const direction = sql.raw(fromEnd ? 'asc nulls first' : 'desc nulls last');
  const inOrder = sql`order by created_at ${direction}, id ${direction}`;
  const last = skips ? sql`${OFFSET} + ${limit}` : limit;
  const parts = sources.map(({ where }) => {
    const condition = and(where, isBefore);
    const of = sql`select ${posts.id} as id, ${posts.createdAt} as created_at from ${posts}`;
    return sql`(${condition === undefined ? of : sql`${of} where ${condition}`} ${inOrder} limit ${last})`;
  });
  const listed = sql`select id from (${sql.join(parts, sql` union all `)}) listed ${inOrder} limit ${limit}`;
  return skips ? sql`${listed} offset ${OFFSET}` : listed;
}

/** Expression: how many posts the sources have. */
export const sumOf = (sources: readonly Source[]): SQL =>
  sql.join(
    sources.map(({ total }) => total),
    sql` + `,
  );

async function readTotal(db: Db, list: PostList): Promise<number> {
  const statement = builtOnce(`total ${list.key}`, () => sql`select ${sumOf(list.sources())} as total`);
  const [row] = await runStatement<{ total: string | number }>(db, statement, list.ids);
  return Number(row?.total ?? 0);
}

/** The number of posts that a statement reads for a page. */
const sizeOf = ({ limit }: PageWindow): number => LIMITS.find((one) => one >= limit) ?? limit;

/** Reads a page near the start: one statement reads its posts and the total. */
async function readNear(db: Db, list: PostList, page: PageWindow): Promise<PostPage> {
  const size = sizeOf(page);
  const skips = page.offset > 0;
  const statement = builtOnce(`near ${[size, skips]} ${list.key}`, () => {
    const sources = list.sources();
    return postPage(idsOf(sources, { limit: sql.raw(String(size)), skips }), sumOf(sources));
  });
  const found = await readPostPage(db, statement, { ...list.ids, offset: page.offset });
  if (found !== null) return { ...found, rows: found.rows.slice(0, page.limit) };
  return { rows: [], total: skips ? await readTotal(db, list) : 0 };
}

/** Reads a page far from the start. `before`: only posts before this time; `fromEnd` counts from the oldest post. */
async function readFar(
  db: Db,
  list: PostList,
  { limit, offset, before, fromEnd = false }: PageWindow & { before?: string; fromEnd?: boolean },
  total: number,
): Promise<PostPage> {
  const window = { limit: LIMIT, skips: offset > 0, isAnchored: before !== undefined, fromEnd };
  const key = `far ${[window.skips, window.isAnchored, fromEnd]} ${list.key}`;
  const statement = builtOnce(key, () => postPage(idsOf(list.sources(), window), sql`0`));
  const page = await readPostPage(db, statement, { ...list.ids, limit, offset, before });
  return { rows: page?.rows ?? [], total };
}

/** The end (in UTC) of the day with the post at this position, and how many posts of that day and later days are before it. */
interface Anchor {
  before: string;
  offset: number;
}

/** Query: the total and the anchor of a position, from the numbers by day. */
function anchorOf(sources: readonly Source[]): SQL {
  const numbers = sql.join(
    sources.flatMap(({ days }) => days ?? []),
    sql` union all `,
  );
  return sql`
    with days as (select day, sum(number) as number from (${numbers}) numbers group by day),
    sums as (select day, sum(number) over (order by day desc) as through, number,
      sum(number) over () as total from days)
    select total, (day + 1)::text as end, (${OFFSET} - through + number) as skipped
    from sums order by (through > ${OFFSET}) desc, day desc limit 1`;
}

/** Reads the total and the anchor of a position; null after the last post. */
async function findAnchor(
  db: Db,
  list: PostList,
  offset: number,
): Promise<{ total: number; anchor: Anchor | null }> {
  const statement = builtOnce(`anchor ${list.key}`, () => anchorOf(list.sources()));
  const values = { ...list.ids, offset };
  const [row] = await runStatement<{ total: string; end: string; skipped: string }>(db, statement, values);
  const total = Number(row?.total ?? 0);
  if (row === undefined || offset >= total) return { total, anchor: null };
  return { total, anchor: { before: `${row.end}T00:00:00Z`, offset: Number(row.skipped) } };
}

/** A page of the latest posts. */
export async function readFeedPage(db: Db, list: PostList, page: PageWindow): Promise<PostPage> {
  if (page.offset < NEAR) return readNear(db, list, page);
  const { total, anchor } = await findAnchor(db, list, page.offset);
  if (anchor === null) return { rows: [], total };
  return readFar(db, list, { ...anchor, limit: page.limit }, total);
}

/** A page of a player's posts. */
export async function readPlayerPage(db: Db, list: PostList, page: PageWindow): Promise<PostPage> {
  if (page.offset < NEAR) return readNear(db, list, page);
  const total = await readTotal(db, list);
  if (page.offset >= total) return { rows: [], total };
  const limit = Math.min(page.limit, total - page.offset);
  const after = total - page.offset - limit;
  const fromEnd = after < page.offset;
  return readFar(db, list, { limit, offset: fromEnd ? after : page.offset, fromEnd }, total);
}
