/** Replays: the decoded part that is shown with a post. */
import {
  GuidSchema,
  named,
  nullIfUnreadable,
  orElse,
  orEmpty,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { playerName } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Largest replay file, in bytes (5 MiB). */
export const REPLAY_MAX_BYTES = 5_242_880;
/** Extension of a replay file. */
export const REPLAY_EXTENSION = '.wowsreplay';
/** The API's message about an unreadable or malicious replay. */
export const INVALID_REPLAY = 'Invalid replay.';

const UNKNOWN_CLASS_START = "This replay contains a class we don't recognise (";
const UNKNOWN_CLASS_END = ') and was not stored.';

/** The API's message about a replay with a class (`module.Class`) that is not allowed: malicious, or from a newer game. */
export function unknownClassSentence(className: string): string {
  return `${UNKNOWN_CLASS_START}${className}${UNKNOWN_CLASS_END}`;
}

/** Whether a message is `unknownClassSentence` of any class. */
export function isUnknownClassSentence(text: string): boolean {
  return text.startsWith(UNKNOWN_CLASS_START) && text.endsWith(UNKNOWN_CLASS_END);
}

/** States of a post's replay. */
export const REPLAY_STATE = { notReady: 0, processing: 1, ready: 2 } as const;

/** A player of the battle. `accountId` is 0 when only the file's header could be read. */
export const ReplayPlayerSchema = named(
  z.object({
    id: orElse(z.int(), 0),
    avatarId: orElse(z.int(), 0),
    accountId: orElse(z.int(), 0),
    name: ShownTextSchema,
    clanId: orElse(z.int(), 0),
    clanTag: orElse(ShownTextSchema, ''),
    teamId: orElse(z.int(), 0),
    shipId: orElse(z.int(), 0),
    shipParamsId: orElse(z.int(), 0),
  }),
  'name',
  ({ accountId }) => (accountId ? playerName(accountId) : 'Unknown player'),
);
export type ReplayPlayer = z.output<typeof ReplayPlayerSchema>;

/** A line of the battle's chat. `playerId` is an account id; 0, with a null username, when unknown. */
export const ChatMessageSchema = z.object({
  playerId: orElse(z.int(), 0),
  username: orNull(ShownTextSchema),
  messageGroup: orElse(z.string(), ''),
  messageContent: orElse(ShownTextSchema, ''),
});
export type ChatMessage = z.output<typeof ChatMessageSchema>;

/** A stored replay. `minimapUri` is null until a minimap has been rendered. */
export const ReplaySchema = z.object({
  id: GuidSchema,
  postId: GuidSchema,
  /** Null when the file is no longer stored (Rule 20.7). */
  downloadUri: z.optional(z.nullable(z.string())),
  minimapUri: orNull(z.string()),
  players: orEmpty(ReplayPlayerSchema),
  chatMessages: orEmpty(ChatMessageSchema),
});
export type Replay = z.output<typeof ReplaySchema>;

/** A replay on a post's page. Teams and chat are null where they are invalid; each is shown without the other. */
export const ShownReplaySchema = z.object({
  ...ReplaySchema.shape,
  players: nullIfUnreadable(orEmpty(ReplayPlayerSchema)),
  chatMessages: nullIfUnreadable(orEmpty(ChatMessageSchema)),
});
export type ShownReplay = z.output<typeof ShownReplaySchema>;
