import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { evidenceOf } from '#lib/domain/evidence.ts';

/** The replay does not show the author, neither in a ship nor as a spectator. */
export const authorNotShown: AdviceRule = {
  code: 'author-not-shown',
  applies: ({ replay, ...parties }) => replay !== null && evidenceOf(replay, parties).author === 'not-shown',
  toModerators: ({ author }) => `The replay does not show its author, ${author}.`,
};
