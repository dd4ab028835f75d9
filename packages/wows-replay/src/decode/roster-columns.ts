import type { PickleValue } from './pickle-machine.ts';
import { RELATION, type ReplayVehicle } from './replay-header.ts';

/** One participant as the arena state lists it: values by column number. */
export type RosterRow = ReadonlyMap<PickleValue, PickleValue>;

/** Column numbers of a list of participants. Null where the list has no such column. */
export interface RosterColumns {
  accountId: number;
  avatarId: number | null;
  clanId: number | null;
  clanTag: number | null;
  id: number;
  name: number;
  shipId: number | null;
  /** Observers have none. */
  shipParamsId: number | null;
  teamId: number;
}

/** Vehicles of the header. In some files several share an id. */
export type VehiclesById = ReadonlyMap<number, readonly ReplayVehicle[]>;

/** A row and its vehicle in the header. */
interface Match {
  row: RosterRow;
  vehicle: ReplayVehicle;
}

/** Columns that agree with the header. Several may agree when the battle is small or one-sided. */
interface Candidates {
  id: number;
  name: number[];
  shipParamsId: number[];
  teamId: number[];
}

/** The layouts of games 0.9.1 to 15.5, with columns in the order of RosterColumns: players first, bots last. */
const KNOWN_LAYOUTS: readonly RosterColumns[] = [
  layout([0, 1, 4, 5, 10, 22, 29, 30, 32]),
  layout([0, 1, 4, 5, 10, 23, 30, 31, 33]),
  layout([0, 2, 5, 6, 11, 24, 32, 33, 35]),
  layout([0, 2, 5, 6, 11, 25, 33, 34, 36]),
  { ...layout([0, 0, 4, 5, 10, 19, 23, 24, 26]), avatarId: null },
];

type NineNumbers = [number, number, number, number, number, number, number, number, number];

function layout(columns: NineNumbers): RosterColumns {
  const [accountId, avatarId, clanId, clanTag, id, name, shipId, shipParamsId, teamId] = columns;
  return { accountId, avatarId, clanId, clanTag, id, name, shipId, shipParamsId, teamId };
}

/**
 * Finds out which column of a list of participants is which, since the numbers differ between versions of the game.
 * Undefined when the rows are not about the header's vehicles.
 *
 * The header names the vehicles without account ids and clans:
 *
 *     id 537, name 'Ann', shipId 42, relation 0 (recorder)
 *     id 539, name 'Bob', shipId 43, relation 2 (enemy)
 *
 * The arena state has everything, but only with column numbers:
 *
 *     column   0        1     4    5       10    22      29   30   32
 *     row      500001   800   77   'TAG'   537   'Ann'   70   42   0
 *     row      500002   804   0    ''      539   'Bob'   71   43   1
 *
 * 1. Column 10 holds the header's ids and nothing else, so it is `id`: the first row is Ann's, the second Bob's.
 * 2. In both rows column 22 equals the vehicle's name and column 30 its `shipId`, so they are `name` and `shipParamsId`.
 *    Column 32 has one number for the recorder's side and another for the enemy's, so it can be `teamId`. With only two
 *    players so can every other column of numbers.
 * 3. The first known layout that agrees with these candidates settles what is left: account ids are in column 0, clan tags
 *    in column 5. When no known layout agrees, the columns are guessed from the order of fields.
 */
export function findRosterColumns(rows: RosterRow[], vehicles: VehiclesById): RosterColumns | undefined {
  const candidates = findCandidates(rows, vehicles);
  if (!candidates) return;
  return KNOWN_LAYOUTS.find((known) => fits(known, candidates)) ?? guessColumns(rows, candidates);
}

function fits(known: RosterColumns, candidates: Candidates): boolean {
  return (
    known.id === candidates.id &&
    candidates.name.includes(known.name) &&
    candidates.shipParamsId.includes(known.shipParamsId as number) &&
    candidates.teamId.includes(known.teamId)
  );
}

