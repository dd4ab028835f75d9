/** Replays: the decoded part that is shown with a post. */

import { AI_SHIP, isTextKey } from 'wows-replay/replay';
import {
  GuidSchema,
  named,
  nullIfUnreadable,
  orElse,
  orEmpty,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { playerName } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** States of a post's replay. */
export const REPLAY_STATE = { notReady: 0, processing: 1, ready: 2 } as const;

/** The name of an erased person in a roster or chat. Their account id is 0. */
export const REMOVED_PLAYER = 'Removed player';

/** A player of the battle. `accountId` is 0 when only the file's header could be read. */
export const ReplayPlayerSchema = named(
  z
    .object({
      id: orElse(z.int(), 0),
      avatarId: orElse(z.int(), 0),
      accountId: orElse(z.int(), 0),
      name: ShownTextSchema,
      clanId: orElse(z.int(), 0),
      clanTag: orElse(ShownTextSchema, ''),
      teamId: orElse(z.int(), 0),
      shipId: orElse(z.int(), 0),
      shipParamsId: orElse(z.int(), 0),
      /** Name of the ship as players know it, where it has been learnt. */
      shipName: z.optional(orNull(ShownTextSchema)),
      /** Number that members of a division share; null outside a division. */
      division: z.optional(orNull(z.int())),
      /** When it was sunk, in seconds since the battle's start, and the `shipId` of the ship that did it (0 when unknown). */
      sunk: z.optional(orNull(z.object({ time: z.number(), by: z.int(), cause: z.int() }))),
    })
    .check(z.overwrite((player) => (isTextKey(player) ? { ...player, name: AI_SHIP } : player))),
  'name',
  ({ accountId }) => (accountId ? playerName(Number(accountId)) : 'Unknown player'),
);
export type ReplayPlayer = z.output<typeof ReplayPlayerSchema>;

/** A line of the battle's chat. `playerId` is an account id; 0, with a null username, when unknown. */
export const ChatMessageSchema = z.object({
  playerId: orElse(z.int(), 0),
  username: orNull(ShownTextSchema),
  messageGroup: orElse(z.string(), ''),
  messageContent: orElse(ShownTextSchema, ''),
  /** Seconds since the battle's start; negative in the countdown. */
  time: z.optional(orNull(z.number())),
});
export type ChatMessage = z.output<typeof ChatMessageSchema>;

/** Facts of a battle besides roster and chat. Those that were not found are null. */
export const ReplayFactsSchema = z.object({
  /** Version of the decoder that read the file; see `DECODER_VERSION`. */
  decoderVersion: z.int(),
  /** Where the roster comes from. A header's roster has names and ships, but no account ids. None: a file of the CIS client. */
  source: z.literal(['payload', 'header', 'none']),
  /** Id of the battle as text, because it does not fit a number exactly. The files of all its players have the same one. */
  arenaId: z.optional(orNull(z.string())),
  /** Such as `15.5.0`. */
  gameVersion: orNull(z.string()),
  /** True when the payload is whole and its game is newer than the decoder reads; else absent. */
  isNewer: z.optional(orElse(z.boolean(), false)),
  /** The space's name such as `53_Shoreside`. */
  map: orNull(z.string()),
  /** When the battle began by the recorder's own clock, `2026-11-22T18:30:00`, without a time zone. */
  playedAt: orNull(z.string()),
  /** The game's name of the mode, such as `RandomBattle`. */
  mode: orNull(z.string()),
  /** Who recorded the battle: a name of the roster, and the ship. */
  recorder: orNull(z.object({ name: ShownTextSchema, shipParamsId: orElse(z.int(), 0) })),
  /** Seconds from the battle's start to its end, or to the end of the recording. */
  length: orNull(z.number()),
  /** Seconds that the battle's clock showed at the start, from where it counts down. */
  clockAtStart: z.optional(orNull(z.number())),
  /** The clock's later values, as `[seconds since the start, seconds left]`. It runs evenly between them, and may jump. */
  clock: z.optional(orNull(z.array(z.tuple([z.number(), z.int()])))),
  /** `teamId` of the winners, or null for a draw. */
  result: orNull(z.object({ winner: z.nullable(z.int()), reason: z.int() })),
  /** Spectators. They are not among the players. */
  observers: orEmpty(z.object({ accountId: orElse(z.int(), 0), name: ShownTextSchema })),
});
export type ReplayFacts = z.output<typeof ReplayFactsSchema>;

/** A sinking: the battle's clock, such as `14:39`, whether that is the time left, and who did it, if anyone is known to have. */
const ShownSinkingSchema = z.object({
  of: z.literal(['author', 'player']),
  at: ShownTextSchema,
  left: z.boolean(),
  by: orNull(z.object({ id: z.int(), username: ShownTextSchema })),
});
/** What a thumbnail shows; `sunk` is the battle's clock when the player's ship sank, such as `14:39`. */
const ShownInThumbnailSchema = z.object({
  author: z.boolean(),
  player: z.boolean(),
  sunk: orNull(ShownTextSchema),
  /** Absent or null for pictures of earlier versions. */
  sinkings: z.optional(orNull(z.array(ShownSinkingSchema))),
});
/** The thumbnail of a battle: its version in the address, its size in pixels, and what it shows, where that is known. */
const ThumbnailSchema = z.object({
  version: z.string(),
  width: z.int(),
  height: z.int(),
  shown: z.optional(orNull(ShownInThumbnailSchema)),
});

/** A ship of a battle as lists show it. */
const BattleShipSchema = z.object({ shipParamsId: z.int(), shipName: orNull(ShownTextSchema) });

/** One line about the battle of a post, for lists and live events. A ship is null when the replay does not show the player. */
export const BattleSchema = z.object({
  map: orNull(z.string()),
  playedAt: orNull(z.string()),
  author: orNull(BattleShipSchema),
  player: orNull(BattleShipSchema),
  /** Absent or null where none was drawn. */
  thumbnail: z.optional(orNull(ThumbnailSchema)),
});
export type Battle = z.output<typeof BattleSchema>;

/** A stored replay. `minimapUri` is null until a minimap has been rendered. */
export const ReplaySchema = z.object({
  id: GuidSchema,
  postId: GuidSchema,
  /** Null when the file is no longer stored (Rule 20.7). */
  downloadUri: orNull(z.string()),
  minimapUri: orNull(z.string()),
  /** Absent or null where there is no timeline. */
  timelineUri: z.optional(orNull(z.string())),
  facts: z.optional(nullIfUnreadable(ReplayFactsSchema)),
  players: orEmpty(ReplayPlayerSchema),
  chatMessages: orEmpty(ChatMessageSchema),
});
export type Replay = z.output<typeof ReplaySchema>;

/** A replay on a post's page. Teams and chat are null where they are invalid; each is shown without the other. */
export const ShownReplaySchema = z.object({
  ...ReplaySchema.shape,
  players: nullIfUnreadable(orEmpty(ReplayPlayerSchema)),
  chatMessages: nullIfUnreadable(orEmpty(ChatMessageSchema)),
});
export type ShownReplay = z.output<typeof ShownReplaySchema>;
