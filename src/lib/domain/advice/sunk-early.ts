import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { isParty } from '#lib/domain/battle.ts';

/** Not a part of the battle’s length, which ends with the recording when the recorder leaves. */
const EARLY_SECONDS = 180;

/** Performance is rated, and the rated player was sunk in the first three minutes. A fact and no verdict. */
export const sunkEarly: AdviceRule = {
  code: 'sunk-early',
  applies({ flairs, replay, player }) {
    if (flairs.performance === null) return false;
    const sunk = replay?.players.find((one) => isParty(one, player))?.sunk;
    return sunk ? sunk.time <= EARLY_SECONDS : false;
  },
  toAuthor: ({ player }) => `You rate performance, and ${player} was sunk in the first three minutes.`,
  toModerators: ({ player }) => `Performance is rated, and ${player} was sunk in the first three minutes.`,
};
