import type { AdviceRule } from '#lib/domain/advice/facts.ts';
import { isParty } from '#lib/domain/battle.ts';
import { evidenceOf } from '#lib/domain/evidence.ts';

/**
 * Courtesy is rated, and the replay has no message of the rated player. A fact and no verdict: the file has only what its recorder
 * could see, and courtesy also shows in play. With a message of an unknown sender it does not apply.
 */
export const noMessage: AdviceRule = {
  code: 'no-message',
  applies({ flairs, replay, author, player }) {
    if (flairs.courtesy === null || replay === null || replay.facts?.source !== 'payload') return false;
    if (evidenceOf(replay, { author, player }).player !== 'shown') return false;
    return !replay.chatMessages.some(
      ({ playerId, username }) =>
        (playerId === 0 && !username) || isParty({ accountId: playerId, name: username ?? '' }, player),
    );
  },
  toAuthor: ({ player }) => `You rate courtesy, and the replay shows no message of ${player}.`,
  toModerators: ({ player }) =>
    `Courtesy is rated, and the replay shows no message of ${player}. It has only those that its recorder could see.`,
};
