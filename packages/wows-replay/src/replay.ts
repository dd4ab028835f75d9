/** Players, chat and facts of a replay, as the decoder finds them; the timeline is apart. */

/** Version of the decoder. It rises with every change to what is found in the same file. */
export const DECODER_VERSION = 4;

/** Newest version of the game that the decoder is known to read. We raise it once it reads real files; uploads never do. */
export const NEWEST_GAME = '15.5.0';

/** Largest replay file that is read, in bytes (5 MiB). */
export const REPLAY_MAX_BYTES = 5_242_880;

/** The name of an AI ship that the game names by a key of its texts, such as `IDS_OP_02_02_BOT_01_7`. */
export const AI_SHIP = 'AI ship';
/** Whether a name is such a key. People, who have an account, may choose a name that begins like one. */
export const isTextKey = ({ name, accountId }: Pick<ReplayPlayer, 'name' | 'accountId'>): boolean =>
  accountId <= 0 && name.startsWith('IDS_');

/** A participant. `accountId` is 0 for bots, and for all when only the file's header could be read. */
export interface ReplayPlayer {
  id: number;
  avatarId: number;
  accountId: number;
  name: string;
  clanId: number;
  clanTag: string;
  teamId: number;
  shipId: number;
  /** The ship's number in the game; see `ships.ts`. */
  shipParamsId: number;
  /** Number that members of a division share. */
  division?: number;
  /** When it was sunk, in seconds since the battle's start, and the `shipId` of the ship that did it (0 when unknown). */
  sunk?: { time: number; by: number; cause: number };
}

/** A line of the battle's chat. `playerId` is an account id; 0, with a null username, when unknown. */
export interface ChatMessage {
  playerId: number;
  username: string | null;
  messageGroup: string;
  messageContent: string;
  /** Seconds since the battle's start; negative in the countdown. */
  time?: number;
}

/** Facts of a battle besides roster and chat. What was not found is null. */
export interface ReplayFacts {
  /** `DECODER_VERSION` of the decoder that read the file. */
  decoderVersion: number;
  /** Where the roster comes from. A header's roster has names and ships, but no account ids. None: a file of the CIS client. */
  source: 'payload' | 'header' | 'none';
  /** Id of the battle as text, because it does not fit a number exactly. The files of all its players have the same one. */
  arenaId?: string | null | undefined;
  /** Such as `15.5.0`. */
  gameVersion: string | null;
  /** Set when the payload is whole and its game is newer than `NEWEST_GAME`, so that a later decoder may find more. */
  isNewer?: boolean | undefined;
  /** The space's name such as `53_Shoreside`. */
  map: string | null;
  /** When the battle began by the recorder's own clock, `2026-11-22T18:30:00`, without a time zone. */
  playedAt: string | null;
  /** The game's name of the mode, such as `RandomBattle`. */
  mode: string | null;
  /** Who recorded the battle: a name of the roster, and the ship. */
  recorder: { name: string; shipParamsId: number } | null;
  /** Seconds from the battle's start to its end, or to the end of the recording. */
  length: number | null;
  /** Seconds that the battle's clock showed at the start, from where it counts down. */
  clockAtStart?: number | null | undefined;
  /** The clock's later values, as `[seconds since the start, seconds left]`. It runs evenly between them, and may jump. */
  clock?: [time: number, left: number][] | null | undefined;
  /** `teamId` of the winners, or null for a draw. `reason` as the game numbers it. */
  result: { winner: number | null; reason: number } | null;
  /** Spectators. They are not among the players. */
  observers: { accountId: number; name: string }[];
}

type Named = Pick<ReplayPlayer, 'accountId' | 'name'>;

/**
 * Whether a roster lists an account twice, or with two names. The game does neither, and such a file could give one player the
 * name of another. AI ships have no account, and in a file whose payload cannot be read no one has. A player may also be listed
 * as an observer.
 */
export function hasRepeatedAccount({
  players,
  facts,
}: {
  players: readonly Named[];
  facts?: { observers: readonly Named[] } | null | undefined;
}): boolean {
  const ids = players.map(({ accountId }) => accountId).filter((id) => id > 0);
  if (new Set(ids).size < ids.length) return true;
  const names = new Map<number, string>();
  for (const { accountId, name } of [...players, ...(facts?.observers ?? [])]) {
    if (accountId <= 0) continue;
    if ((names.get(accountId) ?? name) !== name) return true;
    names.set(accountId, name);
  }
  return false;
}
