/**
 * Emblems: two signal flags on a halyard, made from the id of a player or clan (Rule 30.1). A flag is one character, the id of
 * its symbol in `emblems.svg`: a letter or numeral, or one of `FURTHER_SYMBOLS` in `signal-flags.ts`.
 */

/** How many pairs there are of 36 letters and numerals. */
const PAIRS = 36 ** 2;

/** Knuth's multiplier: ids that follow each other get pairs far apart. */
const SPREAD = 0x9e3779b1;

/** Two letters or numerals, all pairs equally often over consecutive ids. */
function pairOf(id: number): string {
  const share = (Math.imul(id, SPREAD) >>> 0) / 2 ** 32;
  return (PAIRS + share * PAIRS).toString(36).slice(1, 3);
}

/** Whether a player's details are hidden, by themselves or by the publisher. */
export const isConcealed = ({ optedOut, wgHidden }: { optedOut: boolean; wgHidden: boolean }): boolean =>
  optedOut || wgHidden;

/** The flags of a player; one blank burgee for all whose details are hidden, or who were erased and have the id 0 (Rule 30.3). */
export const playerEmblem = (id: number, isHidden?: boolean): string =>
  isHidden || id === 0 ? 'HN' : pairOf(id);

/** The flags of a clan: a pennant in its league's colour above a letter or numeral. */
export const clanEmblem = (id: number): string => `L${pairOf(id)[0]}`;
