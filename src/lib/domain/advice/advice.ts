/**
 * Advice about posts: facts that moderators should know (rules 28.1 to 28.4). A rule is a constant, a line in `RULES` and a test.
 * Advice about evidence, which everyone sees, has a badge in `badges.ts`.
 */
import { addHours } from 'date-fns/addHours';
import { millisecondsInDay } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import { subHours } from 'date-fns/subHours';
import { UNREAD } from '#lib/domain/advice/badges.ts';
import type { AdviceFacts, AdviceNames, AdviceRule, AuthorFacts } from '#lib/domain/advice/facts.ts';
import { evidenceOf, NEWER, showsBoth } from '#lib/domain/evidence.ts';
import { needsReplay } from '#lib/domain/flairs.ts';
import { isParty } from '#lib/domain/roster.ts';

/** The replay does not show the author, neither in a ship nor as a spectator. */
const authorNotShown: AdviceRule = {
  code: 'author-not-shown',
  applies: ({ replay, ...parties }) => replay !== null && evidenceOf(replay, parties).author === 'not-shown',
  toModerators: ({ author }) => `The replay does not show its author, ${author}.`,
};

/** The replay does not show the rated player. */
const playerNotShown: AdviceRule = {
  code: 'player-not-shown',
  applies: ({ replay, ...parties }) => replay !== null && evidenceOf(replay, parties).player === 'not-shown',
  toModerators: ({ player }) => `The replay does not show ${player}.`,
};

/** Someone was not found by account id, and the replay lacks some, as when only its header could be read. */
const notChecked: AdviceRule = {
  code: 'not-checked',
  applies: ({ replay, ...parties }) => replay !== null && showsBoth(replay, parties) === 'unknown',
  toModerators: () => 'The replay can’t be checked: it has no account IDs.',
};

/** The same for a whole file of a game newer than the decoder reads, which counts by default (Rule 28.6). */
const newerNotChecked: AdviceRule = {
  code: 'newer-not-checked',
  applies: ({ replay, ...parties }) => replay !== null && showsBoth(replay, parties) === 'newer',
  toModerators: () => `The replay can’t be checked: ${NEWER}.`,
};

/** The replay is a file of the CIS client, which shows nothing (Rule 15.13). */
export const notRead: AdviceRule = {
  code: 'not-read',
  applies: ({ replay }) => replay?.facts?.source === 'none',
  toModerators: () => `${UNREAD}.`,
};

/** The player is rated, and there is no replay. A new post needs one, but an edit may rate later. */
const noReplay: AdviceRule = {
  code: 'no-replay',
  applies: ({ flairs, hasReplay }) => !hasReplay && needsReplay(flairs),
  toModerators: ({ player }) => `The post rates ${player} without a replay.`,
};

const OLD_DAYS = 7;
/** The recorder’s clock has no time zone. In the zone that is furthest behind, it is this much later in UTC. */
const HOURS_BEHIND_UTC = 12;

/** The battle was more than seven days before the post, in every time zone. */
const oldBattle: AdviceRule = {
  code: 'old-battle',
  applies({ replay, postedAt }) {
    const playedAt = replay?.facts?.playedAt;
    if (!playedAt) return false;
    const latest = addHours(`${playedAt}Z`, HOURS_BEHIND_UTC);
    return differenceInMilliseconds(postedAt, latest) > OLD_DAYS * millisecondsInDay;
  },
  toAuthor: () => 'The battle was more than seven days ago.',
  toModerators: () => 'The battle was more than seven days before the post.',
};

/** The recorder’s clock has no time zone. In the zone that is furthest ahead, it is this much earlier in UTC. */
const HOURS_AHEAD_OF_UTC = 14;

const WRONG_DATE = 'The date in this replay can’t be right.';

/** The battle has no date, or was after the post in every time zone, so that its age is unknown. */
const wrongDate: AdviceRule = {
  code: 'wrong-date',
  applies({ replay, postedAt }) {
    if (!replay?.facts || replay.facts.source === 'none') return false;
    const { playedAt } = replay.facts;
    if (playedAt === null) return true;
    return differenceInMilliseconds(subHours(`${playedAt}Z`, HOURS_AHEAD_OF_UTC), postedAt) > 0;
  },
  toAuthor: () => WRONG_DATE,
  toModerators: () => WRONG_DATE,
};

/** The author has used a replay of the same battle before. The editor names that post (`stores/posts/earlier-post.ts`). */
export const sameBattle: AdviceRule = {
  code: 'same-battle',
  applies: ({ others }) => others?.isBattleReused ?? false,
  toModerators: ({ author }) =>
    `${author} has posted about this battle before. The guidelines allow one post per battle.`,
};

