/** The indexes of clans, players and replays; see `schema.ts`. */
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
export const playerIndexes = (table: Columns<'id' | 'username' | 'clanId' | 'optedOut'>) => [
  index('players_username').on(sql`lower(${table.username}) text_pattern_ops`),
  partOf('players_username_part', table.username),
  // The order of search results, for texts that many names contain.
  index('players_shortest')
    .on(sql`length(${table.username})`, sql`lower(${table.username})`, table.id)
    .concurrently(),
  index('players_clan').on(table.clanId),
  // Posts about these players are omitted from public lists.
  index('players_opted_out').on(table.id).where(sql`${table.optedOut}`),
];

/** The indexes of `replays`. */
export const replayIndexes = (
  table: Columns<
    'id' | 'postId' | 'runAfter' | 'createdAt' | 'state' | 'lastError' | 'sha256' | 'minimapSha256'
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
];
