/** How a version of the game writes the course of a battle. */
import type { ReplayLayout } from './layouts.ts';

const FIRST_NUMBERED_BY_YEAR = 12;

/** Numbers and forms that differ between versions. */
export type BattleFormat = ReturnType<typeof battleFormat>;

/** The format of a layout's version. Numbers of methods and properties differ between layouts, as they do in the game. */
export function battleFormat({ version, arenaMethodId }: ReplayLayout) {
  const parts = version.split(',').map(Number);
  const since = (...wanted: number[]) => {
    const at = wanted.findIndex((number, index) => number !== parts[index]);
    return at < 0 || (parts[at] as number) > (wanted[at] as number);
  };
  const isOld = !since(0, 8, 7);
  return {
    mapPacket: since(12, 6) ? 0x28 : 0x27,
    nestedPacket: since(12, 6) ? 0x23 : 0x22,
    resultsPacket: since(12, 6) ? 0x22 : null,
    headingBits: since(0, 10, 0) ? 8 : 9,
    methods: {
      minimap: arenaMethodId - 9,
      sinking: arenaMethodId - 50,
      hit: arenaMethodId - 48,
      result: arenaMethodId - 90,
      reinforcement: arenaMethodId + 6,
    },
    /** Numbers of the properties of a vehicle; the properties before the team have one byte. */
    vehicle: {
      team: since(0, 11, 4) ? 6 : 4,
      health: since(12, 0) ? 24 : since(0, 10, 0) ? 21 : 17,
      hasMostHealth: since(0, 10, 5),
    },
    logic: {
      type: since(0, 9, 0) ? 10 : 11,
      result: since(12, 5) ? 4 : null,
      state: since(12, 5) ? 5 : 4,
      /** Width of the numbers of properties, and of the numbers of fields in the state. */
      bits: isOld ? ([3, 5] as const) : !since(0, 9, 0) ? ([3, 4] as const) : ([4, 5] as const),
    },
    score: isOld ? ('both' as const) : ('each' as const),
    circles: circleFormat(since),
  };
}

/** Circles are in a list of the battle's state, or since 0.11.11 entities. */
function circleFormat(since: (...wanted: number[]) => boolean) {
  if (since(0, 11, 11)) {
    const type = since(FIRST_NUMBERED_BY_YEAR) ? 14 : 12;
    return {
      kind: 'entities',
      type,
      extraByte: since(15, 2),
      hasInner: since(12),
      ownerBytes: since(12) ? 8 : 4,
    } as const;
  }
  return {
    kind: 'list',
    hasInner: since(0, 8, 7),
    progressNumbers: since(0, 10, 5) ? 1 : 2,
    hasTime: since(0, 10, 5),
    hasSpeed: since(0, 10, 7),
  } as const;
}
