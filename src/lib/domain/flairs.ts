/** Flairs: three ratings packed into one number, two bits each. */

import type { Sign } from '#lib/schemas/player.ts';

/** A rating: true is positive, false negative, null neutral. */
export type Flair = boolean | null;

/** The categories, in the order of their bits and of every screen. */
export const FLAIR_CATEGORIES = ['performance', 'teamplay', 'courtesy'] as const;
export type FlairCategory = (typeof FLAIR_CATEGORIES)[number];

/** Names of the categories on all screens. */
export const FLAIR_NAMES: Readonly<Record<FlairCategory, string>> = {
  performance: 'Performance',
  teamplay: 'Teamplay',
  courtesy: 'Courtesy',
};

/** The three ratings of a post. */
export type ParsedFlairs = Readonly<Record<FlairCategory, Flair>>;

/** Bits of each category: good, bad. Both bits set count as good. */
const BITS: Readonly<Record<FlairCategory, { good: number; bad: number }>> = {
  performance: { good: 1, bad: 2 },
  teamplay: { good: 4, bad: 8 },
  courtesy: { good: 16, bad: 32 },
};

/** How many packed numbers there are: six bits. */
export const FLAIRS_COUNT = 64;

/** All three neutral. */
export const NEUTRAL_FLAIRS: ParsedFlairs = { performance: null, teamplay: null, courtesy: null };

/** The ratings in a packed number; bits beyond the six are ignored. */
export function parseFlairs(packed: number): ParsedFlairs {
  const read = ({ good, bad }: { good: number; bad: number }): Flair =>
    (packed & good) !== 0 ? true : (packed & bad) !== 0 ? false : null;
  return {
    performance: read(BITS.performance),
    teamplay: read(BITS.teamplay),
    courtesy: read(BITS.courtesy),
  };
}

/** The packed number of three ratings. */
export function packFlairs(flairs: ParsedFlairs): number {
  return FLAIR_CATEGORIES.reduce((packed, category) => {
    const flair = flairs[category];
    return packed | (flair === null ? 0 : flair ? BITS[category].good : BITS[category].bad);
  }, 0);
}

/** A rating as a number: 1, −1 or 0. */
export function flairValue(flair: Flair): -1 | 0 | 1 {
  return flair === null ? 0 : flair ? 1 : -1;
}

/** Sum of the three ratings, −3 to 3; its sign colours a post's border. */
export function netFlair(flairs: ParsedFlairs): number {
  return FLAIR_CATEGORIES.reduce((sum, category) => sum + flairValue(flairs[category]), 0);
}

/** How a post with these packed ratings rates its player on the whole. */
export const signOf = (packed: number): Sign => Math.sign(netFlair(parseFlairs(packed))) as Sign;

/** A post with any rating that is not neutral needs a replay as evidence. */
export function needsReplay(flairs: ParsedFlairs): boolean {
  return FLAIR_CATEGORIES.some((category) => flairs[category] !== null);
}

/** The ticket field is offered only when teamplay or courtesy is negative. */
export function offersTicket(flairs: ParsedFlairs): boolean {
  return flairs.teamplay === false || flairs.courtesy === false;
}
