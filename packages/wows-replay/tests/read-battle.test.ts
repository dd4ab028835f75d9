import { describe, expect, test } from 'vitest';
import { decodeReplay } from '../src/decode/decode-replay.ts';
import type { Battle, BattleCourse } from '../src/encode/battle.ts';
import { encodeReplay } from '../src/encode/encode-replay.ts';
import { CURRENT_LAYOUT, REPLAY_LAYOUTS, type ReplayLayout } from '../src/encode/layouts.ts';
import { makeBattle } from '../src/encode/sample-battle.ts';
import { positionOf, SHORT_BATTLE, shortCourse } from '../src/encode/short-course.ts';
import { type Timeline, TimelineSchema } from '../src/timeline.ts';
import { FactsSchema } from './support/facts-schema.ts';
import { accumulate, placeAt } from './support/read-timeline.ts';

const byVersion = REPLAY_LAYOUTS.map((layout): [string, ReplayLayout] => [layout.version, layout]);
const CHAT = [
  { from: 1, group: 'battle_common', text: 'good luck', at: -10 },
  { from: 0, group: 'battle_team', text: 'cap A', at: 14 },
  { from: 2, group: 'battle_prebattle', text: 'stay close', at: 20 },
];
const SHIPS = 8;

function shortBattle(changes: Partial<BattleCourse> = {}): Battle {
  return {
    ...makeBattle({ players: 6, bots: 2, chat: CHAT }),
    setting: SHORT_BATTLE,
    course: { ...shortCourse(SHIPS), ...changes },
  };
}

async function decode(battle: Battle, layout = CURRENT_LAYOUT, header = {}) {
  const replay = await decodeReplay(encodeReplay(battle, layout, { header }));
  if (!replay.timeline) throw new Error('There is no timeline.');
  return { ...replay, timeline: TimelineSchema.parse(replay.timeline) };
}

