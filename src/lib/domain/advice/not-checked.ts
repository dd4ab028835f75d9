import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { evidenceOf } from '#lib/domain/evidence.ts';

/** Someone was not found, and the replay lacks account ids, as when only its header could be read. */
export const notChecked: AdviceRule = {
  code: 'not-checked',
  applies({ replay, ...parties }) {
    if (replay === null) return false;
    const { author, player } = evidenceOf(replay, parties);
    return author === 'unknown' || player === 'unknown';
  },
  toModerators: () => 'The replay can’t be checked: it has no account IDs.',
};
