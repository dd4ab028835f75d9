import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { isGang } from '#lib/domain/advice/gang.ts';

/** Three accounts that were new here rated the player alike within 72 hours. */
export const newAccounts: AdviceRule = {
  code: 'new-accounts',
  applies: (facts) => isGang(facts, (author, other) => author.isNew && other.isNew),
  toModerators: ({ author, player }) =>
    `${author} and two or more other new accounts rated ${player} in the same way within 72 hours.`,
};
