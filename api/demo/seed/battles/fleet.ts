/** The invented ships of the demo: class, nation, number in the game, and how they sail and fight. */
import names from '#api/demo/seed/data/names.json' with { type: 'json' };

/** Abilities of the ships of a class. Distances are in world units of 30 m, times in seconds. */
export interface ShipClass {
  /** Number and letter in the game. */
  number: number;
  letter: string;
  health: number;
  /** Units and degrees per second. */
  speed: number;
  turn: number;
  /** Where it is seen, and how far it shoots. */
  seenFrom: number;
  range: number;
  reload: number;
  /** Least and most damage of a salvo that hits. */
  damage: readonly [number, number];
  /** Distance that it keeps from its circle, as a share of the map's edge. */
  standoff: number;
  /** How the game numbers a sinking by its weapons. */
  cause: number;
}

const CAUSE = { torpedo: 3, bomb: 4, armourPiercing: 17, highExplosive: 18 } as const;

const BATTLESHIP: ShipClass = {
  ...{ number: 1, letter: 'B', health: 78_000, speed: 2.6, turn: 2.4, seenFrom: 420, range: 620, reload: 29 },
  ...{ damage: [1800, 15_500], standoff: 0.2, cause: CAUSE.armourPiercing },
};
const CRUISER: ShipClass = {
  ...{ number: 2, letter: 'C', health: 43_000, speed: 3.1, turn: 3.6, seenFrom: 330, range: 510, reload: 11 },
  ...{ damage: [500, 4600], standoff: 0.13, cause: CAUSE.highExplosive },
};
const DESTROYER: ShipClass = {
  ...{ number: 3, letter: 'D', health: 19_500, speed: 3.7, turn: 5.5, seenFrom: 205, range: 330, reload: 15 },
  ...{ damage: [400, 6200], standoff: 0.02, cause: CAUSE.torpedo },
};
const CARRIER: ShipClass = {
  ...{
    number: 0,
    letter: 'A',
    health: 56_000,
    speed: 2.7,
    turn: 2.6,
    seenFrom: 420,
    range: 1200,
    reload: 70,
  },
  ...{ damage: [2500, 9500], standoff: 0.4, cause: CAUSE.bomb },
};
const SUBMARINE: ShipClass = {
  ...{
    number: 18,
    letter: 'X',
    health: 16_000,
    speed: 2.9,
    turn: 3.2,
    seenFrom: 190,
    range: 270,
    reload: 34,
  },
  ...{ damage: [2000, 8500], standoff: 0.05, cause: CAUSE.torpedo },
};

/** Letter and number of a few nations. */
const NATIONS = [
  ['A', 0x37f0],
  ['B', 0x37d0],
  ['G', 0x3730],
  ['J', 0x36d0],
  ['R', 0x35d0],
  ['F', 0x3750],
] as const;

/** An invented ship. */
export interface Ship {
  name: string;
  /** Such as `PBSC902-Albion-Bay`. */
  vehicle: string;
  shipParamsId: number;
  class: ShipClass;
}

/** Classes of the ships in the list of names, in its order. */
const CLASSES = [
  ...[CARRIER, BATTLESHIP, CRUISER, CRUISER, CRUISER, BATTLESHIP, DESTROYER, DESTROYER, CRUISER, DESTROYER],
  ...[
    DESTROYER,
    CARRIER,
    CRUISER,
    BATTLESHIP,
    SUBMARINE,
    BATTLESHIP,
    DESTROYER,
    BATTLESHIP,
    DESTROYER,
    CRUISER,
  ],
];

const FIRST_NUMBER = 901;

/** The ships, with ids as the game builds them from number, class and nation. */
export const FLEET: readonly Ship[] = names.ships.map((name, index): Ship => {
  const shipClass = CLASSES[index % CLASSES.length] as ShipClass;
  const [nation, nationNumber] = NATIONS[index % NATIONS.length] as (typeof NATIONS)[number];
  const number = FIRST_NUMBER + index;
  const shipParamsId = (4095 - number) * 2 ** 20 + (31 - shipClass.number) * 2 ** 15 + nationNumber;
  return {
    name,
    vehicle: `P${nation}S${shipClass.letter}${number}-${name.replaceAll(' ', '-')}`,
    shipParamsId,
    class: shipClass,
  };
});

const CLASS_OF_SEAT = {
  carrier: CARRIER,
  battleship: BATTLESHIP,
  cruiser: CRUISER,
  destroyer: DESTROYER,
  submarine: SUBMARINE,
} as const;

/** A team's ships by class; both teams of a battle have the same. */
export type Lineup = readonly (keyof typeof CLASS_OF_SEAT)[];

/** A ship for each seat of a team. `pick` chooses among the ships of the seat's class. */
export function crewLineup(lineup: Lineup, pick: (ships: readonly Ship[]) => Ship): Ship[] {
  return lineup.map((seat) => pick(FLEET.filter((ship) => ship.class === CLASS_OF_SEAT[seat])));
}
