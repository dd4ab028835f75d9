import type { ReplayPlayer } from '../replay.ts';
import { splitBlobs } from './packets.ts';

const GROUP_PREFIX = 'battle_';
/** The game's own messages are keys of its translations. */
const SYSTEM_TEXT_PREFIX = 'IDS_';
/** i32 sender, then three strings, the first a group. */
const SENDER_BYTES = 4;
const STRINGS = 3;
/** More than any battle has. Further messages are left out. */
const MESSAGES_MAX = 2000;
const TEXT_BYTES_MAX = 4096;

const utf8 = new TextDecoder();

/** A chat line before its sender is looked up. */
interface ChatLine {
  /** Number of the entity method; it changes with every version of the game. */
  methodId: number;
  senderId: number;
  messageGroup: string;
  messageContent: string;
  /** Set in division notices, which have no text. */
  extra: string;
  /** Seconds since the recording's start. */
  clock: number;
}

/** A chat line with its sender from the roster. An unknown sender has account id 0 and no name. */
export interface DecodedChatMessage {
  senderId: number;
  playerId: number;
  username: string | null;
  messageGroup: string;
  messageContent: string;
  /** True for the game's own messages and division notices, which no player typed. */
  isSystemText: boolean;
  /** Seconds since the recording's start. */
  clock: number;
  /** Seconds since the battle's start; null when that is unknown. */
  time: number | null;
}

/** Collects chat lines by the shape of their arguments, in the order of the battle. */
export class ChatFinder {
  readonly found: ChatLine[] = [];

  visit(methodId: number, args: Uint8Array, clock: number): void {
    if (this.found.length === MESSAGES_MAX || !hasGroup(args)) return;
    const strings = splitBlobs(args, SENDER_BYTES, STRINGS);
    if (strings?.length !== STRINGS) return;
    const senderId = new DataView(args.buffer, args.byteOffset).getInt32(0, true);
    const [messageGroup, messageContent, extra] = strings.map(decodeText) as [string, string, string];
    this.found.push({ methodId, senderId, messageGroup, messageContent, extra, clock });
  }
}

/** Looks up the senders. Before game 0.11.4 a sender is an avatar id, since then a roster id; the two never overlap. */
export function nameSenders(lines: ChatLine[], players: ReplayPlayer[]): DecodedChatMessage[] {
  const bySender = new Map([
    ...players.map((player) => [player.avatarId, player] as const),
    ...players.map((player) => [player.id, player] as const),
  ]);
  return lines.map(({ senderId, messageGroup, messageContent, extra, clock }) => {
    const player = senderId > 0 ? bySender.get(senderId) : undefined;
    const known = player && player.accountId > 0 ? player : undefined;
    return {
      senderId,
      playerId: known?.accountId ?? 0,
      username: known?.name ?? null,
      messageGroup,
      messageContent,
      isSystemText:
        messageContent.startsWith(SYSTEM_TEXT_PREFIX) || messageContent.trim() === '' || extra !== '',
      clock,
      time: null,
    };
  });
}

/** A quick check, since few methods are chat lines. */
function hasGroup(args: Uint8Array): boolean {
  for (let at = 0; at < GROUP_PREFIX.length; at++) {
    if (args[SENDER_BYTES + 1 + at] !== GROUP_PREFIX.charCodeAt(at)) return false;
  }
  return true;
}

function decodeText(bytes: Uint8Array): string {
  return utf8.decode(bytes.subarray(0, TEXT_BYTES_MAX));
}
