/** The dozen battles of the demo, newest first. */
import type { Lineup } from '#api/demo/seed/battles/fleet.ts';
import type { BattlePlan } from '#api/demo/seed/battles/simulate.ts';

const LARGE: Lineup = [
  ...(['cruiser', 'battleship', 'destroyer', 'battleship', 'cruiser', 'destroyer'] as const),
  ...(['battleship', 'cruiser', 'destroyer', 'battleship', 'cruiser', 'cruiser'] as const),
];
const WITH_CARRIER: Lineup = [...LARGE.slice(0, 11), 'carrier'];
const WITH_SUBMARINES: Lineup = [...LARGE.slice(0, 9), 'battleship', 'carrier', 'submarine'];
const SMALL: Lineup = ['destroyer', 'cruiser', 'battleship', 'cruiser', 'battleship', 'destroyer', 'cruiser'];

/** Places of the circles, as shares of the map's edge from its middle. */
const ROW = [
  [-0.26, 0.03],
  [0, 0],
  [0.26, -0.03],
] as const;
const DIAGONAL = [
  [-0.24, -0.08],
  [0.02, 0.02],
  [0.24, 0.1],
] as const;
const FOUR = [
  [-0.28, 0.08],
  [-0.1, -0.06],
  [0.1, 0.06],
  [0.28, -0.08],
] as const;

const RANDOM = { matchGroup: 'pvp', gameType: 'RandomBattle' } as const;
const RANKED = { matchGroup: 'ranked', gameType: 'RankedBattle' } as const;
const CLAN = { matchGroup: 'clan', gameType: 'ClanBattle' } as const;

type Choice = [
  map: string,
  size: number,
  circles: BattlePlan['circles'],
  lineup: Lineup,
  mode: BattlePlan['mode'],
];

const CHOICES: readonly Choice[] = [
  ['53_Shoreside', 1400, ROW, WITH_CARRIER, RANDOM],
  ['23_Shards', 1400, ROW, SMALL, RANKED],
  ['19_OC_prey', 1400, ROW, WITH_SUBMARINES, RANDOM],
  ['37_Ridge', 1600, FOUR, WITH_CARRIER, RANDOM],
  ['22_tierra_del_fuego', 1600, DIAGONAL, LARGE, RANDOM],
  ['55_Seychelles', 1600, DIAGONAL, LARGE, RANDOM],
  ['51_Greece', 1400, FOUR, WITH_SUBMARINES, RANDOM],
  ['46_Estuary', 1400, DIAGONAL, WITH_CARRIER, RANDOM],
  ['25_sea_hope', 1600, ROW, SMALL, CLAN],
  ['42_Neighbors', 1400, ROW, LARGE, RANDOM],
  ['38_Canada', 1600, FOUR, WITH_CARRIER, RANDOM],
  ['17_NA_fault_line', 1400, DIAGONAL, LARGE, RANDOM],
];

const TIME_LIMIT = 1200;
/** One recorder leaves before the end, so that the demo has a battle without a result. */
const LEFT_EARLY = { battle: 9, at: 520 } as const;

/** The plans of all battles. The recorder's side changes from one battle to the next. */
export const BATTLE_PLANS: readonly BattlePlan[] = CHOICES.map(
  ([map, size, circles, lineup, mode], index): BattlePlan => ({
    ...{ seed: `battle of ${map}`, map, size, circles, lineup, mode, timeLimit: TIME_LIMIT },
    ownTeam: index % 2 === 0 ? 0 : 1,
    ...(index === LEFT_EARLY.battle && { leavesAt: LEFT_EARLY.at }),
  }),
);
