/** Ribbons: how the latest posts rate a player, oldest first (Rule 5.13). */
import type { SignName } from '#lib/schemas/list-options.ts';
import type { Sign } from '#lib/schemas/player.ts';

/** The meaning of a sign, in words. */
export const SIGN_NAMES: Readonly<Record<Sign, SignName>> = { 1: 'positive', 0: 'neutral', [-1]: 'negative' };

const SIGNS: Readonly<Record<string, Sign>> = { '+': 1, '0': 0, '-': -1 };

/** The sign of a word. */
export const readSign = (name: SignName): Sign => (name === 'positive' ? 1 : name === 'negative' ? -1 : 0);

/** The signs of a ribbon's letters. */
export const readRibbon = (letters: string): Sign[] => [...letters].map((letter) => SIGNS[letter] ?? 0);

/** How many signs there are of each kind. */
export function signTotals(signs: readonly Sign[]): Record<SignName, number> {
  const totals = { positive: 0, neutral: 0, negative: 0 };
  for (const sign of signs) totals[SIGN_NAMES[sign]]++;
  return totals;
}

/** The signs in words, such as "12 positive, 3 neutral, 5 negative". */
export function countSigns(signs: readonly Sign[]): string {
  const { positive, neutral, negative } = signTotals(signs);
  return `${positive} positive, ${neutral} neutral, ${negative} negative`;
}
