/** The tracks of the ships in a battle, in few bytes. Stored with each replay, for pictures without its file or timeline. */
import { type Battle, type BattleShip, prepareBattle, type Side } from 'wows-replay/battle/battle';
import { shipAt } from 'wows-replay/battle/moment';
import { toDeltas } from 'wows-replay/battle/steps';
import type { Timeline } from 'wows-replay/timeline';

/** Time between two places, in tenths of a second. */
const STEP = 50;
/** An hour. Longer battles are cut off, which only a crafted file has. */
const STEPS_MAX = 720;
/** Places on each axis. */
const PLACES = 511;
const VERSION = 1;

/** Places while the ship was in sight: number of the first step since the start, then x and z as first value and differences. */
export type StoredRun = [step: number, x: number[], z: number[]];
/** Side (null for neither), index of the player (null for a ship that is not listed), moment of its sinking, runs. */
export type StoredTrack = [side: Side, player: number | null, sunkAt: number | null, runs: StoredRun[]];

/** The tracks as stored, before compression; they name no one. `shipIds` are those of the timeline's ships and of players. */
export function writeTracks(
  timeline: Timeline,
  shipIds: readonly number[],
  players: readonly { shipId: number }[],
): string {
  const battle = prepareBattle(timeline);
  const tracks = battle.ships.map((ship, index): StoredTrack => {
    const player = players.findIndex(({ shipId }) => shipId === shipIds[index]);
    return [ship.side, player < 0 ? null : player, ship.sunkAt, runsOf(battle, ship, index)];
  });
  return JSON.stringify([VERSION, tracks]);
}

function runsOf(battle: Battle, ship: BattleShip, index: number): StoredRun[] {
  const runs: { first: number; x: number[]; z: number[] }[] = [];
  let run: (typeof runs)[number] | undefined;
  for (let step = 0; step * STEP <= battle.to && step < STEPS_MAX; step++) {
    const place = shipAt(ship, index, step * STEP);
    if (place?.state !== 'seen') {
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = { first: step, x: [], z: [] };
      runs.push(run);
    }
    run.x.push(Math.round(place.x * PLACES));
    run.z.push(Math.round(place.z * PLACES));
  }
  return runs.map(({ first, x, z }) => [first, toDeltas(x), toDeltas(z)]);
}
