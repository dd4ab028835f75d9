/** A battle as the replay encoder takes it. */
import type { ReplayPlayer } from '../replay.ts';

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
  /** Seconds since the battle's start; without it, the start of the recording. */
  at?: number;
}

/** Where, when and how a battle was fought. */
export interface BattleSetting {
  /** Name of the map's space without its folder. */
  map: string;
  /** By the recorder's clock, such as `01.02.2025 20:15:00`. */
  startedAt: string;
  mode: { matchGroup: string; gameType?: string };
}

/** A battle to be encoded; the first participant is the recorder. */
export interface Battle {
  /** Id of the battle, by default always the same one. */
  arenaId?: bigint;
  participants: Participant[];
  /** Spectators are in the arena state but not in the header. */
  observers?: Observer[];
  chat: SpokenLine[];
  /** The recorder's ship as the header names it, such as `PASB017-Montana-1945`. */
  playerVehicle?: string;
  setting?: BattleSetting;
  /** The events. A battle without them has only a roster and chat. */
  course?: BattleCourse;
}

/** A team's number, as in rosters. */
export type Team = 0 | 1;

/** A ship on the minimap, in world units, heading in degrees clockwise from the top of the map. */
export interface ShipPosition {
  ship: number;
  x: number;
  z: number;
  heading: number;
  /** The ship is out of sight after this position. */
  isLast?: boolean;
}

/** An entry of the minimap that hides a ship. */
export interface HiddenShip {
  ship: number;
  hidden: true;
}

/** A capture circle, in world units. */
export interface Circle {
  x: number;
  z: number;
  radius: number;
  owner: Team | -1;
}

/** A change of a capture circle. `progress` is 0 to 1, `contested` and `enabled` are 0 or 1, `radius` is in world units. */
export interface CircleChange {
  at: number;
  circle: number;
  what: 'owner' | 'invader' | 'progress' | 'contested' | 'enabled' | 'radius';
  value: number;
}

/** A ship that joins during the battle, as in operations: it is not in the header. */
export interface Reinforcement {
  at: number;
  ship: Participant;
}

/**
 * The events of a battle. Times are seconds since its start, negative in the countdown. Ships are indices of the participants,
 * followed by the reinforcements. Lists are in the order of time.
 */
export interface BattleCourse {
  /** Values of the clock at the moment of the start, before the time limit. */
  clockAtStart?: number[];
  /** Length of the recording before and after the start, in seconds. */
  countdown: number;
  length: number;
  /** Seconds on the battle's clock at its start. */
  timeLimit: number;
  reinforcements?: Reinforcement[];
  /** The minimap's updates, one call each. */
  minimap: { at: number; ships: (ShipPosition | HiddenShip)[] }[];
  /** Ships that come into view, with their health then. */
  appearances: { at: number; ship: number; health: number }[];
  health: { at: number; ship: number; health: number }[];
  /** The most health that ships can have, where it is not the most they ever have. */
  mostHealth?: { at: number; ship: number; most: number }[];
  /** `killer` is -1 when no ship did it. */
  sinkings: { at: number; ship: number; killer: number; cause: number }[];
  circles: Circle[];
  captures: CircleChange[];
  /** Null in operations, which have no score. */
  score: {
    win: number;
    start: [number, number];
    changes: { at: number; team: Team; points: number }[];
  } | null;
  /** `to` is null for smoke that lasts beyond the recording. */
  smokes: { from: number; to: number | null; x: number; z: number }[];
  /** Null when the recorder left before the end. The winner is -1 in a draw. */
  result: { at: number; winner: Team | -1; reason: number } | null;
}
