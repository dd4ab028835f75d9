import { describe, expect, test } from 'vitest';
import { prepareBattle } from '#lib/battle/battle.ts';
import { afloatAt, momentAt, pointsAt } from '#lib/battle/moment.ts';
import { TimelineSchema } from '#lib/schemas/timeline.ts';
import { makeShip, makeTimeline, segment } from '#tests/support/timelines.ts';

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
