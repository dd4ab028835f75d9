import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { needsReplay } from '#lib/domain/flairs.ts';

/** The player is rated, and there is no replay. A new post needs one, but an edit may rate later. */
export const noReplay: AdviceRule = {
  code: 'no-replay',
  applies: ({ flairs, hasReplay }) => !hasReplay && needsReplay(flairs),
  toModerators: ({ player }) => `The post rates ${player} without a replay.`,
};
