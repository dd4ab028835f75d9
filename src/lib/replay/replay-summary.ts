import type { Replay, ReplayFacts } from '#lib/schemas/replay.ts';
import { cleanName, cleanText } from './clean-text.ts';
import type { DecodedReplay } from './decode-replay.ts';

/** The decoded parts of the API's Replay. */
export type ReplaySummary = Pick<Replay, 'players' | 'chatMessages'> & { facts: ReplayFacts };

/**
 * The decoded parts of the API's Replay. Chat holds only what players typed, because the game's own messages are
 * translation keys. NUL characters are removed, since databases refuse them.
 */
export function replaySummary(replay: DecodedReplay): ReplaySummary {
  return {
    players: replay.players.map((player) => ({
      ...player,
      name: cleanName(player.name),
      clanTag: cleanName(player.clanTag),
    })),
    chatMessages: replay.chatMessages
      .filter((message) => !message.isSystemText)
      .map(({ playerId, username, messageGroup, messageContent, time }) => ({
        playerId,
        username: username === null ? null : cleanName(username),
        messageGroup: cleanText(messageGroup),
        messageContent: cleanText(messageContent),
        ...(time === null ? {} : { time }),
      })),
    facts: replay.facts,
  };
}
