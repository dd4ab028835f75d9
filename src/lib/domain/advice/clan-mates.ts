import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { isGang } from '#lib/domain/advice/gang.ts';

/** Three members of one clan rated the player alike within 72 hours. */
export const clanMates: AdviceRule = {
  code: 'clan-mates',
  applies: (facts) =>
    isGang(facts, (author, other) => author.clanId !== null && author.clanId === other.clanId),
  toModerators: ({ author, player }) =>
    `${author} and two or more clan mates rated ${player} in the same way within 72 hours.`,
};
