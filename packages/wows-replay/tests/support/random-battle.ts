/** Battles of random movements and events, for comparing what is encoded with what is decoded. */

import type { Battle, BattleCourse, CircleChange, Participant } from '../../src/encode/battle.ts';
import { makeBattle } from '../../src/encode/sample-battle.ts';
import { seededRandom } from './mutations.ts';

/** How large a battle is, and which parts it has. */
export interface BattleShape {
  seed: number;
  players: number;
  bots: number;
  observers: number;
  reinforcements: number;
  circles: number;
  ownTeam: 0 | 1;
  length: number;
  hasScore: boolean;
  isFinished: boolean;
}

type Random = ReturnType<typeof createRandom>;

function createRandom(seed: number) {
  const next = seededRandom(seed);
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as T,
    chance: (probability: number): boolean => next() < probability,
  };
}

const MAP = { name: '53_Shoreside', size: 1400 };
const TICK = 8 / 7;
const FULL_HEALTH = 40_000;
const GROUPS = ['battle_common', 'battle_team', 'battle_prebattle'] as const;

/** A battle of that shape. The recorder is the first participant. */
export function randomBattle(shape: BattleShape): Battle {
  const random = createRandom(shape.seed);
  const battle = makeBattle({ players: shape.players, bots: shape.bots });
  const participants = battle.participants.map((one, index): Participant => {
    const teamId = (index % 2 === 0) === (shape.ownTeam === 0) ? 0 : 1;
    // Two of the same side.
    const division = shape.players > 3 && (index === 1 || index === 3) ? { division: 77_000_001 } : {};
    return { ...one, ...division, teamId };
  });
  const reinforcements = Array.from({ length: shape.reinforcements }, (_, index) => ({
    at: 20 + index,
    ship: lateShip(index, participants.length, shape.ownTeam),
  }));
  const observers = Array.from({ length: shape.observers }, (_, index) => ({
    ...{ id: 900 + index, avatarId: 95_000 + index, accountId: 500_300_001 + index },
    ...{ name: `Invented_Observer_${index}`, teamId: 0 },
  }));
  const chat = Array.from({ length: 6 }, (_, index) => ({
    ...{ at: index * 9, from: index % shape.players, group: GROUPS[index % 3] as string },
    text: `line ${random.between(0, 99)}`,
  }));
  return {
    participants,
    observers,
    chat,
    setting: {
      map: MAP.name,
      startedAt: '14.03.2025 21:05:09',
      mode: { matchGroup: 'pvp', gameType: 'RandomBattle' },
    },
    course: randomCourse(random, shape, participants.length, reinforcements),
  };
}

/** A bot that joins later; the game names it by a key of its translations. */
function lateShip(index: number, before: number, ownTeam: number): Participant {
  return {
    ...{ id: 70_000 + index, avatarId: 0, accountId: 0, name: `IDS_LATE_${index}`, clanId: 0, clanTag: '' },
    ...{ teamId: 1 - ownTeam, shipId: 880_001 + (before + index) * 2, shipParamsId: 3_340_646_096 },
    ...{ relation: 2, isBot: true },
  };
}

function randomCourse(
  random: Random,
  shape: BattleShape,
  listed: number,
  reinforcements: NonNullable<BattleCourse['reinforcements']>,
): BattleCourse {
  const { length, circles, ownTeam } = shape;
  const count = listed + reinforcements.length;
  const sinkings = Array.from({ length: Math.min(4, count - 1) }, (_, index) => ({
    ...{ at: Math.floor(length / 3) + index * 11, ship: count - 1 - index },
    ...{ killer: index === 2 ? -1 : 0, cause: random.between(1, 30) },
  }));
  return {
    ...{ countdown: random.between(9, 40), length, timeLimit: 1200, reinforcements, sinkings },
    minimap: randomTracks(random, count, length, sinkings),
    appearances: Array.from({ length: count }, (_, ship) => ({
      // Before the first hits.
      at: ship < listed ? 0 : 22,
      ship,
      health: FULL_HEALTH,
    })),
    health: randomHealth(random, length, sinkings),
    circles: Array.from({ length: circles }, (_, index) => ({
      x: index * 150 - 300,
      z: random.between(-300, 300),
      radius: random.between(50, 120),
      owner: index % 3 === 2 ? ownTeam : -1,
    })),
    captures: randomCaptures(random, circles, length),
    score: shape.hasScore ? randomScore(random, length) : null,
    smokes: Array.from({ length: 3 }, (_, index) => ({
      ...{ from: 10 + index * 20, to: index === 2 ? null : 60 + index * 20 },
      ...{ x: random.between(-600, 600), z: random.between(-600, 600) },
    })),
    result: shape.isFinished ? { at: length - 5, winner: random.pick([0, 1, -1]), reason: 12 } : null,
  };
}

