/** The ways of ships that are stored with a replay (Rule 25.58). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { fromDeltas } from 'wows-replay/battle/steps';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { makeTimeline, segment } from 'wows-replay/encode/sample-timelines';
import { positionOf, SHORT_BATTLE, shortCourse } from 'wows-replay/encode/short-course';
import { decodedFile, type StoredTrack, writeTracks } from '#api/model/replays/decoded-file.ts';

const SHIPS = 6;
const MAP_SIZE = 1400;
/** Half a step of the minimap and of the stored places. */
const TOLERANCE = 4 / MAP_SIZE;

/** The stored tracks, with times in tenths of a second and places from 0 to 1. */
function readTracks(text: string) {
  const [version, tracks] = JSON.parse(text) as [number, StoredTrack[]];
  expect(version).toBe(1);
  const shares = (deltas: readonly number[]) => fromDeltas(deltas).map((place) => place / 511);
  return tracks.map(([side, player, sunkAt, runs]) => ({
    ...{ side, player, sunkAt },
    runs: runs.map(([first, x, z]) => ({ time: first * 50, x: shares(x), z: shares(z) })),
  }));
}

async function tracksOfShortBattle() {
  const battle = { ...makeBattle({ players: SHIPS }), setting: SHORT_BATTLE, course: shortCourse(SHIPS) };
  const { timeline, shipIds, players } = await decodeReplay(encodeReplay(battle, CURRENT_LAYOUT));
  if (!timeline) throw new Error('There is no timeline.');
  return readTracks(writeTracks(timeline, shipIds, players));
}

describe('The ways of ships', () => {
  test('have a place for every five seconds in sight', async () => {
    const tracks = await tracksOfShortBattle();
    for (const { player, runs } of tracks)
      for (const { time, x, z } of runs)
        for (const [index, shown] of x.entries()) {
          // The last update of the minimap is at 58 seconds.
          const place = positionOf(player as number, Math.min(58.3, time / 10 + index * 5));
          expect(Math.abs(shown - (place.x / MAP_SIZE + 0.5))).toBeLessThan(TOLERANCE);
          expect(Math.abs((z[index] as number) - (place.z / MAP_SIZE + 0.5))).toBeLessThan(TOLERANCE);
        }
    expect(tracks[0]?.runs.map(({ time, x }) => [time, x.length])).toEqual([[0, 13]]);
    // Out of sight from 20 to 41 seconds.
    expect(tracks[1]?.runs.map(({ time, x }) => [time, x.length])).toEqual([
      [0, 4],
      [450, 4],
    ]);
  });

  test('end where and when a ship sinks, and name its side and player', async () => {
    const tracks = await tracksOfShortBattle();
    expect(tracks.map(({ side, player }) => [side, player])).toEqual([
      [0, 0],
      [1, 1],
      [0, 2],
      [1, 3],
      [0, 4],
      [1, 5],
    ]);
    expect(tracks.map(({ sunkAt }) => sunkAt)).toEqual([null, null, null, 500, null, null]);
    expect(tracks[3]?.runs.map(({ time, x }) => [time, x.length])).toEqual([[0, 10]]);
  });

  test('of ships that are not in the roster name no player', () => {
    const [track] = readTracks(writeTracks(makeTimeline(), [7, 8], [{ shipId: 8 }]));
    expect(track?.player).toBeNull();
  });

  test('of a crafted battle end after an hour', () => {
    const day = segment([
      [0, 0, 0, 0],
      [864_000, 2047, 2047, 0],
    ]);
    const timeline = makeTimeline({ to: 864_000, tracks: [[day]], sinkings: [] });
    const [track] = readTracks(writeTracks(timeline, [], []));
    expect(track?.runs[0]?.x).toHaveLength(720);
  });
});

const FOLDER = join(process.cwd(), '..', 'shared', 'replays');
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.wowsreplay')) : [];
const BYTES_MAX = 3072;

test.runIf(FILES.length > 0)('The ways of real ships are small', async () => {
  for (const file of FILES) {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, file)));
    const { tracks } = await decodedFile(bytes, []);
    expect(tracks?.length).toBeGreaterThan(0);
    expect(tracks?.length).toBeLessThan(BYTES_MAX);
  }
});
