import type { AdviceRule } from '#lib/domain/advice/facts.ts';

/** Author and player praise each other within seven days. */
export const tradedPraise: AdviceRule = {
  code: 'traded-praise',
  applies: ({ others }) => others?.isPraisedBack ?? false,
  toModerators: ({ author, player }) => `${author} and ${player} praised each other within seven days.`,
};
