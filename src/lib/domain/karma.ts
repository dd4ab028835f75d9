/** Karma: what a post changes, who sees it, and how a value is coloured. */
import { flairValue, netFlair, type ParsedFlairs } from '#lib/domain/flairs.ts';

/** An author whose total karma is above this can give negative karma. */
export const NEGATIVE_KARMA_THRESHOLD = -20;

/** A player's karma in the game and on the site; null where it is not known or hidden. */
interface KarmaParts {
  gameKarma: number | null;
  siteKarma: number | null;
}

/** Total karma of a player; null while a part is unknown or hidden. */
export const totalKarma = ({ gameKarma, siteKarma }: KarmaParts): number | null =>
  gameKarma === null || siteKarma === null ? null : gameKarma + siteKarma;

/** Whether an author's posts can lower karma. Game karma that is not known counts as 0. */
export function canGiveNegativeKarma(author: { siteKarma: number; gameKarma: number | null }): boolean {
  return author.siteKarma + (author.gameKarma ?? 0) > NEGATIVE_KARMA_THRESHOLD;
}

/**
 * The karma that a post with these ratings gives its target: the sign of their sum to site karma, each rating to its own total.
 * It is stored with the post, so that exactly this can be removed later.
 */
export function karmaEffect(flairs: ParsedFlairs, authorCanGiveNegative: boolean) {
  const sign = Math.sign(netFlair(flairs)) as -1 | 0 | 1;
  return {
    siteKarma: sign < 0 && !authorCanGiveNegative ? 0 : sign,
    performance: flairValue(flairs.performance),
    teamplay: flairValue(flairs.teamplay),
    courtesy: flairValue(flairs.courtesy),
  };
}

/**
 * Karma as a viewer sees it; null is shown as N/A. Details hidden by the publisher hide all three values. An opt-out hides
 * platform karma, and with it the total, unless the viewer is that player or staff (`canSeeHidden`).
 */
export function visibleKarma(
  player: KarmaParts & { wgHidden: boolean; optedOut: boolean },
  canSeeHidden: boolean,
) {
  if (player.wgHidden) return { total: null, gameKarma: null, siteKarma: null };
  const siteKarma = player.optedOut && !canSeeHidden ? null : player.siteKarma;
  const parts = { gameKarma: player.gameKarma, siteKarma };
  return { total: totalKarma(parts), ...parts };
}

/** How a karma value is coloured: by its sign; zero and missing numbers are `warning`. */
export type KarmaTone = 'positive' | 'negative' | 'warning';

/** Tone of a karma value. */
export function karmaTone(value: number | null | undefined): KarmaTone {
  if (!value) return 'warning';
  return value > 0 ? 'positive' : 'negative';
}