describe.each(byVersion)('A battle of game %s', (_, layout) => {
  test('has its facts (Rule 25.1)', async () => {
    const { facts, players, chatMessages } = await decode(shortBattle(), layout);
    expect(FactsSchema.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({
      source: 'payload',
      gameVersion: layout.version.split(',').slice(0, 3).join('.'),
      map: '53_Shoreside',
      playedAt: '2025-02-01T20:15:00',
      mode: 'RandomBattle',
      recorder: { name: 'Invented_Captain_0', shipParamsId: players[0]?.shipParamsId },
      length: 58,
      result: { winner: 1, reason: 1 },
    });
    expect(players.map(({ sunk }) => sunk ?? null)).toEqual(
      players.map((_player, index) => (index === 3 ? { time: 50, by: players[0]?.shipId, cause: 2 } : null)),
    );
    expect(chatMessages.map(({ time }) => time)).toEqual([-10, 14, 20]);
  });

  test('has a timeline with all that happened (Rule 25.2)', async () => {
    const { timeline, players } = await decode(shortBattle(), layout);
    expect(timeline).toMatchObject({
      map: { name: '53_Shoreside', size: 1400 },
      from: -300,
      to: 600,
      result: { winner: 1, reason: 1 },
      sinkings: [[500, 3, 0, 2]],
      score: { win: 1000, start: [300, 300] },
      smokes: [[120, 340, 1170, 877]],
      chat: [
        [-100, 1, 'all', 'good luck'],
        [140, 0, 'team', 'cap A'],
      ],
    });
    expect(timeline.ships.map(({ name }) => name)).toEqual(players.map(({ name }) => name));
    expect(timeline.ships.map(({ side }) => side)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    expect(timeline.ships.map(({ own }) => own).indexOf(true)).toBe(0);
    expect(timeline.score?.events.slice(0, 3)).toEqual([
      [220, 0, 303],
      [260, 1, 303],
      [300, 0, 306],
    ]);
    expect(timeline.circles).toEqual([
      { x: 731, z: 1024, r: 146, letter: 'A', side: null },
      { x: 1316, z: 1024, r: 146, letter: 'B', side: 1 },
    ]);
    expect(timeline.captures).toEqual([
      [150, 0, 'invader', 0],
      [160, 0, 'progress', 50],
      [180, 0, 'contested', 1],
      [190, 0, 'contested', 0],
      [200, 0, 'owner', 0],
      [200, 0, 'invader', -1],
      [200, 0, 'progress', 0],
      [450, 1, 'enabled', 0],
    ]);
  });

  test('shows where ships were while they were in sight', async () => {
    const { timeline } = await decode(shortBattle(), layout);
    for (const [ship, time] of [
      [0, 33],
      [0, 555],
      [2, 300],
      [1, 150],
      [1, 500],
    ] as const) {
      const { x, z } = positionOf(ship, time / 10);
      const place = placeAt(timeline, ship, time);
      const off = (shown = Infinity, real: number) =>
        Math.abs((shown / 2047 - 0.5) * timeline.map.size - real);
      expect(off(place?.x, x), `${ship} at ${time}`).toBeLessThan(4);
      expect(off(place?.z, z), `${ship} at ${time}`).toBeLessThan(2);
      expect(place?.heading).toBe(64);
    }
    const [seen, seenAgain] = timeline.tracks[1] ?? [];
    expect([seen?.[4], seenAgain?.[0][0], seenAgain?.[4]]).toEqual([194, 411, null]);
  });

  test('shows the health of ships, also of those that come into view', async () => {
    const { timeline } = await decode(shortBattle(), layout);
    const [times, percents] = timeline.health[3] ?? [[], []];
    expect([accumulate(times), accumulate(percents)]).toEqual([
      [0, 100, 300, 500],
      [32, 26, 8, 0],
    ]);
    const [seenAt, seen] = timeline.health[1] ?? [[], []];
    expect([accumulate(seenAt), accumulate(seen)]).toEqual([
      [0, 400],
      [100, 40],
    ]);
  });
});

describe('The clock', () => {
  test('is kept as the moments between which it runs evenly', async () => {
    const { timeline } = await decode(shortBattle());
    expect(timeline.clock[0]).toEqual([-300, 30]);
    expect(timeline.clock).toContainEqual([0, 1200]);
    expect(timeline.clock.length).toBeLessThan(6);
  });
});

test('The id of the battle is exact (Rule 25.1)', async () => {
  const { facts } = await decode({ ...shortBattle(), arenaId: 2n ** 63n - 1n });
  expect(facts.arenaId).toBe('9223372036854775807');
});

describe('The clock at the start (Rule 25.1)', () => {
  test.each([[[0]], [[4, 3, 2, 1, 0]]])(
    'is the last of several values at that moment: %j, 1200',
    async (first) => {
      const { facts, timeline } = await decode(shortBattle({ clockAtStart: first }));
      expect(facts.clockAtStart).toBe(1200);
      expect(timeline.clock).toContainEqual([0, 1200]);
    },
  );
});

describe('Health in percent of the most that a ship can have then (Rule 25.2)', () => {
  const ship = 2;
  const health = [
    { at: 0, ship, health: 10_000 },
    { at: 10, ship, health: 5000 },
    { at: 30, ship, health: 20_000 },
    { at: 50, ship: 3, health: 0 },
    { at: 52, ship, health: 10_000 },
  ];
  const appearances = [{ at: 0, ship, health: 10_000 }];
  const stepsOf = ({ health: of }: Timeline) => (of[ship] ?? [[], []]).map(accumulate);

  test('changes with health and with the most of it', async () => {
    const mostHealth = [
      { at: -30, ship, most: 10_000 },
      { at: 20, ship, most: 20_000 },
    ];
    const { timeline } = await decode(shortBattle({ appearances, health, mostHealth }));
    expect(stepsOf(timeline)).toEqual([
      [0, 100, 200, 300, 520],
      [100, 50, 25, 100, 50],
    ]);
    expect(timeline.ships[ship]?.hp).toBe(20_000);
  });

  test('uses the most seen so far in files that do not say it', async () => {
    const old = REPLAY_LAYOUTS.find(({ version }) => version.startsWith('0,9,1')) as ReplayLayout;
    const { timeline } = await decode(shortBattle({ appearances, health }), old);
    const [times = [], percents = []] = stepsOf(timeline);
    expect(times).toEqual([0, 100, 300, 520]);
    expect(percents.slice(2)).toEqual([100, 50]);
  });
});

test('A circle that shrinks has its radius over time (Rule 25.2)', async () => {
  const captures = [50, 40, 30].map((radius, index) => {
    return { at: 10 * index + 10, circle: 0, what: 'radius' as const, value: radius };
  });
  const { timeline } = await decode(shortBattle({ captures }));
  expect(timeline.circles[0]?.r).toBe(146);
  expect(timeline.captures).toEqual([
    [100, 0, 'radius', 73],
    [200, 0, 'radius', 58],
    [300, 0, 'radius', 44],
  ]);
});

describe('What the recording does not show is left out', () => {
  test.each([
    ['a result', { result: null }, { result: null, length: 60 }],
    ['sinkings', { sinkings: [] }, { result: { winner: 1, reason: 1 }, length: 58 }],
  ])('%s', async (_, changes, facts) => {
    const decoded = await decode(shortBattle(changes));
    expect(decoded.facts).toMatchObject(facts);
    expect(decoded.timeline.tracks[0]).toHaveLength(1);
  });

  test('a score and circles, as in operations', async () => {
    const { timeline } = await decode(shortBattle({ score: null, circles: [], captures: [] }));
    expect(timeline).toMatchObject({ score: null, circles: [], captures: [] });
  });

  test('ships, without which there is no timeline', async () => {
    const replay = await decodeReplay(encodeReplay(shortBattle({ minimap: [] }), CURRENT_LAYOUT));
    expect(replay.timeline).toBeNull();
    expect(replay.facts.length).toBe(58);
    expect(replay.players).toHaveLength(SHIPS);
  });

  test('everything that only the payload has', async () => {
    const file = encodeReplay(shortBattle(), CURRENT_LAYOUT, { stream: new Uint8Array(64) });
    const { facts, timeline } = await decodeReplay(file);
    expect(timeline).toBeNull();
    expect(facts).toMatchObject({ source: 'header', map: '53_Shoreside', length: null, result: null });
  });
});

describe('A header', () => {
  test.each([
    ['no moment', { dateTime: '31.02.2025 20:15:00' }, { playedAt: null }],
    ['no map', { mapName: '../x y', mapDisplayName: '' }, { map: null }],
    ['only a match group', { gameType: undefined, matchGroup: 'ranked' }, { mode: 'RankedBattle' }],
    ['an unknown mode', { gameType: 'NewBattle', matchGroup: 'new' }, { mode: 'NewBattle' }],
    ['no version', { clientVersionFromExe: 'beta' }, { gameVersion: null }],
  ])('with %s gives the other facts', async (_, header, facts) => {
    const decoded = await decode(shortBattle(), CURRENT_LAYOUT, header);
    expect(decoded.facts).toMatchObject(facts);
    expect(decoded.facts.length).toBe(58);
  });
});

test('Ships that join during the battle are drawn with their side', async () => {
  const battle = shortBattle();
  const [bot] = battle.participants.slice(-1);
  if (!bot || !battle.course) throw new Error('The battle has no bot.');
  const late = { ...bot, id: bot.id + 2, shipId: bot.shipId + 4, name: 'IDS_INVENTED_RAIDER' };
  const minimap = battle.course.minimap.map(({ at, ships }) => ({
    at,
    ships: at < 30 ? ships : [...ships, positionOf(SHIPS, at)],
  }));
  const course = { ...battle.course, minimap, reinforcements: [{ at: 28, ship: late }] };
  const { timeline, players } = await decode({ ...battle, course });
  expect(players).toHaveLength(SHIPS);
  expect(timeline.ships[SHIPS]).toMatchObject({ name: '', side: 1, ship: bot.shipParamsId });
  expect(timeline.tracks[SHIPS]).toHaveLength(1);
});

describe.each(byVersion)('Divisions of game %s (Rule 25.1)', (_, layout) => {
  const divisionsOf = async (preBattles: number[]) => {
    const battle = makeBattle({ players: 14 });
    for (const [index, member] of battle.participants.entries()) member.division = preBattles[index] ?? 0;
    const { players } = await decodeReplay(encodeReplay(battle, layout));
    return players.map(({ division }) => division ?? null);
  };
  const [first, second] = [805_784_295, 402_936_081];

  test('are players of one team with the same pre-battle', async () => {
    const found = await divisionsOf([0, second, first, second, first, 0, first]);
    expect(found.slice(0, 8)).toEqual([null, 1, 2, 1, 2, null, 2, null]);
  });

  test('are not whole teams, players of both teams or single players', async () => {
    const wholeTeam = Array.from({ length: 14 }, (_player, index) => (index % 2 === 0 ? first : 0));
    expect(new Set(await divisionsOf(wholeTeam))).toEqual(new Set([null]));
    expect(new Set(await divisionsOf([first, first]))).toEqual(new Set([null]));
    expect(new Set(await divisionsOf([first]))).toEqual(new Set([null]));
  });
});
