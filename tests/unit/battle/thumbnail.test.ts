/** Thumbnails of battles: which moment they show, whose tracks, and their size. */
import { describe, expect, test } from 'vitest';
import { decodeReplay } from 'wows-replay';
import { prepareBattle } from 'wows-replay/battle/battle';
import { SLATE } from 'wows-replay/battle/palette';
import { STRIP, type Surface, THUMBNAIL } from 'wows-replay/battle/surface';
import { drawThumbnail, momentThatMatters, type Pair } from 'wows-replay/battle/thumbnail';
import { frameAround, placeIn, stripAround } from 'wows-replay/battle/thumbnail-frame';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeTimeline, segment } from 'wows-replay/encode/sample-timelines';
import type { Timeline } from 'wows-replay/timeline';
import { registerFonts } from '#api/base/fonts.ts';
import { crewedBattle } from '#api/demo/seed/crew.ts';
import { inventWorld } from '#api/demo/seed/world.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import { pictureIn } from '#api/model/replays/thumbnails.ts';
import { pairIn } from '#lib/domain/roster.ts';

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

/** Calls of a thumbnail's drawing with the colour and opacity of lines, its texts, and the sinkings that it shows. */
function draw(timeline: Timeline, pair: Partial<Pair>) {
  const calls: { name: string; args: unknown[]; colour: unknown; alpha: unknown }[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1 };
  const call = (name: string, ...args: unknown[]) => {
    calls.push({ name, args, colour: state.strokeStyle, alpha: state.globalAlpha });
    return { width: 40 };
  };
  const get = (_: object, name: string) => state[name] ?? call.bind(null, name);
  const surface = new Proxy(state, { get }) as unknown as Surface;
  const style = { font: 'serif' };
  const { sinkings } = drawThumbnail(
    surface,
    timeline,
    { author: null, player: null, ...pair },
    THUMBNAIL,
    style,
  );
  const texts = calls.flatMap(({ name, args }) => (name === 'fillText' ? [args[0]] : []));
  return { calls, texts, sinkings };
}

describe('the drawing of a thumbnail (Rule 30.60)', () => {
  const timeline = makeTimeline({ circles: [], captures: [] });
  const [captain, gunner] = timeline.ships.map(({ account: id, name }) => ({ id, name }));
  const bot = timeline.ships.map((ship, index) => (index === 1 ? { ...ship, account: -5 } : ship));
  const sunk = (at: number, ship: number, by: number) => [at, ship, by, 1] as Timeline['sinkings'][number];
  const of0 = { of: 'player', at: '10:00', left: true, by: gunner };
  const later = { sinkings: [sunk(6000, 0, 1), sunk(7000, 1, 0)] };
  const earlier = { sinkings: [sunk(6000, 0, 1), sunk(3000, 1, 0)] };

  test.each<[string, Partial<Timeline>, Partial<Pair>, object[]]>([
    ['the player’s', {}, { author: 1, player: 0 }, [of0]],
    ['the author’s', {}, { author: 0, player: 1 }, [{ ...of0, of: 'author' }]],
    ['both', earlier, { author: 1, player: 0 }, [{ ...of0, of: 'author', at: '15:00', by: captain }, of0]],
    ['not the author’s after that', later, { author: 1, player: 0 }, [of0]],
    ['one by the time since the start', { clock: [] }, { player: 0 }, [{ ...of0, left: false }]],
    ['one by no one known', { sinkings: [sunk(6000, 0, -1)] }, { player: 0 }, [{ ...of0, by: null }]],
    ['one by a bot', { ships: bot }, { player: 0 }, [{ ...of0, by: { ...gunner, id: 0 } }]],
    ['none of another battle', {}, {}, []],
  ])('says which sinkings it shows: %s', (_, overrides, pair, sinkings) => {
    expect(draw({ ...timeline, ...overrides }, pair).sinkings).toEqual(sinkings);
  });

  test('has a cross for each sinking, a dotted line in the colour of who did it, and no time', () => {
    const { calls, texts } = draw({ ...timeline, ...earlier }, { author: 1, player: 0 });
    const dotted = calls.flatMap(({ args }, index) =>
      String(args[0]) === '3,5' ? [calls[index + 1]?.colour] : [],
    );
    const crosses = calls.slice(calls.findLastIndex(({ name }) => name === 'restore'));
    const { sea, author, player } = SLATE;
    expect(crosses.flatMap(({ name, colour }) => (name === 'stroke' ? [colour] : []))).toEqual([
      sea,
      author,
      sea,
      player,
    ]);
    expect([dotted, texts]).toEqual([[player, author], []]);
  });

  test('has letters of circles above the ships, and next to the end of a track', () => {
    const circles = [{ x: 1200, z: 1000, r: 200, letter: 'A', side: null }];
    const { calls } = draw({ ...timeline, circles }, { author: 1, player: 0 });
    const letter = calls.findIndex(({ args }) => args[0] === 'A');
    expect(letter).toBeGreaterThan(calls.findLastIndex(({ name }) => name === 'quadraticCurveTo'));
    const middle = calls.find(({ name, args }) => name === 'arc' && Number(args[2]) > 20);
    const [dx = 0, dy = 0] = [0, 1].map(
      (at) => Number(calls[letter]?.args[at + 1]) - Number(middle?.args[at]),
    );
    expect(Math.hypot(dx, dy)).toBeGreaterThan(30);
  });

  test('has fainter gaps in the width of a track, and "seen once" where that was', () => {
    const once = { ...timeline, tracks: [[], [segment([[1000, 900, 900, 0]], 1100)]] };
    const [gaps, single] = [timeline, once].map((one) => draw(one, { player: 1 }));
    expect(gaps?.calls).toContainEqual(expect.objectContaining({ colour: SLATE.player, alpha: 0.3 }));
    expect([gaps?.texts, single?.texts]).toEqual([[], ['seen once']]);
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
