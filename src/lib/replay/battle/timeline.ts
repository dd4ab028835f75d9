/** Builds the timeline of a battle from its parts. */
import {
  TIMELINE_LIMITS,
  TIMELINE_VERSION,
  type Timeline,
  type TimelineShip,
} from '#lib/schemas/timeline.ts';
import { cleanName } from '../clean-text.ts';
import type { BattleClock } from './battle-clock.ts';
import { encodeTrack } from './encode-track.ts';
import { keepPoints } from './keep-points.ts';
import { mapSize } from './map-size.ts';
import type { BattleShip } from './ships.ts';
import type { Sinking } from './sinkings.ts';
import { farthestPlace, type RawTracks } from './tracks.ts';

/** Seconds by which the clock may differ from the even course between two moments. */
const CLOCK_TOLERANCE_S = 1;

/** Everything that was found, in the recording's own numbers. */
export interface BattleParts {
  map: string | null;
  clock: BattleClock | undefined;
  lastClock: number;
  ships: readonly BattleShip[];
  /** Entity of the recorder's ship. */
  ownShip: number;
  ownTeam: number;
  tracks: RawTracks;
  sinkings: readonly Sinking[];
}

/** The timeline, or null when no ship was seen. */
export function buildTimeline(parts: BattleParts): Timeline | null {
  if (parts.tracks.size === 0) return null;
  const start = parts.clock?.start ?? 0;
  const time = (clock: number) => Math.round((clock - start) * 10);
  const indexes = new Map(parts.ships.map((ship, index) => [ship.entity, index]));
  const indexOf = (entity: number) => indexes.get(entity) ?? -1;
  const size = mapSize(parts.map ?? '', farthestPlace(parts.tracks));
  return {
    v: TIMELINE_VERSION,
    map: { name: parts.map ?? '', size },
    from: Math.min(0, time(0)),
    to: time(parts.lastClock),
    clock: shownClock(parts.clock, time),
    result: null,
    ships: parts.ships.map((ship) => timelineShip(ship, parts)),
    tracks: parts.ships.map(({ entity }) => encodeTrack(parts.tracks.get(entity) ?? [], size, time)),
    health: parts.ships.map(() => [[], []]),
    sinkings: parts.sinkings.map(({ clock, victim, killer, cause }) => [
      time(clock),
      indexOf(victim),
      indexOf(killer),
      cause,
    ]),
    score: null,
    circles: [],
    captures: [],
    smokes: [],
    chat: [],
  };
}

function timelineShip(ship: BattleShip, { ownShip, ownTeam }: BattleParts): TimelineShip {
  return {
    name: cleanName(ship.name),
    clan: cleanName(ship.clanTag),
    account: ship.accountId,
    side: sideOf(ship.teamId, ownTeam),
    own: ship.entity === ownShip,
    ship: ship.shipParamsId,
    hp: 0,
  };
}

/** The recorder's side is 0. */
function sideOf(team: number | null, ownTeam: number): 0 | 1 | null {
  if (team === null) return null;
  return team === ownTeam ? 0 : 1;
}

function shownClock(clock: BattleClock | undefined, time: (clock: number) => number): Timeline['clock'] {
  // The recording may begin with several values at once, of which the last one applies.
  const shown = [...new Map(clock?.timeLeft.map(([at, left]) => [time(at), left]))];
  const kept = keepPoints(
    shown.map(([at]) => at),
    [{ values: shown.map(([, left]) => left), tolerance: CLOCK_TOLERANCE_S }],
  );
  return kept.slice(0, TIMELINE_LIMITS.events).map((index) => [...(shown[index] as [number, number])]);
}