type Entry = BattleCourse['minimap'][number]['ships'][number];

/** Ships wander; all but the recorder's go out of sight and come back, some for a single position. */
function randomTracks(
  random: Random,
  count: number,
  length: number,
  sinkings: BattleCourse['sinkings'],
): BattleCourse['minimap'] {
  const ships = Array.from({ length: count }, (_, ship) => ({
    ...{ ship, isSeen: ship === 0, sunkAt: sinkings.find((one) => one.ship === ship)?.at ?? Infinity },
    ...{ x: random.between(-500, 500), z: random.between(-500, 500), heading: random.between(-180, 179) },
  }));
  return Array.from({ length: Math.floor(length / TICK) }, (_, tick) => {
    const at = tick * TICK;
    return {
      at,
      ships: ships.flatMap((one): Entry[] => {
        const wasSeen = one.isSeen;
        one.isSeen = one.ship === 0 || (tick > 0 && random.chance(0.9) ? wasSeen : random.chance(0.7));
        one.heading = ((one.heading + random.between(-9, 9) + 540) % 360) - 180;
        one.x = Math.max(-680, Math.min(680, one.x + random.between(-4, 4)));
        one.z = Math.max(-680, Math.min(680, one.z + random.between(-4, 4)));
        if (at >= one.sunkAt || (!one.isSeen && !wasSeen)) return [];
        if (!one.isSeen) return [{ ship: one.ship, hidden: true }];
        const isPing = one.ship > 0 && !wasSeen && random.chance(0.2);
        one.isSeen = !isPing;
        return [
          { ship: one.ship, x: one.x, z: one.z, heading: one.heading, ...(isPing && { isLast: true }) },
        ];
      }),
    };
  });
}

/** Damage once in a while, and the end of the ships that sink. */
function randomHealth(
  random: Random,
  length: number,
  sinkings: BattleCourse['sinkings'],
): BattleCourse['health'] {
  return sinkings
    .flatMap(({ at, ship }) => {
      const hits = random.between(3, 6);
      return Array.from({ length: hits }, (_, hit) => ({
        at: at - (hits - hit - 1) * 3,
        ship,
        health: Math.round((FULL_HEALTH * (hits - hit - 1)) / hits),
      }));
    })
    .concat([{ at: length - 6, ship: 0, health: FULL_HEALTH / 2 }])
    .sort((a, b) => a.at - b.at);
}

const CHANGES = ['owner', 'invader', 'progress', 'contested', 'enabled', 'radius'] as const;

function randomCaptures(random: Random, circles: number, length: number): CircleChange[] {
  if (circles === 0) return [];
  return Array.from({ length: 40 }, (_, index) => {
    const what = random.pick(CHANGES);
    const value =
      what === 'owner' || what === 'invader'
        ? random.between(-1, 1)
        : what === 'progress'
          ? random.between(0, 100) / 100
          : what === 'radius'
            ? random.between(20, 120)
            : random.between(0, 1);
    return { at: 5 + (index * (length - 12)) / 40, circle: random.between(0, circles - 1), what, value };
  });
}

function randomScore(random: Random, length: number): NonNullable<BattleCourse['score']> {
  const points = [200, 200];
  const changes = Array.from({ length: 30 }, (_, index) => {
    const team = (index % 2) as 0 | 1;
    points[team] = (points[team] as number) + random.between(1, 20);
    return { at: 5 + (index * (length - 12)) / 30, team, points: points[team] as number };
  });
  return { win: 1000, start: [200, 200], changes };
}
