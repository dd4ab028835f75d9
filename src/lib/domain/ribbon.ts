/** Ribbons: how the latest posts rate a player, oldest first (Rule 5.13). */
import { netFlair, parseFlairs } from '#lib/domain/flairs.ts';
import type { RibbonPost, Sign } from '#lib/schemas/player.ts';
import type { Post } from '#lib/schemas/post.ts';

/** What a sign means, in words. */
export const SIGN_NAMES: Readonly<Record<Sign, string>> = { 1: 'positive', 0: 'neutral', [-1]: 'negative' };

const SIGNS: Readonly<Record<string, Sign>> = { '+': 1, '0': 0, '-': -1 };

/** The signs of a ribbon's letters. */
export const readRibbon = (letters: string): Sign[] => [...letters].map((letter) => SIGNS[letter] ?? 0);

/** The ribbon of received posts, newest first as lists have them. For an API without ribbons. */
export const ribbonOfPosts = (posts: readonly Pick<Post, 'id' | 'flairs'>[]): RibbonPost[] =>
  posts.map(({ id, flairs }) => ({ id, sign: Math.sign(netFlair(parseFlairs(flairs))) as Sign })).reverse();

/** The signs in words, such as "12 positive, 3 neutral, 5 negative". */
export function countSigns(signs: readonly Sign[]): string {
  const count = (sign: Sign): string => `${signs.filter((one) => one === sign).length} ${SIGN_NAMES[sign]}`;
  return [count(1), count(0), count(-1)].join(', ');
}
