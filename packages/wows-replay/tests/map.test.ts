import { describe, expect, test } from 'vitest';
import { prepareBattle } from '../src/battle/battle.ts';
import { createDrawMemory } from '../src/battle/draw-names.ts';
import { type Box, type LabelRequest, overlaps, placeLabels } from '../src/battle/labels.ts';
import { afloatAt, momentAt, pointsAt } from '../src/battle/moment.ts';
import { DARK } from '../src/battle/palette.ts';
import { drawBackdrop, drawMap } from '../src/battle/scene.ts';
import type { Surface } from '../src/battle/surface.ts';
import { createFrameDrawer } from '../src/battle/video-frame.ts';
import { makeFleetTimeline, makeShip, makeTimeline, segment } from '../src/encode/sample-timelines.ts';
import { TimelineSchema } from '../src/timeline.ts';

/** A canvas that records its texts, the dashes of its strokes, and the calls that must come in pairs. */
function recordingSurface() {
  const texts: string[] = [];
  const places = new Map<string, { x: number; y: number }>();
  const filled: Box[] = [];
  const dashes = new Set<string>();
  let depth = 0;
  const calls: Partial<Record<keyof Surface, (...values: never[]) => unknown>> = {
    fillText: (text: string, x: number, y: number) => {
      texts.push(text);
      if (!places.has(text)) places.set(text, { x, y });
    },
    fillRect: (left: number, top: number, width: number, height: number) =>
      void filled.push({ left, top, width, height }),
    setLineDash: (dash: number[]) => void dashes.add(dash.join()),
    measureText: (text: string) => ({ width: text.length * 6 }),
    save: () => {
      depth += 1;
    },
    restore: () => {
      depth -= 1;
    },
  };
  const surface = new Proxy({} as Record<string, unknown>, {
    get: (kept, name: string) => kept[name] ?? calls[name as keyof Surface] ?? (() => {}),
    set: (kept, name: string, value) => {
      kept[name] = value;
      return true;
    },
  }) as unknown as Surface;
  return { surface, texts, places, filled, dashes, depth: () => depth };
}

const MARKS = { author: 0, player: 1, pointed: null };
function draw(timeline: ReturnType<typeof makeTimeline>, time: number, marks = MARKS) {
  const recording = recordingSurface();
  const style = { size: 600, palette: DARK, font: 'sans-serif', marks };
  drawMap(recording.surface, prepareBattle(timeline), time, style, createDrawMemory());
  expect(recording.depth()).toBe(0);
  return recording;
}

