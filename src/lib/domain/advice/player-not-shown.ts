import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { evidenceOf } from '#lib/domain/evidence.ts';

/** The replay does not show the rated player. */
export const playerNotShown: AdviceRule = {
  code: 'player-not-shown',
  applies: ({ replay, ...parties }) => replay !== null && evidenceOf(replay, parties).player === 'not-shown',
  toModerators: ({ player }) => `The replay does not show ${player}.`,
};
