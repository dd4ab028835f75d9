/** Who sees whom, who shoots at whom, and who sinks. */
import { type BattleState, distance, isAfloat, type SailingShip } from '#api/demo/seed/battles/state.ts';

const HIT_CHANCE = 1;
/** Small ships are hit less often and less hard than one with this much health. */
const LARGEST = 78_000;
const SMALL_TARGET = 0.35;
/** Ships that shoot are seen from further away for a while. */
const SHOOTING_SEEN = 1.35;
const MUZZLE_FLASH = 6;
const SMOKE_SECONDS = 78;
const SMOKE_RADIUS = 24;
const SMOKE_AGAIN = 170;
const RETREAT_SECONDS = 40;
const POINTS = { sunk: 35, lost: 25 } as const;

/** Updates which ships are seen, and what the recording shows when one comes into view. */
export function spot(state: BattleState): void {
  const afloat = state.ships.filter(isAfloat);
  for (const ship of afloat) {
    const { seenFrom, reload } = ship.ship.class;
    const isShooting = ship.reload > reload - MUZZLE_FLASH && ship.reload > 0;
    const reach = seenFrom * (isShooting ? SHOOTING_SEEN : 1) * (inSmoke(state, ship) ? 0.3 : 1);
    const wasSeen = ship.isSeen;
    ship.isSeen = afloat.some((other) => other.team !== ship.team && distance(other, ship) < reach);
    if (ship.isSeen && !wasSeen && ship.team !== state.ownTeam)
      state.course.appearances.push({ at: state.at, ship: ship.index, health: Math.round(ship.health) });
  }
}

function inSmoke({ course, at }: BattleState, ship: SailingShip): boolean {
  return course.smokes.some((smoke) => at < (smoke.to ?? at) && distance(smoke, ship) < SMOKE_RADIUS);
}

/** Lets every ship shoot that can. */
export function shoot(state: BattleState, seconds: number): void {
  for (const ship of state.ships.filter(isAfloat)) {
    ship.reload -= seconds;
    ship.smoke = Math.max(0, ship.smoke - seconds);
    if (ship.reload > 0) continue;
    const target = pickTarget(state, ship);
    if (!target) continue;
    const { reload, range, damage } = ship.ship.class;
    ship.reload = reload * (0.9 + state.random.next() * 0.3);
    const small = (target.ship.class.health / LARGEST) ** SMALL_TARGET;
    const chance = HIT_CHANCE * (1.25 - distance(ship, target) / range) * small;
    if (state.random.chance(chance))
      hit(state, ship, target, Math.round(state.random.between(...damage) * small));
  }
}

/** One of the three nearest enemies in range. */
function pickTarget({ ships, random }: BattleState, ship: SailingShip): SailingShip | undefined {
  const inRange = ships
    .filter((other) => other.team !== ship.team && other.isSeen && isAfloat(other))
    .filter((other) => distance(other, ship) < ship.ship.class.range)
    .sort((a, b) => distance(a, ship) - distance(b, ship))
    .slice(0, 3);
  return inRange.length > 0 ? random.pick(inRange) : undefined;
}

function hit(state: BattleState, shooter: SailingShip, target: SailingShip, damage: number): void {
  const { course, at, random, ownTeam } = state;
  target.health = Math.max(0, target.health - damage);
  if (target.team === ownTeam || target.isSeen)
    course.health.push({ at, ship: target.index, health: target.health });
  if (target.health === 0) {
    course.sinkings.push({ at, ship: target.index, killer: shooter.index, cause: shooter.ship.class.cause });
    addPoints(state, shooter.team, POINTS.sunk);
    addPoints(state, target.team, -POINTS.lost);
    return;
  }
  if (random.chance(0.5)) target.retreat = RETREAT_SECONDS;
  if (target.ship.class.number === 3 && target.smoke === 0 && random.chance(0.7)) makeSmoke(state, target);
}

/** A destroyer under fire lays a trail of smoke. */
function makeSmoke({ course, at, size }: BattleState, ship: SailingShip): void {
  ship.smoke = SMOKE_AGAIN;
  ship.retreat = 0;
  const angle = (ship.heading * Math.PI) / 180;
  for (let puff = 0; puff < 4; puff++) {
    const [x, z] = [ship.x + Math.sin(angle) * puff * 20, ship.z + Math.cos(angle) * puff * 20];
    if (Math.max(Math.abs(x), Math.abs(z)) > size / 2) continue;
    course.smokes.push({ from: at + puff * 5, to: at + puff * 5 + SMOKE_SECONDS, x, z });
  }
}

/** Adds points to a team's score, which is never below 0 or above what wins. */
export function addPoints({ points, course, at }: BattleState, team: 0 | 1, count: number): void {
  if (!course.score) return;
  const next = Math.max(0, Math.min(course.score.win, points[team] + count));
  if (next === points[team]) return;
  points[team] = next;
  course.score.changes.push({ at, team, points: next });
}
