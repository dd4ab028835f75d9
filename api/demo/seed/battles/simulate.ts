/** Simulates battles between invented fleets: they approach, fight over circles and sink each other. */

import type { BattleCourse, Circle, Team } from 'wows-replay/encode/battle';
import { createRandom, type Random } from '#api/demo/random.ts';
import { capture } from '#api/demo/seed/battles/capture.ts';
import { crewLineup, type Lineup, type Ship } from '#api/demo/seed/battles/fleet.ts';
import { shoot, spot } from '#api/demo/seed/battles/gunnery.ts';
import {
  type BattleState,
  bearing,
  isAfloat,
  round,
  type SailingShip,
} from '#api/demo/seed/battles/state.ts';
import { sail, towardsHome } from '#api/demo/seed/battles/steering.ts';

/** The plan of a battle, made before it starts. */
export interface BattlePlan {
  seed: string;
  map: string;
  /** Edge of the map in world units. */
  size: number;
  mode: { matchGroup: string; gameType: string };
  lineup: Lineup;
  /** Places of the circles as shares of the map's edge from its middle. */
  circles: readonly (readonly [number, number])[];
  timeLimit: number;
  ownTeam: Team;
  /** The recorder leaves then, in seconds. */
  leavesAt?: number;
}

/** A simulated battle: the ships of all seats, and what happened. Seats of the two teams alternate; the first is the recorder's. */
export interface SimulatedBattle {
  plan: BattlePlan;
  ships: Ship[];
  course: BattleCourse;
}

/** Time between updates of the minimap, as in the game. */
const TICK = 8 / 7;
const WIN = 1000;
const START: [number, number] = [300, 300];
const CIRCLE_RADIUS = 0.075;
const AFTER_THE_END = 9;
const REASON = { sunk: 1, points: 2, time: 4 } as const;

/** Plays a battle to its end. The same plan always gives the same battle. */
export function simulateBattle(plan: BattlePlan): SimulatedBattle {
  const random = createRandom(plan.seed);
  const pick = (ships: readonly Ship[]) => random.pick(ships);
  const teams = [crewLineup(plan.lineup, pick), crewLineup(plan.lineup, pick)];
  const ships = plan.lineup.flatMap((_, seat) => teams.map((team) => team[seat] as Ship));
  const state = startState(plan, ships, random);
  for (let tick = 1; state.course.result === null && !hasLeft(plan, state.at); tick++) {
    state.at = round(tick * TICK);
    step(state);
    state.course.result = findResult(plan, state);
  }
  const { course } = state;
  course.length = Math.ceil(state.at + (course.result ? AFTER_THE_END : 0));
  return { plan, ships, course: inOrder(course) };
}

const hasLeft = ({ leavesAt }: BattlePlan, at: number): boolean => leavesAt !== undefined && at >= leavesAt;

function startState(plan: BattlePlan, fleet: Ship[], random: Random): BattleState {
  const { size, ownTeam } = plan;
  const circles = plan.circles.map(
    ([x, z]): Circle => ({
      ...{ x: x * size, z: z * size, radius: CIRCLE_RADIUS * size, owner: -1 },
    }),
  );
  const ships = fleet.map((ship, index) => startShip(plan, ship, index, random));
  const own = ships.filter(({ team }) => team === ownTeam);
  const countdown = random.between(18, 34);
  const course: BattleCourse = {
    ...{ countdown, length: 0, timeLimit: plan.timeLimit },
    minimap: [{ at: -countdown + 1, ships: own.map(positionOf) }],
    appearances: own.map(({ index, health }) => ({ at: -countdown, ship: index, health })),
    ...{ health: [], sinkings: [], circles, captures: [], smokes: [], result: null },
    score: { win: WIN, start: [...START], changes: [] },
  };
  return {
    ...{ random, size, ownTeam, at: 0, ships, points: [...START], course },
    circles: circles.map((circle) => ({ ...circle, invader: -1, progress: 0, contested: false })),
  };
}

/** Ships start in a line on their side, spread over the circles. */
function startShip(plan: BattlePlan, ship: Ship, index: number, random: Random): SailingShip {
  const seat = Math.floor(index / 2);
  const team = (index % 2 === 0 ? plan.ownTeam : 1 - plan.ownTeam) as Team;
  const circle = (seat + (team === 0 ? 0 : 1)) % plan.circles.length;
  const [circleX = 0] = plan.circles[circle] ?? [];
  const x = (circleX + (random.next() - 0.5) * 0.18) * plan.size;
  const z = towardsHome(team) * plan.size * (0.4 + random.next() * 0.04);
  return {
    ...{ index, team, ship, circle, x: round(x), z: round(z), health: ship.class.health },
    heading: bearing({ x: 0, z: 0 }, { x: 0, z: -towardsHome(team) }),
    sway: random.next() * 2 - 1,
    ...{ reload: random.between(1, 20), retreat: 0, smoke: 0, isSeen: false },
  };
}

function step(state: BattleState): void {
  const wasSeen = new Set(state.ships.filter(({ isSeen }) => isSeen));
  for (const ship of state.ships.filter(isAfloat)) sail(state, ship, TICK);
  spot(state);
  const { course, ownTeam, at } = state;
  const shown = state.ships
    .filter(isAfloat)
    .filter((ship) => ship.team === ownTeam || ship.isSeen || wasSeen.has(ship));
  course.minimap.push({
    at,
    ships: shown.map((ship) =>
      ship.team === ownTeam || ship.isSeen ? positionOf(ship) : { ship: ship.index, hidden: true },
    ),
  });
  shoot(state, TICK);
  capture(state, TICK);
}

const positionOf = ({ index, x, z, heading }: SailingShip) => ({ ship: index, x, z, heading });

function findResult({ timeLimit }: BattlePlan, { at, ships, points }: BattleState): BattleCourse['result'] {
  const afloat = ([0, 1] as const).map(
    (team) => ships.filter((ship) => ship.team === team && isAfloat(ship)).length,
  );
  const leader = points[0] === points[1] ? -1 : points[0] > points[1] ? 0 : 1;
  if (afloat[0] === 0 || afloat[1] === 0) return { at, winner: afloat[0] === 0 ? 1 : 0, reason: REASON.sunk };
  if (Math.max(...points) >= WIN || Math.min(...points) === 0)
    return { at, winner: leader, reason: REASON.points };
  return at >= timeLimit ? { at, winner: leader, reason: REASON.time } : null;
}

/** Drops what would happen after the end of the recording, and sorts by time. */
function inOrder(course: BattleCourse): BattleCourse {
  const smokes = course.smokes
    .filter(({ from }) => from < course.length)
    .map((smoke) => ({ ...smoke, to: (smoke.to ?? 0) < course.length ? smoke.to : null }));
  return { ...course, smokes: smokes.sort((a, b) => a.from - b.from) };
}
