/** Capture circles: who is inside, how far the capture is, and the points that they give. */

import type { CircleChange, Team } from 'wows-replay/encode/battle';
import { addPoints } from '#api/demo/seed/battles/gunnery.ts';
import { type BattleState, type ContestedCircle, distance, isAfloat } from '#api/demo/seed/battles/state.ts';

const CAPTURE_SECONDS = 60;
const POINTS_EVERY = 5;
const POINTS_PER_CIRCLE = 2;

/** Moves captures on by `seconds`, and gives points for circles every five seconds. */
export function capture(state: BattleState, seconds: number): void {
  for (const [index, circle] of state.circles.entries()) captureOne(state, circle, index, seconds);
  const period = Math.floor(state.at / POINTS_EVERY);
  if (period === Math.floor((state.at - seconds) / POINTS_EVERY)) return;
  for (const team of [0, 1] as const) {
    const owned = state.circles.filter(({ owner }) => owner === team).length;
    addPoints(state, team, owned * POINTS_PER_CIRCLE);
  }
}

function captureOne(state: BattleState, circle: ContestedCircle, index: number, seconds: number): void {
  const change = (what: CircleChange['what'], value: number) =>
    state.course.captures.push({ at: state.at, circle: index, what, value });
  const inside = (team: Team) =>
    state.ships.filter(
      (ship) => ship.team === team && isAfloat(ship) && distance(ship, circle) < circle.radius,
    ).length;
  const counts = [inside(0), inside(1)] as const;
  const contested = counts[0] > 0 && counts[1] > 0;
  if (contested !== circle.contested) change('contested', contested ? 1 : 0);
  circle.contested = contested;
  if (contested) return;
  const invader = ([0, 1] as const).find((team) => counts[team] > 0 && circle.owner !== team) ?? -1;
  if (invader !== circle.invader) {
    change('invader', invader);
    if (circle.progress > 0) change('progress', 0);
    circle.invader = invader;
    circle.progress = 0;
  }
  if (invader === -1) return;
  circle.progress += (seconds / CAPTURE_SECONDS) * (1 + 0.2 * (counts[invader] - 1));
  if (circle.progress < 1) {
    change('progress', Math.fround(circle.progress));
    return;
  }
  circle.owner = invader;
  circle.invader = -1;
  circle.progress = 0;
  change('owner', invader);
  change('invader', -1);
  change('progress', 0);
}
