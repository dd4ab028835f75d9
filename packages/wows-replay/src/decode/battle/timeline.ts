/** Builds the timeline of a battle from its parts. */

import { toDeltas } from '../../battle/steps.ts';
import { TIMELINE_LIMITS, TIMELINE_VERSION, type Timeline, type TimelineShip } from '../../timeline.ts';
import { cleanName, cleanText } from '../clean-text.ts';
import { type BattleClock, evenClock, tenths } from './battle-clock.ts';
import { type CapturePoints, encodeCaptures } from './captures.ts';
import { encodeTrack, mapPlace, PLACES } from './encode-track.ts';
import type { HealthByShip } from './health.ts';
import { mapSize } from './map-size.ts';
import type { BattleResult } from './result.ts';
import type { Score } from './score.ts';
import type { BattleShip } from './ships.ts';
import type { Sinking } from './sinkings.ts';
import type { Smoke } from './smokes.ts';
import { farthestPlace, type RawTracks } from './tracks.ts';

/** Everything that was found, in the recording's own numbers. */
export interface BattleParts {
  map: string;
  clock: BattleClock | undefined;
  lastClock: number;
  result: BattleResult | null;
  ships: readonly BattleShip[];
  /** Entity of the recorder's ship. */
  ownShip: number;
  ownTeam: number;
  fullHealth: ReadonlyMap<number, number>;
  tracks: RawTracks;
  health: HealthByShip;
  sinkings: readonly Sinking[];
  score: Score | null;
  captures: CapturePoints;
  smokes: readonly Smoke[];
  /** Lines of All and Team, by the entity of the sender's ship. */
  chat: readonly { clock: number; ship: number; channel: 'all' | 'team'; text: string }[];
}

/** The timeline, or null when no ship was seen. */
export function buildTimeline(parts: BattleParts): Timeline | null {
  if (parts.tracks.size === 0) return null;
  const start = parts.clock?.start ?? 0;
  const time = (clock: number) => tenths(clock - start);
  const indexes = new Map(parts.ships.map((ship, index) => [ship.entity, index]));
  const indexOf = (entity: number) => indexes.get(entity) ?? -1;
  const size = mapSize(parts.map, Math.max(farthestPlace(parts.tracks), farthestPoint(parts.captures)));
  const place = (world: number) => mapPlace(world, size);
  const radiusOf = (world: number) => Math.round((world / size) * PLACES);
  return {
    v: TIMELINE_VERSION,
    map: { name: parts.map, size },
    from: Math.min(0, time(0)),
    to: time(parts.lastClock),
    clock: parts.clock ? evenClock(parts.clock) : [],
    result: sideResult(parts),
    ships: parts.ships.map((ship) => timelineShip(ship, parts)),
    tracks: parts.ships.map(({ entity }) => encodeTrack(parts.tracks.get(entity) ?? [], size, time)),
    health: parts.ships.map(({ entity }) => healthOf(parts, entity, time)),
    sinkings: parts.sinkings.map((sinking) => [
      time(sinking.clock),
      indexOf(sinking.victim),
      indexOf(sinking.killer),
      sinking.cause,
    ]),
    score: sideScore(parts, time),
    circles: parts.captures.points.map(({ index, x, z, radius, team }) => ({
      x: place(x),
      z: place(z),
      r: radiusOf(radius),
      letter: String.fromCharCode('A'.charCodeAt(0) + index),
      side: sideOf(team, parts.ownTeam),
    })),
    captures: encodeCaptures(parts.captures, {
      time,
      sideOf: (team) => sideOf(team, parts.ownTeam) ?? -1,
      radiusOf,
    }),
    smokes: parts.smokes.map(({ from, to, x, z }) => [
      time(from),
      time(to ?? parts.lastClock),
      place(x),
      place(z),
    ]),
    chat: parts.chat
      .slice(0, TIMELINE_LIMITS.events)
      .map(({ clock, ship, channel, text }) => [time(clock), indexOf(ship), channel, cleanText(text)]),
  };
}

function timelineShip(ship: BattleShip, parts: BattleParts): TimelineShip {
  const { ownShip, ownTeam } = parts;
  return {
    name: cleanName(ship.name),
    clan: cleanName(ship.clanTag),
    account: ship.accountId,
    side: sideOf(ship.teamId ?? -1, ownTeam),
    own: ship.entity === ownShip,
    ship: ship.shipParamsId,
    hp: largestHealth(parts, ship.entity),
  };
}

/** The recorder's side is 0; -1 is no team. */
function sideOf(team: number, ownTeam: number): 0 | 1 | null {
  if (team < 0) return null;
  return team === ownTeam ? 0 : 1;
}

function sideResult({ result, ownTeam }: BattleParts): Timeline['result'] {
  return result && { winner: sideOf(result.winner ?? -1, ownTeam) ?? -1, reason: result.reason };
}

function farthestPoint({ points }: CapturePoints): number {
  return Math.max(0, ...points.flatMap(({ x, z }) => [Math.abs(x), Math.abs(z)]));
}

/** Upgrades and skills add to the health in the roster, so the largest health seen counts as well. */
function largestHealth(parts: BattleParts, entity: number): number {
  const seen = parts.health.get(entity) ?? [];
  const largest = seen.reduce((most, { value }) => Math.max(most, value), 0);
  return Math.round(Math.max(largest, parts.fullHealth.get(entity) ?? 0));
}

/**
 * In percent of the most that the ship could have at the moment, which grows in some modes, without repeated values. Where the
 * file does not say, it is the most seen until then. A ship that is afloat has at least 1.
 */
function healthOf(parts: BattleParts, entity: number, time: (clock: number) => number): [number[], number[]] {
  const percents = new Map<number, number>();
  let before = -1;
  let mostSeen = parts.fullHealth.get(entity) ?? 0;
  for (const { clock, value, most } of parts.health.get(entity) ?? []) {
    mostSeen = Math.max(mostSeen, value);
    const share = Math.min(1, value / (most || mostSeen));
    const percent = value === 0 ? 0 : Math.max(1, Math.round(share * 100));
    if (percent !== before && percents.size < TIMELINE_LIMITS.pointsPerShip)
      percents.set(time(clock), percent);
    before = percent;
  }
  return [toDeltas([...percents.keys()]), toDeltas([...percents.values()])];
}

function sideScore(parts: BattleParts, time: (clock: number) => number): Timeline['score'] {
  const { score, ownTeam } = parts;
  if (!score) return null;
  const own = ownTeam === 1 ? 1 : 0;
  return {
    win: score.win,
    start: [score.start[own], score.start[1 - own] as number],
    events: score.changes.map(({ clock, team, points }) => [time(clock), team === own ? 0 : 1, points]),
  };
}
