/** Every format: what is encoded of a battle is what the decoder finds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../../src/decode/decode-replay.ts';
import type { BattleCourse, CircleChange } from '../../src/encode/battle.ts';
import { encodeReplay } from '../../src/encode/encode-replay.ts';
import { REPLAY_LAYOUTS, type ReplayLayout } from '../../src/encode/layouts.ts';
import { shipsOf } from '../../src/encode/ships.ts';
import { DECODER_VERSION } from '../../src/replay.ts';
import { TimelineSchema } from '../../src/timeline.ts';
import { type BattleShape, randomBattle } from '../support/random-battle.ts';
import { healthSteps, placeAt, valueAt } from '../support/read-timeline.ts';

const RUNS = 6;
const MAP_SIZE = 1400;
const PLACES = 2047;
/** The minimap's step, and what thinning out the points may add. */
const PLACE_TOLERANCE = (4 / MAP_SIZE) * PLACES;
const HEADING_TOLERANCE = 4;

const shapes: fc.Arbitrary<BattleShape> = fc.record({
  seed: fc.nat(),
  players: fc.integer({ min: 3, max: 12 }),
  bots: fc.integer({ min: 2, max: 6 }),
  observers: fc.integer({ min: 0, max: 2 }),
  reinforcements: fc.integer({ min: 0, max: 2 }),
  circles: fc.integer({ min: 0, max: 6 }),
  ownTeam: fc.constantFrom(0, 1),
  length: fc.integer({ min: 120, max: 240 }),
  hasScore: fc.boolean(),
  isFinished: fc.boolean(),
});

/** Decodes encoded random battles of a layout and checks each. */
async function forBattles(layout: ReplayLayout, check: (found: Found) => void): Promise<void> {
  const property = fc.asyncProperty(shapes, async (shape) => check(await decodeBattle(shape, layout)));
  await fc.assert(property, { numRuns: RUNS, seed: 20_261_122 });
}

async function decodeBattle(shape: BattleShape, layout: ReplayLayout) {
  const battle = randomBattle(shape);
  const replay = await decodeReplay(encodeReplay(battle, layout));
  return {
    battle,
    layout,
    replay,
    course: battle.course as BattleCourse,
    timeline: TimelineSchema.parse(replay.timeline),
    /** The recorder's side is 0. */
    sideOf: (team: number) => (team < 0 ? -1 : team === shape.ownTeam ? 0 : 1),
  };
}

const tenths = (seconds: number): number => Math.round(seconds * 10);

const byVersion = REPLAY_LAYOUTS.map((layout): [string, ReplayLayout] => [layout.version, layout]);

type Found = Awaited<ReturnType<typeof decodeBattle>>;

describe.each(byVersion)('A battle of game %s', (_, layout) => {
  test('shows each ship where it was seen', () => forBattles(layout, expectPlaces));
  test('hides ships that went out of sight until they are seen again', () =>
    forBattles(layout, expectHidden));
  test('has health, sinkings and smoke', () => forBattles(layout, expectLosses));
  test('has circles and captures', () => forBattles(layout, expectCaptures));
  test('has scores, clock and result', () => forBattles(layout, expectScores));
  test('has its ships, divisions, observers and facts', () => forBattles(layout, expectFacts));
  test('has chat at its time, without that of divisions', () => forBattles(layout, expectChat));
});

function expectPlaces({ course, timeline }: Found): void {
  for (const { at, ships } of course.minimap) {
    for (const entry of ships) {
      if ('hidden' in entry) continue;
      const place = placeAt(timeline, entry.ship, tenths(at));
      const off = [place?.x, place?.z].map((shown, axis) =>
        Math.abs((shown ?? Infinity) - ((axis === 0 ? entry.x : entry.z) / MAP_SIZE + 0.5) * PLACES),
      );
      expect(Math.max(...off)).toBeLessThan(PLACE_TOLERANCE);
      const turned = ((place?.heading ?? Infinity) * 360) / 256 - entry.heading;
      expect(Math.abs(((turned + 900) % 360) - 180)).toBeLessThan(HEADING_TOLERANCE);
    }
  }
}

function expectHidden({ course, timeline }: Found): void {
  const seen = new Map<number, boolean>();
  const sunkAt = new Map(course.sinkings.map(({ ship, at }) => [ship, at]));
  for (const { at, ships } of course.minimap) {
    for (const entry of ships) seen.set(entry.ship, !('hidden' in entry || entry.isLast));
    const hidden = [...seen].filter(([ship, isSeen]) => !isSeen && at < (sunkAt.get(ship) ?? Infinity));
    // Half a second later, well before the next update.
    for (const [ship] of hidden) expect(placeAt(timeline, ship, tenths(at + 0.5))).toBeUndefined();
  }
}

