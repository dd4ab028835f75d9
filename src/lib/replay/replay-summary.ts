import type { Replay } from '#lib/schemas/replay.ts';
import type { DecodedReplay } from './decode-replay.ts';

const NAME_MAX_LENGTH = 100;

/**
 * The decoded part of the wire's Replay. Chat is what people typed: the game's own lines are keys that mean nothing to
 * a reader. Databases refuse NUL in text, so it is left out.
 */
export function replaySummary(replay: DecodedReplay): Pick<Replay, 'players' | 'chatMessages'> {
  return {
    players: replay.players.map((player) => ({
      ...player,
      name: cleanText(player.name).slice(0, NAME_MAX_LENGTH),
      clanTag: cleanText(player.clanTag).slice(0, NAME_MAX_LENGTH),
    })),
    chatMessages: replay.chatMessages
      .filter((message) => !message.isSystemText)
      .map(({ playerId, username, messageGroup, messageContent }) => ({
        playerId,
        username: username === null ? null : cleanText(username).slice(0, NAME_MAX_LENGTH),
        messageGroup: cleanText(messageGroup),
        messageContent: cleanText(messageContent),
      })),
  };
}

function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