describe('the map (Rule 25.32)', () => {
  test('names the ships, and the author and the player of the post', () => {
    const { texts } = draw(makeTimeline(), 2000);
    expect(texts).toContain('Aurora_Captain · Author');
    expect(texts).toContain('Borodino_Gunner · Player');
    expect(texts).toContain('A');
  });

  test('names all rows and columns, the first of both apart', () => {
    const { places } = draw(makeTimeline(), 2000);
    for (const name of [...'ABCDEFGHIJ', ...Array.from({ length: 10 }, (_, index) => `${index + 1}`)])
      expect(places.has(name), name).toBe(true);
    // The numbers stand below their place, the letters in the middle of theirs; both are 10 high.
    expect((places.get('A')?.y ?? 0) - (places.get('1')?.y ?? 0)).toBeGreaterThan(15);
  });

  test('describes the ship that the viewer points at', () => {
    const { texts } = draw(makeTimeline(), 5700, { author: 0, player: 5, pointed: 1 } as never);
    expect(texts).toContain('Borodino_Gunner · US battleship · 80 %');
  });

  test('draws what belongs to the other side with dashes', () => {
    const owned = (owner: number) =>
      draw(makeTimeline({ captures: [[0, 0, 'owner', owner]] }), 10, { ...MARKS, player: 5 });
    expect(owned(0).dashes).toEqual(new Set(['']));
    expect(owned(1).dashes).toEqual(new Set(['7,5', '']));
  });

  test('says above the ships that a circle is contested, where no name is', () => {
    const parked = ['Aurora_Captain', 'Borodino_Gunner'].map((name, side) =>
      makeShip({ name, account: side, side: side as 0 | 1 }),
    );
    const inMiddle = [segment([[0, 1024, 1000, 0]])];
    const { filled, texts } = draw(
      makeTimeline({
        ships: parked,
        tracks: [inMiddle, [segment([[0, 1044, 990, 64]])]],
        sinkings: [],
        captures: [[0, 0, 'contested', 1]],
      }),
      10,
    );
    const last = texts.slice(-3);
    expect(last).toEqual(['contested', 'Aurora_Captain · Author', 'Borodino_Gunner · Player']);
    const [word, ...names] = filled.slice(-3) as [Box, Box, Box];
    for (const name of names) expect(overlaps(word, name), JSON.stringify([word, name])).toBe(false);
  });

  test('names wrecks only when they are marked', () => {
    expect(draw(makeTimeline(), 7000).texts).toContain('Aurora_Captain · Author');
    expect(draw(makeTimeline(), 7000, { ...MARKS, author: 5 }).texts.join()).not.toContain('Aurora_Captain');
  });

  test('shortens long names, and names ships without a player by class (Rule 30.83)', () => {
    const parked = [segment([[0, 1000, 1000, 0]])];
    const names = ['𝕏'.repeat(60), ''];
    const { texts } = draw(
      makeTimeline({
        ships: names.map((name) => makeShip({ name })),
        tracks: [parked, parked],
        circles: [],
        captures: [],
        sinkings: [],
      }),
      10,
      { author: 5, player: 5, pointed: null } as never,
    );
    expect(texts.filter((text) => text.length > 4)).toEqual([`${'𝕏'.repeat(24)}…`, 'destroyer']);
  });

  test('of a whole fleet can be drawn at any moment, even beyond the recording', () => {
    const fleet = makeFleetTimeline();
    for (const time of [-9999, -300, 0, 4321, 9000, 99_999]) expect(() => draw(fleet, time)).not.toThrow();
  });

  test('of a battle without anything known is empty', () => {
    const nothing = makeTimeline({
      clock: [],
      ships: [],
      tracks: [],
      health: [],
      sinkings: [],
      score: null,
      circles: [],
      captures: [],
      smokes: [],
      chat: [],
    });
    // The names of squares next to the edges are those of rows and columns.
    const squares = [...'BCDEFGHIJ'].flatMap((row) =>
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((one) => `${row}${one}`),
    );
    expect(draw(nothing, 0).texts).toEqual([
      ...[...'123456789', '10', ...'ABCDEFGHIJ'],
      ...squares,
      ...['N', '5 km'],
    ]);
  });

  test('has a scale that fits the map, and no names of squares where they are small (Rule 30.12)', () => {
    const chartOf = (mapSize: number, size: number) => {
      const { surface, texts } = recordingSurface();
      drawBackdrop(surface, { size, palette: DARK, font: 'sans-serif' }, { mapSize });
      return texts;
    };
    // A world unit is 30 m, and the scale takes at most 22 % of the map's edge.
    expect([800, 1400, 1600, 3000].map((mapSize) => chartOf(mapSize, 600).at(-1))).toEqual([
      '5 km',
      '5 km',
      '10 km',
      '10 km',
    ]);
    expect(chartOf(1400, 600)).toContain('C4');
    expect(chartOf(1400, 340)).not.toContain('C4');
  });
});

describe('a frame of the video (Rule 25.32)', () => {
  test('has clock, points, ships afloat and the latest event', () => {
    const { surface, texts } = recordingSurface();
    createFrameDrawer(makeTimeline(), { font: 'sans-serif' })(surface, 6100);
    expect(texts).toEqual(
      expect.arrayContaining([
        '9:50',
        '300 · 0/1 afloat',
        '345 · 1/1 afloat',
        '10:00  Borodino_Gunner sank Aurora_Captain',
      ]),
    );
  });
});

