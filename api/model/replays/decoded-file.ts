/** Decodes a replay into what the API stores of it. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { decodeReplay } from 'wows-replay';
import { type Battle, type BattleShip, prepareBattle, type Side } from 'wows-replay/battle/battle';
import { shipAt } from 'wows-replay/battle/moment';
import { toDeltas } from 'wows-replay/battle/steps';
import { replaySummary } from 'wows-replay/summary';
import type { Timeline } from 'wows-replay/timeline';
import type { DecodedFile } from '#api/model/replays/decoder.ts';

/** Time between two places, in tenths of a second. */
const STEP = 50;

/** An hour. Longer battles are cut off, which only a crafted file has. */
const STEPS_MAX = 720;

/** Places on each axis. */
const PLACES = 511;

const VERSION = 1;

/** Places while the ship was in sight: number of the first step since the start, then x and z as first value and differences. */
type StoredRun = [step: number, x: number[], z: number[]];

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

const compress = promisify(brotliCompress);
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** A text as it is stored. */
const packed = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compress(text, COMPRESSION));

/** Roster, chat, facts, timeline and tracks of a replay. Throws what `decodeReplay` throws. */
export async function decodedFile(bytes: Uint8Array, extraClasses: readonly string[]): Promise<DecodedFile> {
  const replay = await decodeReplay(bytes, { extraClasses });
  const { timeline, shipIds, players, header } = replay;
  return {
    ...replaySummary(replay),
    timeline: timeline && (await packed(JSON.stringify(timeline))),
    tracks: timeline && (await packed(writeTracks(timeline, shipIds, players))),
    vehicle: header.playerVehicle,
  };
}
