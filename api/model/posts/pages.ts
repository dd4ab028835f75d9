/**
 * Pages of lists. No page reads all posts before it: pages far from the start begin at an anchor (the latest posts) or are
 * read from the nearer end (posts of a player).
 */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import type { PageWindow } from '#api/db/sql.ts';
import { buildPostPage, type PostPageQuery, type PostRow, readPostPage } from '#api/model/posts/queries.ts';
import type { Source } from '#api/model/posts/sources.ts';

/** One page, and the number of posts on all pages. */
export interface PostPage {
  rows: PostRow[];
  total: number;
}

/** Pages that start before this post are read from the start of the list. */
export const NEAR = 1_000;

/**
 * Sizes of pages as PostgreSQL gets them. They are part of the statement, because a plan for any number of posts would be
 * for many, and few, because each statement is planned and kept separately.
 */
const LIMITS = [10, 20, 25, 50, 100, 500];

interface Window {
  offset: number;
  limit: SQL;
  /** Only posts before this time. */
  before?: string | undefined;
  /** Counts from the oldest post. */
  fromEnd?: boolean;
}

/**
 * Query: the ids of one window of the list. Each source is read in its index's order, and they are merged. Each has its own
 * order and limit, because PostgreSQL would otherwise read and sort several sources as a whole.
 */
function idsOf(sources: readonly Source[], { offset, limit, before, fromEnd = false }: Window): SQL {
  const isBefore = before === undefined ? undefined : sql`${posts.createdAt} < ${before}::timestamptz`;
  const direction = sql.raw(fromEnd ? 'asc nulls first' : 'desc nulls last');
  const inOrder = sql`order by created_at ${direction}, id ${direction}`;
  const last = offset === 0 ? limit : sql`${offset}::bigint + ${limit}`;
  const parts = sources.map(({ where }) => {
    const condition = and(where, isBefore);
    const of = sql`select ${posts.id} as id, ${posts.createdAt} as created_at from ${posts}`;
    return sql`(${condition === undefined ? of : sql`${of} where ${condition}`} ${inOrder} limit ${last})`;
  });
  const listed = sql`select id from (${sql.join(parts, sql` union all `)}) listed ${inOrder} limit ${limit}`;
  return offset === 0 ? listed : sql`${listed} offset ${offset}`;
}

/** Expression: how many posts the sources have. */
export const sumOf = (sources: readonly Source[]): SQL =>
  sql.join(
    sources.map(({ total }) => total),
    sql` + `,
  );

async function readTotal(db: Db, sources: readonly Source[]): Promise<number> {
  const { rows } = await db.execute<{ total: string | number }>(sql`select ${sumOf(sources)} as total`);
  return Number(rows[0]?.total ?? 0);
}

/** The number of posts that a statement reads for a page. */
export const sizeOf = ({ limit }: PageWindow): number => LIMITS.find((one) => one >= limit) ?? limit;

/** The query of a page near the start: one statement reads its posts and the total. */
export function buildNear(db: Db, sources: readonly Source[], page: PageWindow): PostPageQuery {
  const ids = idsOf(sources, { offset: page.offset, limit: sql.raw(String(sizeOf(page))) });
  return buildPostPage(db, ids, sumOf(sources));
}

/** Reads a page near the start. */
export async function readNear(
  db: Db,
  sources: readonly Source[],
  page: PageWindow,
  query = buildNear(db, sources, page),
): Promise<PostPage> {
  const found = await readPostPage(query);
  if (found !== null) return { ...found, rows: found.rows.slice(0, page.limit) };
  return { rows: [], total: page.offset === 0 ? 0 : await readTotal(db, sources) };
}

async function readWindow(
  db: Db,
  sources: readonly Source[],
  window: Window,
  total: number,
): Promise<PostPage> {
  const page = await readPostPage(buildPostPage(db, idsOf(sources, window), sql`0`));
  return { rows: page?.rows ?? [], total };
}

/** The end (in UTC) of the day with the post at this position, and how many posts of that day and later days are before it. */
interface Anchor {
  before: string;
  offset: number;
}

/** Reads the total and the anchor of a position from the numbers by day; null after the last post. */
async function findAnchor(
  db: Db,
  sources: readonly Source[],
  offset: number,
): Promise<{ total: number; anchor: Anchor | null }> {
  const numbers = sql.join(
    sources.flatMap(({ days }) => days ?? []),
    sql` union all `,
  );
  const { rows } = await db.execute<{ total: string; end: string; skipped: string }>(sql`
    with days as (select day, sum(number) as number from (${numbers}) numbers group by day),
    sums as (select day, sum(number) over (order by day desc) as through, number,
      sum(number) over () as total from days)
    select total, (day + 1)::text as end, (${offset}::bigint - through + number) as skipped
    from sums order by (through > ${offset}::bigint) desc, day desc limit 1`);
  const [row] = rows;
  const total = Number(row?.total ?? 0);
  if (row === undefined || offset >= total) return { total, anchor: null };
  return { total, anchor: { before: `${row.end}T00:00:00Z`, offset: Number(row.skipped) } };
}

/** A page of the latest posts. */
export async function readFeedPage(db: Db, sources: readonly Source[], page: PageWindow): Promise<PostPage> {
  if (page.offset < NEAR) return readNear(db, sources, page);
  const { total, anchor } = await findAnchor(db, sources, page.offset);
  if (anchor === null) return { rows: [], total };
  return readWindow(db, sources, { ...anchor, limit: sql`${page.limit}::bigint` }, total);
}

/** A page of a player's posts. */
export async function readPlayerPage(
  db: Db,
  sources: readonly Source[],
  page: PageWindow,
): Promise<PostPage> {
  if (page.offset < NEAR) return readNear(db, sources, page);
  const total = await readTotal(db, sources);
  if (page.offset >= total) return { rows: [], total };
  const count = Math.min(page.limit, total - page.offset);
  const after = total - page.offset - count;
  const fromEnd = after < page.offset;
  const offset = fromEnd ? after : page.offset;
  return readWindow(db, sources, { offset, limit: sql`${count}::bigint`, fromEnd }, total);
}