/** Steps 1 and 2 of the example. */
function findCandidates(rows: RosterRow[], vehicles: VehiclesById): Candidates | undefined {
  const columns = numericKeys(rows[0] as RosterRow);
  const id = findIdColumn(rows, columns, vehicles);
  if (id === undefined) return;
  const matches = matchById(rows, id, vehicles);
  if (matches.length === 0) return;
  const columnsEqualTo = (read: (vehicle: ReplayVehicle) => string | number) =>
    columns.filter((column) => matches.every(({ row, vehicle }) => row.get(column) === read(vehicle)));
  const name = columnsEqualTo((vehicle) => vehicle.name);
  const shipParamsId = columnsEqualTo((vehicle) => vehicle.shipId);
  const teamId = columns.filter((column) => isTeamColumn(column, matches));
  return name.length && shipParamsId.length && teamId.length ? { id, name, shipParamsId, teamId } : undefined;
}

/** Of the columns that hold vehicle ids of the header in every row, the one with the most different ids. */
function findIdColumn(rows: RosterRow[], columns: number[], vehicles: VehiclesById): number | undefined {
  const countDifferent = (column: number) => new Set(rows.map((row) => row.get(column))).size;
  return columns
    .filter((column) => rows.every((row) => vehicles.has(row.get(column) as number)))
    .filter((column) => countDifferent(column) * 2 > rows.length)
    .sort((a, b) => countDifferent(b) - countDifferent(a) || a - b)[0];
}

/** Matches by vehicle id: names are not unique among bots. Ids that several rows or vehicles share are left out. */
function matchById(rows: RosterRow[], idColumn: number, vehicles: VehiclesById): Match[] {
  return [...Map.groupBy(rows, (row) => row.get(idColumn))].flatMap(([id, rowsOfId]) => {
    const vehiclesOfId = vehicles.get(id as number) ?? [];
    const [row, vehicle] = [rowsOfId[0], vehiclesOfId[0]];
    const isUnique = rowsOfId.length === 1 && vehiclesOfId.length === 1;
    return row && vehicle && isUnique ? [{ row, vehicle }] : [];
  });
}

/** Whether the column has one number for the recorder's side and another for the enemy's. */
function isTeamColumn(column: number, matches: Match[]): boolean {
  if (!matches.every(({ row }) => typeof row.get(column) === 'number')) return false;
  const numbersOf = (isEnemy: boolean) => {
    const side = matches.filter(({ vehicle }) => (vehicle.relation === RELATION.enemy) === isEnemy);
    return new Set(side.map(({ row }) => row.get(column)));
  };
  const [own, enemy] = [numbersOf(false), numbersOf(true)];
  return own.size <= 1 && enemy.size <= 1 && own.isDisjointFrom(enemy);
}

/**
 * Guesses the columns of an unknown layout. In every known version the fields are in alphabetical order: account id first,
 * avatar id, clan colour, clan id, clan tag (the first text), …, ship id, ship params id, …, team id (the last number).
 */
function guessColumns(rows: RosterRow[], candidates: Candidates): RosterColumns {
  const columns = numericKeys(rows[0] as RosterRow);
  const hasType = (column: number, type: 'number' | 'string') =>
    rows.every((row) => typeof row.get(column) === type);
  const clanTag = columns.find((column) => column < candidates.id && hasType(column, 'string')) ?? null;
  const clanId = clanTag !== null && hasType(clanTag - 1, 'number') ? clanTag - 1 : null;
  const beforeClan = columns.filter((column) => column > 0 && clanTag !== null && column < clanTag - 2);
  const shipParamsId = candidates.shipParamsId[0] as number;
  return {
    accountId: 0,
    avatarId: beforeClan.find((column) => hasType(column, 'number')) ?? null,
    clanId,
    clanTag,
    id: candidates.id,
    name: candidates.name[0] as number,
    shipId: hasType(shipParamsId - 1, 'number') ? shipParamsId - 1 : null,
    shipParamsId,
    teamId: candidates.teamId.at(-1) as number,
  };
}

function numericKeys(row: RosterRow): number[] {
  return [...row.keys()].filter((key) => typeof key === 'number').sort((a, b) => a - b);
}
