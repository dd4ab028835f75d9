import { describe, expect, test } from 'vitest';
import { prepareBattle } from '#lib/battle/battle.ts';
import { createDrawMemory } from '#lib/battle/draw-names.ts';
import { type Box, overlaps } from '#lib/battle/labels.ts';
import { DARK } from '#lib/battle/palette.ts';
import { drawBackdrop, drawMap } from '#lib/battle/scene.ts';
import type { Surface } from '#lib/battle/surface.ts';
import { createFrameDrawer } from '#lib/battle/video-frame.ts';
import { makeFleetTimeline, makeShip, makeTimeline, segment } from '#tests/support/timelines.ts';

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

  test('shortens long names and leaves ships without a player unnamed', () => {
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
    expect(texts.filter((text) => text.length > 4)).toEqual([`${'𝕏'.repeat(24)}…`]);
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