/**
 * Courtesy is rated, and the replay has no message of the rated player. A fact and no verdict: the file has only what its
 * recorder could see, and courtesy also shows in play. With a message of an unknown sender it does not apply.
 */
const noMessage: AdviceRule = {
  code: 'no-message',
  applies({ flairs, replay, author, player }) {
    if (flairs.courtesy === null || replay === null || replay.facts?.source !== 'payload') return false;
    if (evidenceOf(replay, { author, player }).player !== 'shown') return false;
    return !replay.chatMessages.some(
      ({ playerId, username }) =>
        (playerId === 0 && !username) || isParty({ accountId: playerId, name: username ?? '' }, player),
    );
  },
  toAuthor: ({ player }) => `You rate courtesy, and the replay shows no message of ${player}.`,
  toModerators: ({ player }) =>
    `Courtesy is rated, and the replay shows no message of ${player}. It has only those that its recorder could see.`,
};

/** Not a part of the battle’s length, which ends with the recording when the recorder leaves. */
const EARLY_SECONDS = 180;

/** Performance is rated, and the rated player was sunk in the first three minutes. A fact and no verdict. */
const sunkEarly: AdviceRule = {
  code: 'sunk-early',
  applies({ flairs, replay, player }) {
    if (flairs.performance === null) return false;
    const sunk = replay?.players.find((one) => isParty(one, player))?.sunk;
    return sunk ? sunk.time <= EARLY_SECONDS : false;
  },
  toAuthor: ({ player }) => `You rate performance, and ${player} was sunk in the first three minutes.`,
  toModerators: ({ player }) => `Performance is rated, and ${player} was sunk in the first three minutes.`,
};

/** Authors of a gang. */
const GANG = 3;

/** Whether the author and two more, who rated the player alike within 72 hours, have something in common. */
function isGang(
  { others }: AdviceFacts,
  isAlike: (author: AuthorFacts, other: AuthorFacts) => boolean,
): boolean {
  if (others === undefined) return false;
  const { author, recent } = others;
  const alike = recent.filter((other) => isAlike(author, other)).map(({ id }) => id);
  return new Set([author.id, ...alike]).size >= GANG;
}

/** Three members of one clan rated the player alike within 72 hours. */
const clanMates: AdviceRule = {
  code: 'clan-mates',
  applies: (facts) =>
    isGang(facts, (author, other) => author.clanId !== null && author.clanId === other.clanId),
  toModerators: ({ author, player }) =>
    `${author} and two or more clan mates rated ${player} in the same way within 72 hours.`,
};

/** Three players rated the player alike within 72 hours, with replays of one battle. */
const oneBattle: AdviceRule = {
  code: 'one-battle',
  applies: (facts) =>
    isGang(facts, (author, other) => author.arenaId !== null && author.arenaId === other.arenaId),
  toModerators: ({ author, player }) =>
    `${author} and two or more others rated ${player} in the same way for one battle.`,
};

/** Three accounts that were new here rated the player alike within 72 hours. */
const newAccounts: AdviceRule = {
  code: 'new-accounts',
  applies: (facts) => isGang(facts, (author, other) => author.isNew && other.isNew),
  toModerators: ({ author, player }) =>
    `${author} and two or more other new accounts rated ${player} in the same way within 72 hours.`,
};

/** Author and player praise each other within seven days. */
const tradedPraise: AdviceRule = {
  code: 'traded-praise',
  applies: ({ others }) => others?.isPraisedBack ?? false,
  toModerators: ({ author, player }) => `${author} and ${player} praised each other within seven days.`,
};

/** Raise it with every change of a rule: stored posts are then advised again. */
export const RULE_VERSION = 4;

/** Every rule, in the order of the sentences. */
export const RULES: readonly AdviceRule[] = [
  authorNotShown,
  playerNotShown,
  notChecked,
  newerNotChecked,
  notRead,
  noReplay,
  oldBattle,
  wrongDate,
  sameBattle,
  noMessage,
  sunkEarly,
  clanMates,
  oneBattle,
  newAccounts,
  tradedPraise,
];

/** The rules that apply to a post. */
export const rulesFor = (facts: AdviceFacts): AdviceRule[] => RULES.filter((rule) => rule.applies(facts));

/** The codes of the advice about a post. */
export const adviceOn = (facts: AdviceFacts): string[] => rulesFor(facts).map(({ code }) => code);

/** The sentences of these codes for moderators. Codes of another version are shown as they are. */
export const moderatorSentences = (codes: readonly string[], names: AdviceNames): string[] =>
  codes.map((code) => RULES.find((rule) => rule.code === code)?.toModerators(names) ?? code);
