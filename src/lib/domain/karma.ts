/** Karma: what a post changes, what a total is, and how it is coloured. */
import type { ParsedFlairs } from '#lib/domain/flairs.ts';
import { flairValue, netFlair } from '#lib/domain/flairs.ts';

/** An author whose total karma is above this can give negative karma. */
export const NEGATIVE_KARMA_THRESHOLD = -20;

/** What a post adds to its target; stored with the post so that it can be taken back exactly. */
export interface KarmaEffect {
  siteKarma: -1 | 0 | 1;
  performance: -1 | 0 | 1;
  teamplay: -1 | 0 | 1;
  courtesy: -1 | 0 | 1;
}

/** Whether an author may lower somebody's karma. */
export function canGiveNegativeKarma(author: { siteKarma: number; gameKarma: number }): boolean {
  return author.siteKarma + author.gameKarma > NEGATIVE_KARMA_THRESHOLD;
}

/** What a post with these ratings adds: the sign of their sum to site karma, each rating to its own total. */
export function karmaEffect(flairs: ParsedFlairs, authorCanGiveNegative: boolean): KarmaEffect {
  const sign = Math.sign(netFlair(flairs)) as -1 | 0 | 1;
  return {
    siteKarma: sign < 0 && !authorCanGiveNegative ? 0 : sign,
    performance: flairValue(flairs.performance),
    teamplay: flairValue(flairs.teamplay),
    courtesy: flairValue(flairs.courtesy),
  };
}

/** How a karma value is coloured and marked: by its sign; zero and no number are in between. */
export type KarmaTone = 'success' | 'danger' | 'warning';

/** Tone of a karma value. */
export function karmaTone(value: number | null | undefined): KarmaTone {
  if (typeof value !== 'number' || Number.isNaN(value) || value === 0) return 'warning';
  return value > 0 ? 'success' : 'danger';
}

/** What of a player's karma may be shown; null stands for N/A. */
export interface VisibleKarma {
  total: number | null;
  gameKarma: number | null;
  siteKarma: number | null;
}

/**
 * Karma as everybody may see it. Details hidden by the publisher hide all three; an opt-out hides platform
 * karma, and with it the total, unless the viewer is that player or staff (`canSeeHidden`).
 */
export function visibleKarma(
  player: { gameKarma: number | null; siteKarma: number | null; wgHidden: boolean; optedOut: boolean },
  canSeeHidden: boolean,
): VisibleKarma {
  if (player.wgHidden) return { total: null, gameKarma: null, siteKarma: null };
  const siteKarma = player.optedOut && !canSeeHidden ? null : player.siteKarma;
  const total = siteKarma === null || player.gameKarma === null ? null : siteKarma + player.gameKarma;
  return { total, gameKarma: player.gameKarma, siteKarma };
}