function expectLosses({ course, timeline }: Found): void {
  for (const { at, ship, health } of course.health) {
    const percent = (health / (timeline.ships[ship]?.hp ?? 0)) * 100;
    expect(
      Math.abs((valueAt(healthSteps(timeline, ship), tenths(at)) ?? Infinity) - percent),
    ).toBeLessThanOrEqual(1);
  }
  expect(timeline.sinkings).toEqual(
    course.sinkings.map(({ at, ship, killer, cause }) => [tenths(at), ship, killer, cause]),
  );
  expect(timeline.smokes.map(([from, to]) => [from, to])).toEqual(
    course.smokes.map(({ from, to }) => [tenths(from), tenths(to ?? course.length)]),
  );
}

const BEFORE = { owner: -1, invader: -1, progress: 0, contested: 0, enabled: 1 } as const;

function expectCaptures({ course, timeline, sideOf }: Found): void {
  expect(timeline.circles.map(({ letter, side }) => [letter, side ?? -1])).toEqual(
    course.circles.map(({ owner }, index) => [String.fromCharCode('A'.charCodeAt(0) + index), sideOf(owner)]),
  );
  for (const { at, circle, what, value } of course.captures) {
    const { side = null, r = 0 } = timeline.circles[circle] ?? {};
    const first = what === 'owner' ? (side ?? -1) : what === 'radius' ? r : BEFORE[what];
    const steps = timeline.captures
      .filter(([, changed, changedWhat]) => changed === circle && changedWhat === what)
      .map(([time, , , shown]) => [time, shown] as const);
    const shown = valueAt(steps, tenths(at)) ?? first;
    expect([what, shown]).toEqual([what, shownValue(what, value, sideOf)]);
  }
}

function shownValue(what: CircleChange['what'], value: number, sideOf: Found['sideOf']): number {
  if (what === 'progress') return Math.round(value * 100);
  if (what === 'radius') return Math.round((value / MAP_SIZE) * PLACES);
  return what === 'owner' || what === 'invader' ? sideOf(value) : value;
}

function expectScores({ course, timeline, sideOf }: Found): void {
  expect(timeline.score?.win).toBe(course.score?.win);
  for (const { at, team, points } of course.score?.changes ?? []) {
    const steps = (timeline.score?.events ?? [])
      .filter(([, side]) => side === sideOf(team))
      .map(([time, , shown]) => [time, shown] as const);
    expect(valueAt(steps, tenths(at))).toBe(points);
  }
  expect(timeline.clock.find(([time]) => time === 0)?.[1]).toBe(course.timeLimit);
  expect(timeline.result).toEqual(
    course.result && { winner: sideOf(course.result.winner), reason: course.result.reason },
  );
}

function expectFacts({ battle, course, replay, timeline, layout }: Found): void {
  const ships = shipsOf(battle);
  const [recorder] = ships;
  expect(timeline.ships.map(({ name, ship }) => [name, ship])).toEqual(
    ships.map(({ name, shipParamsId }) => [name.startsWith('IDS_') ? '' : name, shipParamsId]),
  );
  const sinkings = new Map(course.sinkings.map((sinking) => [sinking.ship, sinking]));
  expect(replay.players.map(({ division, sunk }) => [division ?? null, sunk ?? null])).toEqual(
    battle.participants.map(({ division }, index) => {
      const { at, killer = -1, cause } = sinkings.get(index) ?? {};
      const sunk = at === undefined ? null : { time: at, by: ships[killer]?.shipId ?? 0, cause };
      return [division === undefined ? null : 1, sunk];
    }),
  );
  const { result } = course;
  expect(replay.facts).toEqual({
    ...{ decoderVersion: DECODER_VERSION, source: 'payload', gameVersion: gameVersion(layout) },
    arenaId: '1234567890123456',
    ...{ map: '53_Shoreside', playedAt: '2025-03-14T21:05:09', mode: 'RandomBattle' },
    recorder: { name: recorder?.name, shipParamsId: recorder?.shipParamsId },
    ...{ length: result?.at ?? course.length, clockAtStart: course.timeLimit },
    clock: timeline.clock.filter(([time]) => time >= 0).map(([time, left]) => [time / 10, left]),
    result: result && { winner: result.winner < 0 ? null : result.winner, reason: result.reason },
    observers: (battle.observers ?? []).map(({ accountId, name }) => ({ accountId, name })),
  });
}

const gameVersion = ({ version }: ReplayLayout): string => version.split(',').slice(0, 3).join('.');

function expectChat({ battle, replay, timeline }: Found): void {
  const shown = battle.chat.filter(({ group }) => group !== 'battle_prebattle');
  expect(timeline.chat).toEqual(
    shown.map(({ at = 0, from, group, text }) => [
      ...[tenths(at), from],
      ...[group === 'battle_common' ? 'all' : 'team', text],
    ]),
  );
  expect(replay.chatMessages.map(({ time }) => time)).toEqual(battle.chat.map(({ at }) => at));
}
