/** How simulated ships sail: to their place at a circle, to and fro there, and away when they are hurt. */

import type { Team } from 'wows-replay/encode/battle';
import {
  type BattleState,
  bearing,
  distance,
  round,
  type SailingShip,
} from '#api/demo/seed/battles/state.ts';

/** Team 0 starts in the south. */
export const towardsHome = (team: Team): number => (team === 0 ? -1 : 1);

const NEAR = 45;
const BORDER = 0.94;
/** Ships press on over this many seconds. */
const ADVANCE_OVER = 850;
const ADVANCE = 0.75;
const RETREAT = 0.16;
const SWAY = 0.12;
const LOW_HEALTH = 0.2;
/** How likely a ship is to leave a circle that its team owns for another one. */
const MOVES_ON = 0.4;

/** Moves a ship for `seconds`. */
export function sail(state: BattleState, ship: SailingShip, seconds: number): void {
  const { class: shipClass } = ship.ship;
  const place = destination(state, ship);
  if (distance(ship, place) < NEAR) arrive(state, ship);
  const wanted = bearing(ship, place) - ship.heading;
  const turn = ((wanted + 540) % 360) - 180;
  const limit = shipClass.turn * seconds;
  const turned = Math.max(-limit, Math.min(limit, turn));
  ship.heading = round((ship.heading + turned + 540) % 360) - 180;
  // Ships lose speed in a turn.
  const step = shipClass.speed * seconds * (Math.abs(turned) >= limit ? 0.78 : 1);
  const angle = (ship.heading * Math.PI) / 180;
  const edge = (state.size / 2) * BORDER;
  ship.x = round(Math.max(-edge, Math.min(edge, ship.x + Math.sin(angle) * step)));
  ship.z = round(Math.max(-edge, Math.min(edge, ship.z + Math.cos(angle) * step)));
  ship.retreat = Math.max(0, ship.retreat - seconds);
}

/** Picks the next place at the circle, or another circle once this one is won. */
function arrive({ circles, random }: BattleState, ship: SailingShip): void {
  ship.sway = random.next() * 2 - 1;
  const others = circles.flatMap(({ owner }, index) => (owner === ship.team ? [] : [index]));
  if (circles[ship.circle]?.owner === ship.team && others.length > 0 && random.chance(MOVES_ON))
    ship.circle = random.pick(others);
}

/** The ship's place behind its circle, closer to it as the battle goes on, further away while it retreats. */
function destination({ circles, size, at }: BattleState, ship: SailingShip): { x: number; z: number } {
  const circle = circles[ship.circle] ?? { x: 0, z: 0 };
  const { health, standoff } = ship.ship.class;
  const advance = 1 - ADVANCE * Math.min(1, at / ADVANCE_OVER);
  const isHurt = ship.retreat > 0 || ship.health < health * LOW_HEALTH;
  const away = standoff * advance + (isHurt ? RETREAT : 0);
  const edge = (size / 2) * (BORDER - 0.06);
  const clamp = (value: number) => Math.max(-edge, Math.min(edge, value));
  return {
    x: clamp(circle.x + ship.sway * size * (SWAY * (0.4 + standoff * 4))),
    z: clamp(circle.z + towardsHome(ship.team) * away * size + Math.abs(ship.sway) * NEAR),
  };
}
