/** Invented posts of one region, over two years, oldest first. */

import { addMinutes } from 'date-fns/addMinutes';
import { millisecondsInDay } from 'date-fns/constants';
import { min } from 'date-fns/min';
import { subMinutes } from 'date-fns/subMinutes';
import type { posts } from '#api/db/schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import type { Random } from '#api/demo/random.ts';
import { inventContent, inventMoment, inventTitle, type Tone } from '#api/demo/seed/texts.ts';
import {
  clockOfSinking,
  type Encounter,
  encounterAt,
  pickSeats,
  shipOf,
} from '#api/demo/seed/world-battles.ts';
import type { PlayerRow } from '#api/demo/seed/world-players.ts';
import { karmaOf, NO_KARMA } from '#api/model/posts/karma.ts';
import { type Flair, netFlair, type ParsedFlairs, packFlairs } from '#lib/domain/flairs.ts';
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';

/** A post's row with the columns that the rest of the world depends on. */
export type InventedPost = typeof posts.$inferInsert & {
  id: string;
  createdAt: Date;
  hasReplay: boolean;
  held: boolean;
  /** Index of the battle that its replay shows; null without a replay. */
  battle: number | null;
};

/** The properties of a post that do not depend on its text. */
interface Traits {
  flairs: ParsedFlairs;
  modLocked: boolean;
  readOnly: boolean;
  hasReplay: boolean;
  hasTicket: boolean;
}

const SPAN_DAYS = 730;
/** Part of the posts with a replay of a battle in which the target was not. The newest posts all show it. */
const NOT_SHOWN = 1 / 8;
/** Such posts wait for a moderator if they are at most this old and not of fixed accounts; older ones count. */
const HELD_DAYS = 2;
const WITH_MOMENT = 0.3;
const NEUTRAL = 0.12;
const FLAIR_VALUES: readonly Flair[] = [null, true, false];
const HOOD = FIXED_ACCOUNTS.find((account) => account.clanless)?.id;
const FIXED_IDS = new Set(FIXED_ACCOUNTS.map((account) => account.id));

/** Every combination of flairs, locks, replay and ticket, once. */
function allTraits(): Traits[] {
  const allFlairs = FLAIR_VALUES.flatMap((performance) =>
    FLAIR_VALUES.flatMap((teamplay) => FLAIR_VALUES.map((courtesy) => ({ performance, teamplay, courtesy }))),
  );
  // The four bits of 0 to 15.
  const allStates = Array.from({ length: 16 }, (_, bits) => ({
    modLocked: (bits & 8) !== 0,
    readOnly: (bits & 4) !== 0,
    hasReplay: (bits & 2) !== 0,
    hasTicket: (bits & 1) !== 0,
  }));
  return allFlairs.flatMap((flairs) => allStates.map((state) => ({ flairs, ...state })));
}

/** A flair of a post in a good, bad or mixed mood, 0 to 1. */
function inventFlair(random: Random, mood: number): Flair {
  const roll = random.next();
  if (mood < 0.55) return roll < 0.65 ? true : null;
  if (mood < 0.9) return roll < 0.6 ? false : null;
  return roll < 0.2 ? true : roll < 0.4 ? false : null;
}

function inventTraits(random: Random): Traits {
  const mood = random.next();
  const isNeutral = random.chance(NEUTRAL);
  const flair = () => (isNeutral ? null : inventFlair(random, mood));
  const flairs = { performance: flair(), teamplay: flair(), courtesy: flair() };
  const reportable = flairs.teamplay === false || flairs.courtesy === false;
  return {
    flairs,
    modLocked: random.chance(0.02),
    readOnly: random.chance(0.03),
    // A post with a flair needs a replay (rule 9.3); some others have one.
    hasReplay: Object.values(flairs).some((flair) => flair !== null) || random.chance(0.03),
    hasTicket: reportable && random.chance(0.15),
  };
}

/** Picks author and target. Fixed accounts are picked more often, so that they have several pages of posts. */
function pickPair(random: Random, players: readonly PlayerRow[]): { author: PlayerRow; target: PlayerRow } {
  const fixed = () => players[random.between(0, FIXED_ACCOUNTS.length - 1)] as PlayerRow;
  const other = () =>
    players[
      FIXED_ACCOUNTS.length + Math.floor(random.next() ** 1.6 * (players.length - FIXED_ACCOUNTS.length))
    ] as PlayerRow;
  const roll = random.next();
  return { author: roll < 0.06 ? fixed() : other(), target: roll > 0.93 ? fixed() : other() };
}

/** False for pairs that must not post: oneself, two fixed accounts, the account without posts, and after an opt-out. */
function canPair(author: PlayerRow, target: PlayerRow, at: number): boolean {
  if (author.id === target.id || author.id === HOOD || target.id === HOOD) return false;
  if (FIXED_IDS.has(author.id) && FIXED_IDS.has(target.id)) return false;
  return [author, target].every((player) => !player.optedOut || at < (player.optOutChanged?.getTime() ?? 0));
}

