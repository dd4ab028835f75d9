import type { AdviceRule } from '#lib/domain/advice/facts.ts';

/** The author has used a replay of the same battle before. The editor names that post (`stores/posts/earlier-post.ts`). */
export const sameBattle: AdviceRule = {
  code: 'same-battle',
  applies: ({ others }) => others?.isBattleReused ?? false,
  toModerators: ({ author }) =>
    `${author} has posted about this battle before. The guidelines allow one post per battle.`,
};