const battle = prepareBattle(makeTimeline());
const shipIn = (time: number, index: number, of = battle) =>
  momentAt(of, time).ships.find((ship) => ship.index === index);
/** A ship with these segments and nothing else. */
const sailing = (...segments: ReturnType<typeof segment>[]) =>
  prepareBattle(makeTimeline({ ships: [makeShip()], tracks: [segments], health: [], sinkings: [] }));

test('a circle has the radius of the moment (Rule 25.32)', () => {
  const shrinking = prepareBattle(
    makeTimeline({
      captures: [
        [1000, 0, 'radius', 120],
        [2000, 0, 'radius', 90],
      ],
    }),
  );
  const radii = [0, 1500, 2000].map((time) => momentAt(shrinking, time).circles[0]?.r);
  expect(radii).toEqual([150 / 2047, 120 / 2047, 90 / 2047]);
});

test('a stored timeline of version 1 can be read', () => {
  expect(TimelineSchema.safeParse({ ...makeTimeline(), v: 1 }).success).toBe(true);
  expect(TimelineSchema.safeParse({ ...makeTimeline(), v: 3 }).success).toBe(false);
});

describe('ships at a moment (Rule 25.32)', () => {
  test('are between the points before and after it', () => {
    const ship = shipIn(2850, 0);
    expect(ship?.x).toBeCloseTo(700 / 2047, 5);
    expect(ship?.z).toBeCloseTo(1000 / 2047, 5);
    expect(ship).toMatchObject({ state: 'seen', heading: 0.25 });
  });

  test('are missing before they were first seen', () => {
    expect(shipIn(999, 1)).toBeUndefined();
    expect(shipIn(1000, 1)).toMatchObject({ state: 'seen' });
  });

  test('stay where they were last seen while they are out of sight', () => {
    const lost = shipIn(4000, 1);
    expect(lost?.state).toBe('lost');
    expect(lost?.x).toBeCloseTo(1600 / 2047, 5);
    expect(shipIn(5500, 1)?.state).toBe('seen');
  });

  test('turn the short way', () => {
    const turning = sailing(
      segment([
        [0, 100, 100, 250],
        [100, 100, 100, 6],
      ]),
    );
    expect(shipIn(50, 0, turning)?.heading).toBeCloseTo(256 / 256, 5);
  });

  test('are wrecks once they have sunk, where they sank', () => {
    expect(shipIn(5999, 0)?.state).toBe('seen');
    const wreck = shipIn(8000, 0);
    expect(wreck).toMatchObject({ state: 'sunk', health: 0 });
    expect(wreck?.x).toBeCloseTo(1200 / 2047, 5);
  });

  test('have the health that was last seen, or none before', () => {
    expect(shipIn(-300, 0)?.health).toBeNull();
    expect(shipIn(5700, 0)?.health).toBe(1);
    expect(shipIn(5800, 0)?.health).toBe(0.4);
  });

  test('with lists of different lengths are drawn as far as all of them go', () => {
    const damaged = sailing([[0, 10], [5], [5, 5], [], null], [[0, 10], [5, 5], [5], [0, 0], null]);
    expect(momentAt(damaged, 20).ships).toHaveLength(1);
  });
});

