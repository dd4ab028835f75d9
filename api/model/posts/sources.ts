/**
 * Where the posts of a list come from. Each source is a range of an index, and its posts are counted by totals. The sources
 * of a list share no post: public posts, posts that only their author finds, and posts that only their subject finds. The
 * ids of the viewer and the player are placeholders, so that few statements serve all viewers and players.
 */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { posts } from '#api/db/schema.ts';
import { POST_CLASS } from '#api/db/totals-schema.ts';
import {
  type FeedFilter,
  hasIndexedSign,
  hasReplayIs,
  type PlayerFilter,
  passes,
} from '#api/model/posts/filters.ts';
import { type Direction, dailyTotals, totalOf, totalOfPlayer } from '#api/model/posts/totals.ts';
import { isListed, type ListedPost } from '#api/model/posts/visibility.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';

/** A source of a list's posts. */
export interface Source {
  /** Condition of its posts. */
  where: SQL | undefined;
  /** Expression: their number. */
  total: SQL;
  /** Query: their numbers by day. Only of the latest posts. */
  days?: SQL;
}

/** Classes of posts without the bit of replays. */
type Kinds = readonly number[];
const PUBLIC = 0;
const ALL: Kinds = [0, 1, 2, 3];
const { removed, aboutOptedOut, withReplay } = POST_CLASS;

/** Placeholder of the player whose posts are listed. */
export const PLAYER_ID = sql.placeholder('player');
const VIEWER_ID = sql.placeholder('viewer');

/** The values of the placeholders. */
export interface SourceIds extends Record<string, unknown> {
  player?: number;
  viewer?: number | undefined;
}

/** Key of what sources depend on besides their filter: with the same key, they are the same. */
export const relationKey = (viewer: Viewer, playerId?: number): string =>
  viewer === null ? 'visitor' : [viewer.id === playerId, ...viewer.roles].join();

/** No account has this id. */
const NO_ONE = -1;

/** The kinds of posts by `author` about `player` that the rule lets the viewer find. */
const kindsOf = (finds: (post: ListedPost) => boolean, author = NO_ONE, player = NO_ONE): Kinds =>
  ALL.filter((kind) =>
    finds({
      author: { id: author },
      player: { id: player },
      modLocked: (kind & removed) !== 0,
      playerOptedOut: (kind & aboutOptedOut) !== 0,
    }),
  );

const without = (kinds: Kinds, others: Kinds): Kinds => kinds.filter((kind) => !others.includes(kind));

/** Condition: the post is of one of the kinds. Written so that PostgreSQL recognises the indexes that it may use. */
function isOfKind(kinds: Kinds): SQL | undefined {
  if (kinds.length === 1 && kinds[0] === PUBLIC) return sql`${posts.isPublic}`;
  const some = (bit: number, isSet: boolean) => kinds.some((kind) => ((kind & bit) !== 0) === isSet);
  return and(
    kinds.includes(PUBLIC) ? undefined : sql`not ${posts.isPublic}`,
    some(removed, true) ? undefined : sql`not ${posts.modLocked}`,
    some(removed, false) ? undefined : sql`${posts.modLocked}`,
    some(aboutOptedOut, true) ? undefined : sql`not ${posts.subjectHidden}`,
    some(aboutOptedOut, false) ? undefined : sql`${posts.subjectHidden}`,
  );
}

/** The classes of the kinds, in both or one of the variants with and without a replay. */
const classesOf = (kinds: Kinds, hasReplay?: boolean): number[] => [
  ...(hasReplay === true ? [] : kinds),
  ...(hasReplay === false ? [] : kinds.map((kind) => kind | withReplay)),
];

const columnOf = (direction: Direction) => (direction === 'sent' ? posts.authorId : posts.playerId);

/** Query: the days (in UTC) of posts that only one person finds, read from an index, with their numbers. */
const daysOf = (where: SQL | undefined): SQL =>
  // A third faster than by the date of each post.
  sql`select (start at time zone 'UTC')::date, number from (
    select date_bin('1 day', ${posts.createdAt}, timestamptz '2000-01-01 00:00:00+00') as start, count(*) as number
    from ${posts} where ${where} group by 1) by_day`;

