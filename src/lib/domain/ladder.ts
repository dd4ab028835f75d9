/**
 * The ladder: what follows from decisions about one player's posts and replies (Rule 31.32). The numbers are those of WoWS
 * Karma, which this site replaces, so that no one is judged by other rules after the move.
 */
import type { BanLength } from '#lib/schemas/forms/ban-form.ts';
import type { PlayerRecord } from '#lib/schemas/review.ts';

/** Older decisions do not count: after a year, players start again. In months. */
export const LADDER_MONTHS = 12;

/** Decisions from which on a player is suspended: ten in a year are no slips. */
const SUSPENSION_AT = 10;
/** Decisions from which on a player is banned: as many again show that the suspension changed nothing. */
const BAN_AT = 20;

/** A player's decisions and warnings that count. */
export type Ladder = NonNullable<PlayerRecord['ladder']>;

function stepWords(decisions: number): string {
  if (decisions >= BAN_AT) return `a ban (from ${BAN_AT})`;
  if (decisions >= SUSPENSION_AT) return `a suspension, next step is a ban (from ${BAN_AT})`;
  return `next step is a suspension (from ${SUSPENSION_AT})`;
}

/** The ladder in words, with its next step. */
export function ladderLine({ decisions, warnings }: Ladder): string {
  const warned = `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  const counted = [decisions > 0 && `${decisions} removed or edited`, warnings > 0 && warned].filter(Boolean);
  if (counted.length === 0) return `Nothing removed in ${LADDER_MONTHS} months`;
  return `${counted.join(', ')} in ${LADDER_MONTHS} months: ${stepWords(decisions)}`;
}

/**
 * The length of a ban that the player's step calls for: the longest one with an end for a suspension; below the steps, `usual`.
 */
export function proposedBanLength({ decisions }: Pick<Ladder, 'decisions'>, usual: BanLength): BanLength {
  if (decisions >= BAN_AT) return 'permanent';
  return decisions >= SUSPENSION_AT ? '30' : usual;
}