describe('the map at a moment (Rule 25.32)', () => {
  const circle = (time: number) => momentAt(battle, time).circles[0];

  test('shows who owns a circle and how far a capture is', () => {
    expect(circle(3400)).toMatchObject({ owner: null, invader: null, progress: 0 });
    expect(circle(3800)).toMatchObject({ owner: null, invader: 0, progress: 0.5 });
    expect(circle(3900)).toMatchObject({ owner: 0, invader: null, progress: 0 });
  });

  test('leaves out circles while they are not enabled', () => {
    const later = prepareBattle(
      makeTimeline({
        captures: [
          [0, 0, 'enabled', 0],
          [500, 0, 'enabled', 1],
        ],
      }),
    );
    expect(momentAt(later, 400).circles).toHaveLength(0);
    expect(momentAt(later, 500).circles).toHaveLength(1);
  });

  test('shows smoke only while it lasts', () => {
    const clouds = (time: number) => momentAt(battle, time).smokes.length;
    expect([1999, 2000, 2599, 2600].map(clouds)).toEqual([0, 1, 1, 0]);
  });

  test('has the points and ships of both sides', () => {
    expect(pointsAt(battle, 3999)).toEqual([300, 300]);
    expect(pointsAt(battle, 6000)).toEqual([300, 345]);
    expect(pointsAt(prepareBattle(makeTimeline({ score: null })), 0)).toBeNull();
    expect(afloatAt(battle, 0, 5999)).toEqual({ afloat: 1, of: 1 });
    expect(afloatAt(battle, 0, 6000)).toEqual({ afloat: 0, of: 1 });
  });
});

const SIZE = 400;
const label = (key: number, x: number, y: number, overrides: Partial<LabelRequest> = {}): LabelRequest => ({
  key,
  x,
  y,
  width: 80,
  height: 14,
  gap: 14,
  important: false,
  ...overrides,
});
const shipBox = ({ x, y }: { x: number; y: number }): Box => ({
  left: x - 8,
  top: y - 8,
  width: 16,
  height: 16,
});
const place = (requests: LabelRequest[], memory = new Map<number, number>(), words: Box[] = []) =>
  placeLabels(requests, { ships: requests.map(shipBox), words }, SIZE, memory);

describe('names on the map (Rule 25.32)', () => {
  test('never overlap each other or leave the map', () => {
    let random = 7;
    const next = () => {
      random = (random * 48_271) % 2_147_483_647;
      return random / 2_147_483_647;
    };
    for (let round = 0; round < 50; round += 1) {
      const requests = Array.from({ length: 24 }, (_, key) =>
        label(key, next() * SIZE, next() * SIZE, { width: 40 + next() * 90 }),
      );
      const boxes = [...place(requests).values()];
      expect(boxes.length).toBeGreaterThan(12);
      for (const [index, box] of boxes.entries()) {
        expect(box.left >= 0 && box.top >= 0).toBe(true);
        expect(box.left + box.width <= SIZE && box.top + box.height <= SIZE).toBe(true);
        for (const other of boxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false);
      }
    }
  });

  test('never cover a word, not even those that may cover ships (Rule 30.83)', () => {
    const crowd = Array.from({ length: 24 }, (_, key) =>
      label(key, 150 + 5 * key, 180 + 2 * key, { important: key < 3 }),
    );
    const words = [200, 240].map((top) => ({ left: 130, top, width: 90, height: 20 }));
    const placed = place(crowd, new Map(), words);
    expect([0, 1, 2].every((key) => placed.has(key))).toBe(true);
    for (const box of placed.values()) expect(words.some((word) => overlaps(word, box))).toBe(false);
  });

  test('in a corner are moved inside', () => {
    expect(place([label(1, 2, 2)]).get(1)).toMatchObject({ left: 0 });
  });

  test('stay where they were while they can', () => {
    const memory = new Map<number, number>();
    const crowded = [label(2, 200, 214), label(1, 200, 200)];
    const before = place(crowded, memory).get(1) as Box;
    const after = place([label(1, 200, 200)], memory).get(1) as Box;
    expect(after).toEqual(before);
  });

  test('are left out when there is no place, the less important ones first', () => {
    const crowd = Array.from({ length: 30 }, (_, key) => label(key, 200, 200, { important: key === 0 }));
    const placed = place(crowd);
    expect(placed.has(0)).toBe(true);
    expect(placed.size).toBeLessThan(30);
  });
});
