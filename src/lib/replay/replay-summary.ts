import type { Replay } from '#lib/schemas/replay.ts';
import type { DecodedReplay } from './decode-replay.ts';

const NAME_MAX_LENGTH = 100;

/**
 * The decoded part of the API's Replay. Chat holds only what players typed, because the game's own messages are
 * translation keys. NUL characters are removed, since databases refuse them.
 */
export function replaySummary(replay: DecodedReplay): Pick<Replay, 'players' | 'chatMessages'> {
  return {
    players: replay.players.map((player) => ({
      ...player,
      name: clipText(cleanText(player.name)),
      clanTag: clipText(cleanText(player.clanTag)),
    })),
    chatMessages: replay.chatMessages
      .filter((message) => !message.isSystemText)
      .map(({ playerId, username, messageGroup, messageContent }) => ({
        playerId,
        username: username === null ? null : clipText(cleanText(username)),
        messageGroup: cleanText(messageGroup),
        messageContent: cleanText(messageContent),
      })),
  };
}

/** Never splits a surrogate pair, since databases refuse half a pair. */
function clipText(text: string): string {
  const end = text.charCodeAt(NAME_MAX_LENGTH - 1);
  const splitsPair = text.length > NAME_MAX_LENGTH && end >= 0xd800 && end <= 0xdbff;
  return text.slice(0, splitsPair ? NAME_MAX_LENGTH - 1 : NAME_MAX_LENGTH);
}

function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
