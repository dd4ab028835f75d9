/** Thumbnails of battles: which moment they show, whose tracks, and their size. */
import { describe, expect, test } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { prepareBattle } from 'wows-replay/battle/battle';
import { eventClock } from 'wows-replay/battle/clock';
import { STRIP, THUMBNAIL } from 'wows-replay/battle/surface';
import { frameAround, momentThatMatters, placeIn, stripAround } from 'wows-replay/battle/thumbnail';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import type { Timeline } from 'wows-replay/timeline';
import { registerFonts } from '#api/base/fonts.ts';
import { crewedBattle } from '#api/demo/seed/crew.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import { pictureIn } from '#api/model/replays/thumbnails.ts';
import { pairIn } from '#lib/domain/battle.ts';

/** Rule 30.7. */
const SIZE_MAX = 6 * 1024;
/** Battles that are drawn, and pairs of seats in each. */
const BATTLES = 4;
const PAIRS = 8;

const party = (id: number) => ({ id, username: '' });

/** The seeded battles, each with pairs of its players. */
async function seededPairs(): Promise<{ timeline: Timeline; authorId: number; playerId: number }[]> {
  const { encounters } = inventWorld('eu', Date.parse('2026-02-01T12:00:00Z'), { players: 300, posts: 0 });
  const found = [];
  for (const encounter of encounters.slice(0, BATTLES)) {
    const { timeline } = await decodeReplay(encodeReplay(crewedBattle(encounter, new Map()), CURRENT_LAYOUT));
    if (timeline === null) throw new Error('A seeded battle has no timeline.');
    const ids = encounter.seats.map(({ id }) => id);
    for (let pair = 0; pair < PAIRS; pair += 1)
      found.push({
        timeline,
        authorId: ids[(pair * 5) % ids.length] as number,
        playerId: ids[(pair * 7 + 3) % ids.length] as number,
      });
  }
  return found;
}

describe('the moment of a thumbnail (Rule 30.6)', () => {
  const timeline = makeTimeline();
  const battle = prepareBattle(timeline);
  const sunk = battle.ships.findIndex(({ sunkAt }) => sunkAt !== null);

  test('is the sinking of the player’s ship', () => {
    const { sunkAt } = battle.ships[sunk] ?? {};
    const moment = momentThatMatters(battle, { author: null, player: sunk });
    expect(moment).toBeGreaterThanOrEqual(Number(sunkAt));
    expect(moment).toBeLessThan(Number(sunkAt) + 50);
  });

  test('is the end when that ship survived, or the battle does not show it', () => {
    const afloat = battle.ships.findIndex(({ sunkAt }) => sunkAt === null);
    expect(momentThatMatters(battle, { author: sunk, player: afloat })).toBe(battle.to);
    expect(momentThatMatters(battle, { author: sunk, player: null })).toBe(battle.to);
  });

  test('finds author and player by their accounts', () => {
    const ids = timeline.ships.map(({ account }) => account);
    expect(pairIn(timeline, { author: party(ids[1] as number), player: party(-1) })).toEqual({
      author: 1,
      player: null,
    });
  });
});

test('the picture holds both ends of both tracks, and cuts no capture circle (Rule 30.60)', () => {
  const ends = [
    { x: 0.4, z: 0.42 },
    { x: 0.6, z: 0.5 },
  ];
  const circles = [0.3, 0.66, 0.95].map((x) => ({ x, z: 0.45, r: 0.06 }));
  const { size, x, y } = frameAround(ends, circles);
  const { width, height } = THUMBNAIL;
  const reach = (place: { x: number; z: number }, by = 0) => [
    width / 2 - Math.abs(place.x * size - x) - by * size,
    height / 2 - Math.abs((1 - place.z) * size - y) - by * size,
  ];
  for (const end of ends) expect(Math.min(...reach(end))).toBeGreaterThan(15);
  for (const circle of circles) {
    const isOutside = Math.min(...reach(circle, -circle.r)) <= 0;
    expect(isOutside || Math.min(...reach(circle, circle.r)) > 0).toBe(true);
  }
});

test('the strip holds both ends, the author left and the player right (Rule 30.63)', () => {
  const ends = [
    { x: 0.7, z: 0.2 },
    { x: 0.3, z: 0.9 },
  ];
  const frame = stripAround(ends);
  const [author, player] = ends.map(({ x, z }) =>
    placeIn(frame, { x: x * frame.size, y: (1 - z) * frame.size }, STRIP),
  ) as [{ x: number; y: number }, { x: number; y: number }];
  expect(author.y).toBeCloseTo(STRIP.height / 2);
  expect(player.y).toBeCloseTo(STRIP.height / 2);
  expect(author.x).toBeGreaterThan(0);
  expect(author.x).toBeLessThan(player.x);
  expect(player.x).toBeLessThan(STRIP.width);
});

describe('what a thumbnail shows (Rule 30.60)', () => {
  const timeline = makeTimeline();
  const { ships, clock } = prepareBattle(timeline);
  const [sunk, afloat] = [true, false].map((is) => ships.findIndex(({ sunkAt }) => (sunkAt !== null) === is));
  const show = (author: number, player: number) => {
    const account = (index: number) => timeline.ships[index]?.account ?? -1;
    return thumbnailOf(timeline, { authorId: account(author), playerId: account(player) }).shown;
  };
  registerFonts();

  test('is author, player, and the time on the clock when the player’s ship sank', () => {
    expect(show(Number(afloat), Number(sunk))).toEqual({
      author: true,
      player: true,
      sunk: eventClock(clock, Number(ships[Number(sunk)]?.sunkAt)),
    });
    expect(show(Number(sunk), Number(afloat)).sunk).toBeNull();
  });

  test('is nothing of another battle', () => {
    expect(show(-1, -1)).toEqual({ author: false, player: false, sunk: null });
  });
});

test('thumbnails of the seeded battles are small, and differ by author and player (Rule 30.7)', async () => {
  registerFonts();
  const pairs = await seededPairs();
  const pictures = pairs.map(({ timeline, ...post }) => Buffer.from(thumbnailOf(timeline, post).bytes));
  for (const shape of [undefined, 'strip'] as const) {
    const sizes = pictures.map((bytes) => pictureIn(bytes, shape).length).toSorted((a, b) => a - b);
    expect(sizes[Math.ceil(sizes.length * 0.95) - 1]).toBeLessThanOrEqual(SIZE_MAX);
  }
  expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBeGreaterThan(pairs.length * 0.9);
}, 60_000);
