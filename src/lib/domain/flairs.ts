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

/** How many packed numbers there are: six bits. */
export const FLAIRS_COUNT = 64;

/** All three neutral. */
export const NEUTRAL_FLAIRS: ParsedFlairs = { performance: null, teamplay: null, courtesy: null };

/**
 * The ratings in a packed number, in the order of the categories: two bits each, positive and negative. Both set count as
 * positive; bits beyond the six are ignored.
 */
export const flairValues = (packed: number): Sign[] =>
  FLAIR_CATEGORIES.map((_, index) => {
    const bits = packed >> (2 * index);
    return bits & 1 ? 1 : bits & 2 ? -1 : 0;
  });

/** The same by category. */
export function parseFlairs(packed: number): ParsedFlairs {
  const flairs = flairValues(packed).map((value) => (value === 0 ? null : value > 0));
  return Object.fromEntries(
    FLAIR_CATEGORIES.map((category, index) => [category, flairs[index] ?? null]),
  ) as Record<FlairCategory, Flair>;
}

/** The packed number of three ratings. */
export function packFlairs(flairs: ParsedFlairs): number {
  return FLAIR_CATEGORIES.reduce((packed, category, index) => {
    const flair = flairs[category];
    return packed | (flair === null ? 0 : (flair ? 1 : 2) << (2 * index));
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
