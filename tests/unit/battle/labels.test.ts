import { describe, expect, test } from 'vitest';
import { type Box, type LabelRequest, placeLabels } from '#lib/battle/labels.ts';

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
const place = (requests: LabelRequest[], memory = new Map<number, number>()) =>
  placeLabels(requests, requests.map(shipBox), SIZE, memory);
const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

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
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
      }
    }
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