const toneOf = (flairs: ParsedFlairs): Tone => {
  const net = netFlair(flairs);
  return net > 0 ? 'positive' : net < 0 ? 'negative' : 'neutral';
};

/** Times over two years, denser towards now, oldest first, none within the last ten minutes. */
function inventMoments(random: Random, now: number, count: number): number[] {
  return Array.from(
    { length: count },
    () => now - 600_000 - Math.floor(random.next() ** 1.7 * SPAN_DAYS * millisecondsInDay),
  ).sort((a, b) => a - b);
}

/** Adds a post's effect to its target's sums and returns the post's columns for it. */
function applyKarma(author: PlayerRow, target: PlayerRow, traits: Traits, held: boolean) {
  const negativeKarmaAble = canGiveNegativeKarma({
    siteKarma: author.siteKarma ?? 0,
    gameKarma: author.gameKarma ?? 0,
  });
  const flairs = packFlairs(traits.flairs);
  const karma = traits.modLocked ? NO_KARMA : karmaOf({ flairs, negativeKarmaAble, held });
  target.siteKarma = (target.siteKarma ?? 0) + karma.appliedSiteKarma;
  target.ratingPerformance = (target.ratingPerformance ?? 0) + karma.appliedPerformance;
  target.ratingTeamplay = (target.ratingTeamplay ?? 0) + karma.appliedTeamplay;
  target.ratingCourtesy = (target.ratingCourtesy ?? 0) + karma.appliedCourtesy;
  return { flairs, negativeKarmaAble, ...karma };
}

/** The choices for invented posts. */
interface PostWorld {
  random: Random;
  players: PlayerRow[];
  encounters: readonly Encounter[];
  now: number;
}

/** Author and target of a post, and the battle that its replay shows. */
function choosePair(world: PostWorld, at: number, hasReplay: boolean, isAllowed: typeof canPair) {
  const { random, players, encounters, now } = world;
  const battle = hasReplay ? encounterAt(encounters, at) : null;
  const encounter = battle === null ? undefined : encounters[battle];
  const isShown = now - at < millisecondsInDay || !random.chance(NOT_SHOWN);
  for (;;) {
    const anyone = pickPair(random, players);
    const { author, target } = encounter ? pickSeats(random, encounter) : anyone;
    const pair = { author, target: isShown ? target : anyone.target };
    if (isAllowed(pair.author, pair.target, at)) return { ...pair, battle, encounter, isShown };
  }
}

/** A title and a text about the target's ship, often with a moment of the battle. */
function inventText(
  random: Random,
  flairs: ParsedFlairs,
  target: PlayerRow,
  encounter: Encounter | undefined,
) {
  const tone = toneOf(flairs);
  const parts = [inventContent(random, tone, encounter && shipOf(encounter, target))];
  if (encounter && random.chance(WITH_MOMENT))
    parts.push(inventMoment(random, tone, clockOfSinking(random, encounter)));
  return { title: inventTitle(random, tone), content: parts.join('\n\n') };
}

/** Invents `count` posts. Changes the karma and rating sums of the players. */
export function inventPosts(world: PostWorld, count: number): InventedPost[] {
  const { random, now } = world;
  const combinations = allTraits();
  const lastOfPair = new Map<string, number>();
  const isAllowed: typeof canPair = (author, target, at) =>
    canPair(author, target, at) &&
    (lastOfPair.get(`${author.id}:${target.id}`) ?? 0) <= at - millisecondsInDay;
  return inventMoments(random, now, count).map((at, index) => {
    // Spreads the complete set of combinations over the two years.
    const traits =
      index % 11 === 0 && combinations.length > 0
        ? (combinations.splice(random.between(0, combinations.length - 1), 1)[0] as Traits)
        : inventTraits(random);
    const { author, target, battle, encounter, isShown } = choosePair(world, at, traits.hasReplay, isAllowed);
    lastOfPair.set(`${author.id}:${target.id}`, at);
    const isRecent = now - at < HELD_DAYS * millisecondsInDay;
    const isFixed = FIXED_IDS.has(author.id) || FIXED_IDS.has(target.id);
    const held = isRecent && battle !== null && !isShown && !isFixed && !traits.modLocked && !traits.readOnly;
    const edited = traits.readOnly || random.chance(0.05);
    return {
      id: random.guid(),
      authorId: author.id,
      playerId: target.id,
      ...inventText(random, traits.flairs, target, encounter),
      ticketId: traits.hasTicket ? String(random.between(10_000_000, 999_999_999)) : null,
      modLocked: traits.modLocked,
      readOnly: traits.readOnly,
      hasReplay: traits.hasReplay,
      battle,
      held,
      ...applyKarma(author, target, traits, held),
      createdAt: new Date(at),
      updatedAt: edited ? min([subMinutes(now, 1), addMinutes(at, random.between(1, 300))]) : null,
    };
  });
}
