/** Whether a replay shows the author of a post and the player it is about. */
import { isParty, type Meeting, type Parties, rosterOf } from '#lib/domain/battle.ts';
import type { Replay } from '#lib/schemas/replay.ts';

/** Whether a replay shows someone. `unknown`: not found, but not all account ids could be read (Rule 25.51). */
export type Shown = 'shown' | 'not-shown' | 'unknown';

/** What a replay shows of a post's author and the player it is about. */
export interface Evidence {
  author: Shown;
  player: Shown;
  meeting: Meeting;
}

/** The parts of a replay that count as evidence. */
export type EvidenceSource = Pick<Replay, 'players' | 'facts'>;

/** Rows of the payload have the id of an account or, like bots, of a ship in the battle; rows of the header have neither. */
function isComplete({ players, facts }: EvidenceSource): boolean {
  return (
    facts?.source !== 'header' &&
    players.some(({ accountId }) => accountId > 0) &&
    players.every(({ accountId, shipId }) => accountId > 0 || shipId > 0)
  );
}

/** Compares a battle with a post's author and player. Spectators count as shown. */
export function evidenceOf(replay: EvidenceSource, parties: Parties): Evidence {
  const people = [...replay.players, ...(replay.facts?.observers ?? [])];
  const absent = isComplete(replay) ? 'not-shown' : 'unknown';
  const shown = (party: Parties['author']): Shown =>
    people.some((person) => isParty(person, party)) ? 'shown' : absent;
  return {
    author: shown(parties.author),
    player: shown(parties.player),
    meeting: rosterOf(replay.players, parties).meeting,
  };
}

/** The sentence for someone whom a replay does not show; null for one it shows. */
export function absenceSentence(shown: Shown, name: string): string | null {
  if (shown === 'shown') return null;
  return shown === 'not-shown'
    ? `This replay does not show ${name}.`
    : `It cannot be checked whether this replay shows ${name}: not all account IDs could be read.`;
}

/** The sentence for a replay that shows both; null for one that does not. */
export function bothShownSentence({ author, player, meeting }: Evidence): string | null {
  if (author !== 'shown' || player !== 'shown') return null;
  if (meeting === 'not-both') return 'Both shown.';
  return `Both shown, on ${meeting === 'opponents' ? 'opposing teams' : 'the same team'}.`;
}
