/** Ships by their number in the game (`shipParamsId`), which holds class, nation and code, but no name. */

const CLASSES = {
  0: { id: 'carrier', name: 'aircraft carrier', letter: 'A' },
  1: { id: 'battleship', name: 'battleship', letter: 'B' },
  2: { id: 'cruiser', name: 'cruiser', letter: 'C' },
  3: { id: 'destroyer', name: 'destroyer', letter: 'D' },
  18: { id: 'submarine', name: 'submarine', letter: 'S' },
  23: { id: 'auxiliary', name: 'auxiliary ship', letter: 'X' },
} as const;

/** Classes of ships. */
export type ShipClass = (typeof CLASSES)[keyof typeof CLASSES]['id'];

/** By the low 15 bits: the adjective, and the letter in the ship's code. */
const NATIONS: Readonly<Record<number, readonly [nation: string, letter: string]>> = {
  13520: ['Pan-Asian', 'Z'],
  13584: ['Event', 'X'],
  13616: ['European', 'W'],
  13648: ['Pan-American', 'V'],
  13680: ['Commonwealth', 'U'],
  13744: ['Spanish', 'S'],
  13776: ['Russian', 'R'],
  14032: ['Japanese', 'J'],
  14064: ['Italian', 'I'],
  14096: ['Dutch', 'H'],
  14128: ['German', 'G'],
  14160: ['French', 'F'],
  14288: ['British', 'B'],
  14320: ['US', 'A'],
};

const NUMBER_SHIFT = 20;
const CLASS_SHIFT = 15;
const NUMBER_MAX = 0xfff;
const CLASS_MAX = 0x1f;
const NATION_MASK = 0x7fff;

/** Facts about a ship from its number in the game. */
export interface Ship {
  class: ShipClass;
  /** Such as `battleship`. */
  className: string;
  /** As an adjective, such as `Japanese`. */
  nation: string;
  /** The game's code, such as `PASB017`. */
  code: string;
}

/** Class, nation and code of a ship; null for a number that is none. */
export function shipOf(shipParamsId: number): Ship | null {
  if (!Number.isSafeInteger(shipParamsId) || shipParamsId <= 0 || shipParamsId > 0xffff_ffff) return null;
  const number = NUMBER_MAX - (shipParamsId >>> NUMBER_SHIFT);
  const kind = CLASSES[(CLASS_MAX - ((shipParamsId >>> CLASS_SHIFT) & CLASS_MAX)) as keyof typeof CLASSES];
  const nation = NATIONS[shipParamsId & NATION_MASK];
  if (kind === undefined || nation === undefined) return null;
  const [adjective, letter] = nation;
  const code = `P${letter}S${kind.letter}${String(number).padStart(3, '0')}`;
  return { class: kind.id, className: kind.name, nation: adjective, code };
}

/** The ship’s name where it is known, else its class, with the nation unless `short`; null when the number is none. */
export function shipTitle(shipParamsId: number, shipName?: string | null, short = false): string | null {
  if (shipName) return shipName;
  const ship = shipOf(shipParamsId);
  if (ship === null) return null;
  return short ? ship.className : `${ship.nation} ${ship.className}`;
}

const VEHICLE = /^P[A-Z]S[A-Z]\d{3}-(.+?)(?:-(?:18|19|20)\d\d)?$/;

/** The name in a replay's `playerVehicle`: `Des Moines` of `PASC020-Des-Moines-1948`. Null when the text is none. */
export function shipNameOf(playerVehicle: string): string | null {
  return VEHICLE.exec(playerVehicle)?.[1]?.replaceAll('-', ' ') ?? null;
}
