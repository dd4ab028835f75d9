/** The battle on a post's page: the teams, whether author and player met, their ships, and the chat. */
import type { Pair } from 'wows-replay/battle/thumbnail';
import type { Timeline } from 'wows-replay/timeline';
import type { PostParty } from '#lib/schemas/post.ts';
import type { ChatMessage, ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';

/** A player of the battle; `part` marks the post's author and the player it is about. */
export interface RosterEntry {
  player: ReplayPlayer;
  part: 'author' | 'player' | null;
}

/** One side of the battle: the post's author and its subject first, then by name. */
export interface Team {
  teamId: number;
  title: string;
  entries: readonly RosterEntry[];
}

/** Author and player in the battle: on the same team, on opposing teams, or not both present. */
export type Meeting = 'same-team' | 'opponents' | 'not-both';

type Party = Pick<PostParty, 'id' | 'username'>;
/** The author of a post and the player it is about. */
export type Parties = Readonly<Record<'author' | 'player', Party>>;
type Identity = Pick<ReplayPlayer, 'accountId' | 'name'>;

/** Whether an entry of a replay is the given person: compares account ids, or names where there is no account id (0). */
export const isParty = (player: Identity, party: Party): boolean =>
  player.accountId === 0
    ? player.name !== '' && player.name === party.username
    : player.accountId === party.id;

function partOf(player: Identity, { author, player: target }: Parties): RosterEntry['part'] {
  if (isParty(player, author)) return 'author';
  return isParty(player, target) ? 'player' : null;
}

const PART_ORDER = ['author', 'player', null];

/** Made once: `localeCompare` with options makes one for each comparison. */
const names = new Intl.Collator(undefined, { sensitivity: 'base' });

const byPartAndName = (a: RosterEntry, b: RosterEntry): number =>
  PART_ORDER.indexOf(a.part) - PART_ORDER.indexOf(b.part) || names.compare(a.player.name, b.player.name);

/** The roster on a post's page (Rule 8.8). */
export function rosterOf(players: readonly ReplayPlayer[], parties: Parties, ownTeam = 'Author’s team') {
  const entries = players.map((player) => ({ player, part: partOf(player, parties) }));
  const find = (wanted: RosterEntry['part']) => entries.find(({ part }) => part === wanted)?.player;
  const author = find('author');
  const player = find('player');
  const first = author?.teamId;
  const teams: Team[] = [...new Set(players.map(({ teamId }) => teamId))]
    .sort((a, b) => Number(b === first) - Number(a === first) || a - b)
    .map((teamId, index) => ({
      teamId,
      title: (author && [ownTeam, 'Other team'][Number(teamId !== first)]) ?? `Team ${index + 1}`,
      entries: entries.filter((entry) => entry.player.teamId === teamId).toSorted(byPartAndName),
    }));
  const isMeeting = author !== undefined && player !== undefined;
  const met = player?.teamId === first ? 'same-team' : 'opponents';
  const meeting: Meeting = isMeeting ? met : 'not-both';
  return { teams, author, player, meeting };
}

/** All sides of the battle, the author's first; author and player, if they are in it; and whether they met. */
export type Roster = ReturnType<typeof rosterOf>;

/**
 * Ids of the players whom the viewer may rate from the page of a post (Rule 30.33): everyone with an account besides the viewer.
 * Only for viewers who recorded the battle. The author has written the one post about it that the guidelines allow.
 */
export function ratablePlayers(
  players: readonly ReplayPlayer[],
  facts: Pick<ReplayFacts, 'recorder'> | null,
  { author }: Pick<Parties, 'author'>,
  viewerId: number,
): ReadonlySet<number> {
  const own = players.find(({ accountId }) => accountId > 0 && accountId === viewerId);
  const isRecorder = own !== undefined && viewerId !== author.id && own.name === facts?.recorder?.name;
  const ids = players.map(({ accountId }) => accountId);
  return new Set(isRecorder ? ids.filter((id) => id > 0 && id !== viewerId) : []);
}

/** Which team won, seen from the author, or else from the player; null when it is not known. */
export function resultSentence(
  { author, player }: Pick<Roster, 'author' | 'player'>,
  facts: Pick<ReplayFacts, 'result'>,
): string | null {
  if (facts.result === null) return null;
  const { winner } = facts.result;
  if (winner === null) return 'Draw';
  const viewer = author ?? player;
  return viewer
    ? `${author ? 'Author' : 'Player'}’s team ${viewer.teamId === winner ? 'won' : 'lost'}`
    : null;
}

/** Channels of the battle's chat. */
export type ChatChannel = 'All' | 'Team' | 'Division' | 'Unknown';

const CHANNELS: Readonly<Record<string, ChatChannel>> = {
  battle_common: 'All',
  battle_team: 'Team',
  battle_prebattle: 'Division',
};

/** The channel of a message group (Rule 8.11). */
export function chatChannel(messageGroup: string): ChatChannel {
  return Object.hasOwn(CHANNELS, messageGroup) ? (CHANNELS[messageGroup] as ChatChannel) : 'Unknown';
}

/** Whether a line of chat is by the author of a post or the player it is about. */
export function speakerPart({ playerId, username }: ChatMessage, parties: Parties): RosterEntry['part'] {
  if (playerId === 0 && username === null) return null;
  return partOf({ accountId: playerId, name: username ?? '' }, parties);
}

/** The ships of author and player in a timeline. */
export function pairIn({ ships }: Pick<Timeline, 'ships'>, { author, player }: Parties): Pair {
  const indexOf = (party: Parties['author']): number | null => {
    const index = ships.findIndex(({ account, name }) =>
      isParty({ accountId: Math.max(0, account), name }, party),
    );
    return index < 0 ? null : index;
  };
  return { author: indexOf(author), player: indexOf(player) };
}