/** The parts of a list that have an index each: all posts, or the public ones and others. */
function partsOf(kinds: Kinds, isFiltered = false): Kinds[] {
  if (kinds.length === ALL.length && !isFiltered) return [kinds];
  return [kinds.filter((kind) => kind === PUBLIC), without(kinds, [PUBLIC])].filter(
    (part) => part.length > 0,
  );
}

/** Sources of the latest posts of some kinds: one, or with `sign` those with and those without a replay, as in the index. */
function latestOf(kinds: Kinds, { sign, hasReplay }: FeedFilter): Source[] {
  const isSplit = sign !== undefined && hasReplay === undefined && kinds.includes(PUBLIC);
  return (isSplit ? [true, false] : [hasReplay]).map((either) => {
    const classes = classesOf(kinds, either);
    const hasSign = sign === undefined ? undefined : hasIndexedSign(sign);
    return {
      where: and(isOfKind(kinds), hasSign, hasReplayIs(either)),
      total: totalOf(classes, sign),
      days: dailyTotals(classes, sign),
    };
  });
}

/** The latest posts that are listed for the viewer. */
export function feedSources(viewer: Viewer, filter: FeedFilter): Source[] {
  const { sign, hasReplay, hideModActions } = filter;
  const finds = (post: ListedPost) => isListed(viewer, post, 'feed') && !(hideModActions && post.modLocked);
  const everyone = kindsOf(finds);
  const isFiltered = passes(filter) !== undefined;
  const sources = partsOf(everyone, isFiltered).flatMap((part) => latestOf(part, filter));
  if (viewer === null) return sources;
  const { id } = viewer;
  const own: [Direction, Kinds][] = [
    ['sent', without(kindsOf(finds, id), everyone)],
    ['received', without(kindsOf(finds, NO_ONE, id), everyone)],
  ];
  for (const [direction, kinds] of own) {
    if (kinds.length === 0) continue;
    const where = and(eq(columnOf(direction), VIEWER_ID), isOfKind(kinds), passes(filter));
    const total = totalOfPlayer(VIEWER_ID, direction, classesOf(kinds, hasReplay), sign);
    sources.push({ where, total, days: daysOf(where) });
  }
  return sources;
}

/** Posts by one person about another one. There are few of them, so they are counted. */
function pairSource(author: Placeholder, player: Placeholder, kinds: Kinds, filter: PlayerFilter): Source[] {
  if (kinds.length === 0) return [];
  const isOfPair = and(eq(posts.authorId, author), eq(posts.playerId, player));
  const where = and(isOfPair, isOfKind(kinds), passes(filter));
  return [{ where, total: sql`(select count(*) from ${posts} where ${where})` }];
}

/**
 * Posts about a player, or posts that the player wrote, as listed for the viewer. Received posts of an opted-out player are only
 * for that player and staff (rule 5.7).
 */
export function playerSources(
  direction: Direction,
  viewer: Viewer,
  playerId: number,
  filter: PlayerFilter = {},
): Source[] {
  const isSent = direction === 'sent';
  const seesAll = isSent || canSeeOptedOut(viewer, playerId);
  const finds = (post: ListedPost) => isListed(viewer, post) && (seesAll || !post.playerOptedOut);
  const kindsWith = (other?: number): Kinds =>
    isSent ? kindsOf(finds, playerId, other) : kindsOf(finds, other, playerId);
  const everyone = kindsWith();
  const sources = partsOf(everyone, passes(filter) !== undefined).map(
    (part): Source => ({
      where: and(eq(columnOf(direction), PLAYER_ID), isOfKind(part), passes(filter)),
      total: totalOfPlayer(PLAYER_ID, direction, classesOf(part, filter.hasReplay), filter.sign),
    }),
  );
  if (viewer === null || viewer.id === playerId) return sources;
  const [author, player] = isSent ? [PLAYER_ID, VIEWER_ID] : [VIEWER_ID, PLAYER_ID];
  return [...sources, ...pairSource(author, player, without(kindsWith(viewer.id), everyone), filter)];
}
