/** The indexes of posts; see `schema.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core';

type PostColumns = Record<
  | 'id'
  | 'authorId'
  | 'playerId'
  | 'flairs'
  | 'createdAt'
  | 'modLocked'
  | 'subjectHidden'
  | 'isPublic'
  | 'hasReplay'
  | 'held',
  ExtraConfigColumn
>;

type Indexed = SQL | Partial<ExtraConfigColumn>;

/** The indexes of `posts`. Lists read them in order. */
export function postIndexes(table: PostColumns) {
  // New each time, because drizzle forgets the direction of a column once it is used.
  const newestFirst = () => [table.createdAt.desc(), table.id.desc()] as const;
  const inOrder = (name: string, first: Indexed[], last: Indexed[]) =>
    index(name).on(...([...first, ...newestFirst(), ...last] as [Indexed, ...Indexed[]]));
  const publicPosts = (name: string, first: Indexed[], last: Indexed[] = []) =>
    inOrder(name, first, last).where(sql`${table.isPublic}`).concurrently();
  const otherPosts = (name: string, first: Indexed[], last: Indexed[] = []) =>
    inOrder(name, first, [table.modLocked, table.subjectHidden, table.hasReplay, ...last])
      .where(sql`not ${table.isPublic}`)
      .concurrently();
  // The last columns are for conditions, so that filtered lists and counting read only the index.
  const { flairs, hasReplay } = table;
  // The function is made by the migration `feed_signs`. It reads the flairs, so an index needs them, too.
  const sign = sql`post_sign(${flairs})`;
  return [
    index('posts_latest').on(...newestFirst()),
    index('posts_received').on(table.playerId, ...newestFirst()),
    index('posts_sent').on(table.authorId, ...newestFirst()),
    index('posts_pair').on(table.authorId, table.playerId, table.createdAt.desc()),
    // For visitors.
    publicPosts('posts_public', []),
    publicPosts('posts_public_by_replay', [hasReplay]),
    publicPosts('posts_public_by_sign', [sign, hasReplay], [flairs]),
    // Also the ribbons, which need nothing else of a post.
    publicPosts('posts_public_received', [table.playerId], [flairs, hasReplay]),
    publicPosts('posts_public_sent', [table.authorId], [flairs, hasReplay]),
    // For staff, and for the author and the player of a post.
    // All of the latest posts have no filter by flairs.
    otherPosts('posts_other', []),
    otherPosts('posts_other_by_sign', [sign], [flairs]),
    otherPosts('posts_other_received', [table.playerId], [flairs]),
    otherPosts('posts_other_sent', [table.authorId], [flairs]),
    // A few, which ribbons and numbers leave out.
    index('posts_held').on(table.playerId, table.id).where(sql`${table.held}`).concurrently(),
  ];
}
