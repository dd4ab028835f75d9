/** Finds environment variables that look like misspelt names of ours. */
import { distance } from 'fastest-levenshtein';
import type { Environment } from './deployment.ts';
import { REMOVED_NAMES } from './removed.ts';

/** Shorter names have more neighbours by accident: `HOME` and `PATH` are two letters from `HOST` and `PORT`. */
const SHORT = 9;

const letters = (name: string): string => [...name].sort().join('');

/** The start that several of our names share (`RATE_LIMIT_`), or null for names of one or two words. */
function familyOf(known: string): string | null {
  const words = known.split('_');
  return words.length < 3 ? null : `${words.slice(0, 2).join('_')}_`;
}

function isClose(name: string, known: string, edits: number): boolean {
  const isSwap = edits === 2 && letters(name) === letters(known);
  if (edits <= (known.length < SHORT ? 1 : 2) || isSwap) return true;
  const family = familyOf(known);
  if (family !== null && name.startsWith(family)) return true;
  const word = known.split('_', 1)[0];
  const isLong = known.length >= SHORT && known !== word;
  return isLong && name.startsWith(`${word}_`) && edits <= Math.max(name.length, known.length) / 3;
}

const WORD_LETTERS = 4;

function wordsInCommon(one: string, two: string): number {
  const words = new Set(one.split('_'));
  return two.split('_').filter((word) => words.has(word)).length;
}

function nearest(name: string, known: readonly string[]): string | null {
  const upper = name.toUpperCase();
  const candidates = known
    .map((other) => ({ other, edits: distance(upper, other) }))
    .filter(({ other, edits }) => isClose(upper, other, edits))
    // A word in common counts more than a few letters: `PUBLISHER_APP_ID` is short for `PUBLISHER_APPLICATION_ID`.
    .map(({ other, edits }) => ({ other, rank: edits - WORD_LETTERS * wordsInCommon(upper, other) }))
    .sort((one, two) => one.rank - two.rank);
  return candidates[0]?.other ?? null;
}

/** A sentence for each variable that is set, neither one of the `known` names nor a removed one, and close to one of them. */
export function misspellings(env: Environment, known: readonly string[]): string[] {
  const names = new Set(known);
  return Object.keys(env)
    .filter((name) => env[name] !== undefined && !names.has(name) && !REMOVED_NAMES.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known);
      return meant === null ? [] : [`There is no variable ${name}: did you mean ${meant}?`];
    });
}
