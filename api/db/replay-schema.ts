/** The tables of replays and of the ships in them; see `schema.ts`. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Shown } from 'wows-replay/battle/thumbnail';
import { indexOfSet, instant, postId, regionSchema } from '#api/db/schema.ts';

/** Number of a ship in the game (`shipParamsId`), which exceeds 31 bits. */
const shipId = (name: string) => bigint(name, { mode: 'number' });

/** `decoderVersion` of an imported file, which is served only after the decoder has accepted it. */
export const NOT_CHECKED = -1;

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Replays of posts: what was decoded, and the state of processing. */
export const replays = regionSchema.table(
  'replays',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    postId: postId(),
    fileName: text('file_name').notNull(),
    fileSize: integer('file_size').notNull(),
    /** Name of the uploaded file in the files folder; null when it was removed because it names an erased person. */
    sha256: text('sha256'),
    /** Name of the rendered video, or null. */
    minimapSha256: text('minimap_sha256'),
    /** Name of the timeline, which is stored compressed with brotli; null without one. */
    timelineSha256: text('timeline_sha256'),
    /** Name of the battle's thumbnail (two WebP files in one); null without a timeline. */
    thumbnailSha256: text('thumbnail_sha256'),
    /** `THUMBNAIL_VERSION` when it was last drawn, 0 when the machine was too busy to draw it; and what it shows. */
    thumbnailVersion: smallint('thumbnail_version').notNull().default(0),
    thumbnailShown: jsonb('thumbnail_shown').$type<Shown>(),
    /** `DECODER_VERSION` when the file was last decoded; 0 when it never was, `NOT_CHECKED` when it was imported. */
    decoderVersion: smallint('decoder_version').notNull().default(0),
    /** Roster, chat and facts in the wire's shape. */
    players: jsonb('players').notNull().default([]),
    chatMessages: jsonb('chat_messages').notNull().default([]),
    facts: jsonb('facts'),
    /** From the facts and the roster, for lists: the battle's map and date, and the ships of the post's author and player. */
    map: text('map'),
    playedAt: text('played_at'),
    /** Id of the battle, the same for all files of it. It exceeds the integers that a number has exactly. */
    arenaId: text('arena_id'),
    /** Where its ships sailed (`replays/ship-tracks.ts`), compressed with brotli; null without a timeline. */
    tracks: bytes('tracks'),
    authorShip: shipId('author_ship'),
    playerShip: shipId('player_ship'),
    /** The recorder's ship and its name, if the file's header has both and they belong together. */
    namedShip: shipId('named_ship'),
    shipName: text('ship_name'),
    /** 0 not ready, 1 being processed, 2 ready. */
    state: smallint('state').notNull().default(0),
    attempts: smallint('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** When the next attempt is due, or null. */
    runAfter: instant('run_after'),
    startedAt: instant('started_at'),
    processedAt: instant('processed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('replays_post').on(table.postId),
    indexOfSet('replays_due', table.runAfter),
    index('replays_newest').on(table.createdAt.desc(), table.id.desc()).concurrently(),
    index('replays_ready').on(table.createdAt.desc()).where(sql`${table.state} = 2`).concurrently(),
    index('replays_failed')
      .on(table.createdAt.desc())
      .concurrently()
      .where(sql`${table.lastError} is not null and ${table.runAfter} is null`),
    index('replays_sha256').on(table.sha256),
    indexOfSet('replays_minimap_sha256', table.minimapSha256),
    indexOfSet('replays_timeline_sha256', table.timelineSha256).concurrently(),
    indexOfSet('replays_thumbnail_sha256', table.thumbnailSha256).concurrently(),
    // Those to draw again after an upgrade, or later because the machine was busy.
    index('replays_by_thumbnail')
      .on(table.thumbnailVersion, table.createdAt)
      .where(sql`${table.timelineSha256} is not null`)
      .concurrently(),
    // For the votes about a ship's name.
    indexOfSet('replays_named_ship', table.namedShip).concurrently(),
    // For other posts about a battle.
    indexOfSet('replays_arena', table.arenaId).concurrently(),
    // Those whose file can be decoded again.
    index('replays_by_decoder')
      .on(table.decoderVersion, table.createdAt)
      .where(sql`${table.sha256} is not null and ${table.runAfter} is null`)
      .concurrently(),
  ],
);

/** Names of ships for all posts, learnt from replays or read from the publisher; see `api/model/posts/ships.ts`. */
export const ships = regionSchema.table('ships', {
  id: shipId('id').primaryKey(),
  name: text('name').notNull(),
  /** 1 to 11; null where the publisher has not named it. */
  tier: smallint('tier'),
  /** Two replays of different accounts that have this name, which counts as long as both posts are visible (rule 25.25). */
  firstReplay: uuid('first_replay'),
  secondReplay: uuid('second_replay'),
  /** Names of the publisher need no replays. */
  fromPublisher: boolean('from_publisher').notNull().default(false),
});
