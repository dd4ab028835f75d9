/** The tracks of the ships in a battle, in few bytes. Stored with each replay, for pictures without its file or timeline. */
import { type Battle, type BattleShip, prepareBattle, type Side } from 'wows-replay/battle/battle';
import { shipAt } from 'wows-replay/battle/moment';
import { fromDeltas, toDeltas } from 'wows-replay/battle/steps';
import type { Timeline } from 'wows-replay/timeline';
import { z } from '#lib/schemas/zod.ts';

/** Time between two places, in tenths of a second. */
const STEP = 50;
/** An hour. Longer battles are cut off, which only a crafted file has. */
const STEPS_MAX = 720;
/** Places on each axis. */
const PLACES = 511;
const VERSION = 1;

/** Places while the ship was in sight: number of the first step since the start, then x and z as first value and differences. */
const RunSchema = z.tuple([z.int(), z.array(z.int()), z.array(z.int())]);
/** Side (null for neither), index of the player, moment of its sinking, runs. */
const TrackSchema = z.tuple([
  z.nullable(z.literal([0, 1])),
  z.nullable(z.int()),
  z.nullable(z.int()),
  z.array(RunSchema),
]);
const TracksSchema = z.tuple([z.literal(VERSION), z.array(TrackSchema)]);

/** The track of a ship. */
export interface ShipTrack {
  /** The recorder's is 0. */
  side: Side;
  /** Index among the replay's players; null for a ship that is not listed. */
  player: number | null;
  /** In tenths of a second since the start. */
  sunkAt: number | null;
  /** While the ship was in sight. `time` of the first place is in tenths of a second, x and z are 0 to 1 over the map, z upwards. */
  runs: { time: number; x: number[]; z: number[] }[];
}

/** The tracks as stored, before compression; they name no one. `shipIds` are those of the timeline's ships and of players. */
export function writeTracks(
  timeline: Timeline,
  shipIds: readonly number[],
  players: readonly { shipId: number }[],
): string {
  const battle = prepareBattle(timeline);
  const tracks = battle.ships.map((ship, index): z.output<typeof TrackSchema> => {
    const player = players.findIndex(({ shipId }) => shipId === shipIds[index]);
    return [ship.side, player < 0 ? null : player, ship.sunkAt, runsOf(battle, ship, index)];
  });
  return JSON.stringify([VERSION, tracks]);
}

function runsOf(battle: Battle, ship: BattleShip, index: number): z.output<typeof RunSchema>[] {
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

/** Reads what `writeTracks` wrote. Throws when it is something else. */
export function readTracks(text: string): ShipTrack[] {
  const [, tracks] = TracksSchema.parse(JSON.parse(text));
  const shares = (deltas: readonly number[]) => fromDeltas(deltas).map((place) => place / PLACES);
  return tracks.map(([side, player, sunkAt, runs]) => ({
    ...{ side, player, sunkAt },
    runs: runs.map(([first, x, z]) => ({ time: first * STEP, x: shares(x), z: shares(z) })),
  }));
}
