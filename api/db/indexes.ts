/** The indexes of clans, players, posts and replays; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index, uniqueIndex } from 'drizzle-orm/pg-core';

type Columns<Name extends string> = Record<Name, ExtraConfigColumn>;

/** For searches of a part of a text, in lower case. The extension `pg_trgm` is in the schema `public`. */
const partOf = (name: string, column: ExtraConfigColumn) =>
  index(name).using('gin', sql`lower(${column}) public.gin_trgm_ops`).concurrently();

/** The indexes of `clans`. */
export const clanIndexes = (table: Columns<'id' | 'tag' | 'name'>) => [
  index('clans_tag').on(sql`lower(${table.tag}) text_pattern_ops`),
  index('clans_name').on(sql`lower(${table.name}) text_pattern_ops`),
  partOf('clans_tag_part', table.tag),
  partOf('clans_name_part', table.name),
  // The order of the whole list, and of search results.
  index('clans_listed').on(table.tag, table.id).concurrently(),
];

/** The indexes of `players`. */
export const playerIndexes = (table: Columns<'id' | 'username' | 'clanId'>) => [
  // In the order of search results, with all that a search reads: texts that many names contain are found without the table.
  index('players_by_name')
    .on(sql`lower(${table.username}) text_pattern_ops`, table.id, table.username)
    .concurrently(),
  partOf('players_username_part', table.username),
  index('players_clan').on(table.clanId),
];

type PostColumns = Columns<
  | 'id'
  | 'authorId'
  | 'playerId'
  | 'flairs'
  | 'createdAt'
  | 'modLocked'
  | 'subjectHidden'
  | 'isPublic'
  | 'hasReplay'
  | 'held'
>;

/** The indexes of `posts`. Lists read them in order. */
export function postIndexes(table: PostColumns) {
  // New each time, because drizzle forgets the direction of a column once it is used.
  const newestFirst = () => [table.createdAt.desc(), table.id.desc()] as const;
  const publicPosts = (name: string, columns: ExtraConfigColumn[] = [], last: ExtraConfigColumn[] = []) =>
    index(name)
      .on(
        ...([...columns, ...newestFirst(), ...last] as unknown as [
          ExtraConfigColumn,
          ...ExtraConfigColumn[],
        ]),
      )
      .where(sql`${table.isPublic}`)
      .concurrently();
  // The last columns are for conditions, so that filtered lists and counting read only the index.
  const ofPerson = (name: string, person: ExtraConfigColumn) =>
    index(name)
      .on(person, ...newestFirst(), table.flairs, table.hasReplay)
      .where(sql`${table.isPublic}`)
      .concurrently();
  const otherPosts = (name: string, ...columns: ExtraConfigColumn[]) =>
    index(name)
      .on(
        ...([
          ...columns,
          ...newestFirst(),
          table.modLocked,
          table.subjectHidden,
          table.hasReplay,
          // All of the latest posts have no filter by flairs.
          ...(columns.length > 0 ? [table.flairs] : []),
        ] as unknown as [ExtraConfigColumn, ...ExtraConfigColumn[]]),
      )
      .where(sql`not ${table.isPublic}`)
      .concurrently();
  // The function is made by the migration `feed_signs`. It reads the flairs, so an index needs them, too.
  const sign = sql`post_sign(${table.flairs})` as unknown as ExtraConfigColumn;
  return [
    index('posts_latest').on(...newestFirst()),
    index('posts_received').on(table.playerId, ...newestFirst()),
    index('posts_sent').on(table.authorId, ...newestFirst()),
    index('posts_pair').on(table.authorId, table.playerId, table.createdAt.desc()),
    // For visitors.
    publicPosts('posts_public'),
    publicPosts('posts_public_by_replay', [table.hasReplay]),
    publicPosts('posts_public_by_sign', [sign, table.hasReplay], [table.flairs]),
    // Also the ribbons, which need nothing else of a post.
    ofPerson('posts_public_received', table.playerId),
    ofPerson('posts_public_sent', table.authorId),
    // For staff, and for the author and the player of a post.
    otherPosts('posts_other'),
    otherPosts('posts_other_by_sign', sign),
    otherPosts('posts_other_received', table.playerId),
    otherPosts('posts_other_sent', table.authorId),
    // A few, which ribbons and numbers leave out.
    index('posts_held').on(table.playerId, table.id).where(sql`${table.held}`).concurrently(),
  ];
}

/** The indexes of `replays`. */
export const replayIndexes = (
  table: Columns<
    | 'id'
    | 'postId'
    | 'runAfter'
    | 'createdAt'
    | 'state'
    | 'lastError'
    | 'sha256'
    | 'minimapSha256'
    | 'timelineSha256'
    | 'thumbnailSha256'
    | 'thumbnailVersion'
    | 'decoderVersion'
    | 'namedShip'
    | 'arenaId'
  >,
) => [
  uniqueIndex('replays_post').on(table.postId),
  index('replays_due').on(table.runAfter).where(sql`${table.runAfter} is not null`),
  index('replays_newest').on(table.createdAt.desc(), table.id.desc()).concurrently(),
  index('replays_ready').on(table.createdAt.desc()).where(sql`${table.state} = 2`).concurrently(),
  index('replays_failed')
    .on(table.createdAt.desc())
    .concurrently()
    .where(sql`${table.lastError} is not null and ${table.runAfter} is null`),
  index('replays_sha256').on(table.sha256),
  index('replays_minimap_sha256').on(table.minimapSha256).where(sql`${table.minimapSha256} is not null`),
  index('replays_timeline_sha256')
    .on(table.timelineSha256)
    .where(sql`${table.timelineSha256} is not null`)
    .concurrently(),
  index('replays_thumbnail_sha256')
    .on(table.thumbnailSha256)
    .where(sql`${table.thumbnailSha256} is not null`)
    .concurrently(),
  // Those to draw again after an upgrade.
  index('replays_by_thumbnail')
    .on(table.thumbnailVersion, table.createdAt)
    .where(sql`${table.thumbnailSha256} is not null and ${table.timelineSha256} is not null`)
    .concurrently(),
  // For the votes about a ship's name.
  index('replays_named_ship').on(table.namedShip).where(sql`${table.namedShip} is not null`).concurrently(),
  // For other posts about a battle.
  index('replays_arena').on(table.arenaId).where(sql`${table.arenaId} is not null`).concurrently(),
  // Those whose file can be decoded again.
  index('replays_by_decoder')
    .on(table.decoderVersion, table.createdAt)
    .where(sql`${table.sha256} is not null and ${table.runAfter} is null`)
    .concurrently(),
];
