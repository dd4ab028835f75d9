/** Whether a replay shows the author of a post and the player it is about. */
import { UNREAD } from '#lib/domain/advice/badges.ts';
import { needsReplay, type ParsedFlairs } from '#lib/domain/flairs.ts';
import { type Meeting, type Parties, rosterOf } from '#lib/domain/roster.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayFacts, ReplayPlayer } from '#lib/schemas/replay.ts';

/**
 * Whether a replay shows someone, by account id (Rule 25.51). `unknown`: not found, but not all account ids could be read;
 * `newer`: because the game is newer than the decoder reads. `unread`: a file of the CIS client.
 */
export type Shown = 'shown' | 'not-shown' | 'unknown' | 'newer' | 'unread';

/** The parts of a replay that count as evidence. */
export interface EvidenceSource {
  players: readonly ReplayPlayer[];
  facts?: ReplayFacts | null | undefined;
}

/** Rows of the payload have the id of an account or, like bots, of a ship in the battle; rows of the header have neither. */
function isComplete({ players, facts }: EvidenceSource): boolean {
  return (
    facts?.source !== 'header' &&
    players.some(({ accountId }) => accountId > 0) &&
    players.every(({ accountId, shipId }) => accountId > 0 || shipId > 0)
  );
}

function absentFrom(replay: EvidenceSource): Shown {
  if (isComplete(replay)) return 'not-shown';
  if (replay.facts?.source === 'none') return 'unread';
  return replay.facts?.isNewer ? 'newer' : 'unknown';
}

/**
 * Compares a battle with a post's author and player. Spectators count as shown. Names alone
 * don't, because anyone can write a header.
 */
export function evidenceOf(replay: EvidenceSource, parties: Parties) {
  const people = [...replay.players, ...(replay.facts?.observers ?? [])];
  const absent = absentFrom(replay);
  const shown = ({ id }: Parties['author']): Shown =>
    people.some(({ accountId }) => accountId > 0 && accountId === id) ? 'shown' : absent;
  return {
    author: shown(parties.author),
    player: shown(parties.player),
    meeting: rosterOf(replay.players, parties).meeting,
  };
}

/** Whether a replay shows a post's author and the player it is about. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** Whether a replay shows both. Who is missing is missing in the same way. */
export function showsBoth(replay: EvidenceSource, parties: Parties): Shown {
  const { author, player } = evidenceOf(replay, parties);
  return author === 'shown' ? player : author;
}

/** The same for a stored post, by its advice; null without a replay. */
export function shownByAdvice({ replayId, advice = [] }: Pick<Post, 'replayId' | 'advice'>): Shown | null {
  if (replayId === null) return null;
  if (advice.some((code) => code.endsWith('-not-shown'))) return 'not-shown';
  if (advice.includes('not-read')) return 'unread';
  if (advice.includes('newer-not-checked')) return 'newer';
  return advice.includes('not-checked') ? 'unknown' : 'shown';
}

/** Which posts wait for a moderator before they count (`HOLD_UNPROVEN`), from none to most. */
export const HOLDS = ['off', 'contradicted', 'unproven'] as const;
export type Holds = (typeof HOLDS)[number];

/**
 * Whether a post waits for a moderator before it counts (Rule 28.6), by its ratings and whether its replay
 * shows both; null without a replay. Decided only when it is written, rated differently or given a file, and
 * never released by less than a proof.
 */
export function isHeld(holds: Holds, flairs: ParsedFlairs, shown: Shown | null, wasHeld = false): boolean {
  if (shown === 'shown' || !needsReplay(flairs)) return false;
  const isReadable = shown !== 'newer' && shown !== 'unread';
  return wasHeld || holds === 'unproven' || (holds === 'contradicted' && isReadable);
}

/** Why a replay of a newer game can't be checked. */
export const NEWER = 'it is from a newer version of the game';

/**
 * The sentence about a replay: `shown` when it shows both, `not-shown` when one is missing,
 * `unknown` when that cannot be checked.
 */
export interface EvidenceSentence {
  shown: Exclude<Shown, 'newer' | 'unread'>;
  sentence: string;
}

const MEETINGS: Readonly<Record<Meeting, string>> = {
  'same-team': 'Both shown, on the same team.',
  opponents: 'Both shown, on opposing teams.',
  'not-both': 'Both shown.',
};

/** The sentence about a replay; `names` are the author's and the player's. */
export function sentenceOfEvidence(
  evidence: Evidence,
  names: Readonly<Record<'author' | 'player', string>>,
): EvidenceSentence {
  const missing = (['author', 'player'] as const).filter((part) => evidence[part] !== 'shown');
  const [first] = missing;
  if (first === undefined) return { shown: 'shown', sentence: MEETINGS[evidence.meeting] };
  const shown = evidence[first];
  if (shown === 'unread') return { shown: 'unknown', sentence: `${UNREAD}.` };
  const who = missing.map((part) => names[part]).join(' or ');
  return shown === 'not-shown'
    ? { shown, sentence: `This replay does not show ${who}.` }
    : {
        shown: 'unknown',
        sentence: `Can’t check who is in this replay: ${shown === 'newer' ? NEWER : 'it has no account IDs'}.`,
      };
}
