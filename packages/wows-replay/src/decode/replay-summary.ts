import type { ChatMessage, ReplayFacts, ReplayPlayer } from '../replay.ts';
import { cleanName, cleanText } from './clean-text.ts';
import type { DecodedReplay } from './decode-replay.ts';

/** Roster, chat and facts, ready to be stored. */
export interface ReplaySummary {
  players: ReplayPlayer[];
  chatMessages: ChatMessage[];
  facts: ReplayFacts;
}

/**
 * Roster, chat and facts, ready to be stored. Chat holds only what players typed, because the game's own messages are
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
