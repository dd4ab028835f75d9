/**
 * The ladder: what follows from decisions about one player's posts and replies (Rule 31.32). The numbers are those of WoWS Karma, which
 * this site replaces, so that no one is judged by other rules after the move.
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

/** The ladder in one line. */
export function ladderLine({ decisions, warnings }: Ladder): string {
  const warned = `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  const steps = `suspension at ${SUSPENSION_AT}, ban at ${BAN_AT}`;
  return `${decisions} removed or edited, ${warned} in ${LADDER_MONTHS} months · ${steps}`;
}

/** The length of a ban that the player's step calls for: the longest one with an end for a suspension; below the steps, `usual`. */
export function proposedBanLength({ decisions }: Pick<Ladder, 'decisions'>, usual: BanLength): BanLength {
  if (decisions >= BAN_AT) return 'permanent';
  return decisions >= SUSPENSION_AT ? '30' : usual;
}
