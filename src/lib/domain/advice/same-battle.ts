import type { AdviceRule } from '#lib/domain/advice/facts.ts';

/** The author has used a replay of the same battle before. */
export const sameBattle: AdviceRule = {
  code: 'same-battle',
  isFact: true,
  applies: ({ others }) => others?.isBattleReused ?? false,
  toModerators: ({ author }) => `${author} has posted about this battle before.`,
};
