/** A battle as the replay encoder takes it. */
import type { ReplayPlayer } from '#lib/schemas/replay.ts';

/** An invented participant. Bots have no avatar and a negative account id in the file. */
export interface Participant extends ReplayPlayer {
  relation: 0 | 1 | 2;
  isBot: boolean;
}

/** A spectator without a ship. */
export type Observer = Pick<ReplayPlayer, 'accountId' | 'avatarId' | 'id' | 'name' | 'teamId'>;

/** A line of chat: `from` is the index of the participant, or an unknown sender. */
export interface SpokenLine {
  from: number | { senderId: number };
  group: string;
  text: string;
  /** Not empty in division notices. */
  extra?: string;
}

/** A battle to be encoded; the first participant is the recorder. */
export interface Battle {
  participants: Participant[];
  /** Spectators are in the arena state but not in the header. */
  observers?: Observer[];
  chat: SpokenLine[];
}
