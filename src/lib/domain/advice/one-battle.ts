import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { isGang } from '#lib/domain/advice/gang.ts';

/** Three players rated the player alike within 72 hours, with replays of one battle. */
export const oneBattle: AdviceRule = {
  code: 'one-battle',
  applies: (facts) =>
    isGang(facts, (author, other) => author.arenaId !== null && author.arenaId === other.arenaId),
  toModerators: ({ author, player }) =>
    `${author} and two or more others rated ${player} in the same way for one battle.`,
};
