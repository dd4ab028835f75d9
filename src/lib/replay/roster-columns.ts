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

/** Vehicles of the header; in odd files several have one id. */
export type VehiclesById = ReadonlyMap<number, readonly ReplayVehicle[]>;

type LearnedName = 'name' | 'shipParamsId' | 'teamId';
/** Columns that agree with the header: often one, several when the battle is small or one-sided. */
type LearnedColumns = { id: number } & Record<LearnedName, number[]>;

/** What the publisher has used so far (game 0.9.1 to 15.5), players first, bots last. */
const KNOWN_COLUMNS: readonly RosterColumns[] = [
  knownColumns([0, 1, 4, 5, 10, 22, 29, 30, 32]),
  knownColumns([0, 1, 4, 5, 10, 23, 30, 31, 33]),
  knownColumns([0, 2, 5, 6, 11, 24, 32, 33, 35]),
  knownColumns([0, 2, 5, 6, 11, 25, 33, 34, 36]),
  { ...knownColumns([0, 0, 4, 5, 10, 19, 23, 24, 26]), avatarId: null },
];

type NineNumbers = [number, number, number, number, number, number, number, number, number];

function knownColumns([
  accountId,
  avatarId,
  clanId,
  clanTag,
  id,
  name,
  shipId,
  shipParamsId,
  teamId,
]: NineNumbers) {
  return { accountId, avatarId, clanId, clanTag, id, name, shipId, shipParamsId, teamId };
}

/**
 * Finds the columns of a list of participants: first those that the header shows, then the rest from the layout
 * known to agree with them, else from the order that the fields have always had. Undefined when it is another list.
 */
export function findRosterColumns(rows: RosterRow[], vehicles: VehiclesById): RosterColumns | undefined {
  const learned = learnColumns(rows, vehicles);
  if (!learned) return;
  return KNOWN_COLUMNS.find((known) => agrees(known, learned)) ?? guessColumns(rows, learned);
}

function agrees(known: RosterColumns, learned: LearnedColumns): boolean {
  return (
    known.id === learned.id &&
    learned.name.includes(known.name) &&
    learned.shipParamsId.includes(known.shipParamsId as number) &&
    learned.teamId.includes(known.teamId)
  );
}

/**
 * Joins on the vehicle's id, never on names, which bots share, and compares every column with the header. Rows whose id
 * several vehicles or rows have say nothing about the columns.
 */
function learnColumns(rows: RosterRow[], vehicles: VehiclesById): LearnedColumns | undefined {
  const columns = numericKeys(rows[0] as RosterRow);
  const id = findIdColumn(rows, columns, vehicles);
  if (id === undefined) return;
  const rowsById = Map.groupBy(rows, (row) => row.get(id));
  const certain = rows.filter(
    (row) => rowsById.get(row.get(id))?.length === 1 && vehicles.get(row.get(id) as number)?.length === 1,
  );
  if (certain.length === 0) return;
  const vehicleOf = (row: RosterRow) => vehicles.get(row.get(id) as number)?.[0] as ReplayVehicle;
  const matching = (test: (value: PickleValue | undefined, vehicle: ReplayVehicle) => boolean) =>
    columns.filter((column) => certain.every((row) => test(row.get(column), vehicleOf(row))));
  const learned = {
    id,
    name: matching((value, vehicle) => value === vehicle.name),
    shipParamsId: matching((value, vehicle) => value === vehicle.shipId),
    teamId: columns.filter((column) =>
      isTeam(certain.map((row) => [row.get(column), vehicleOf(row).relation])),
    ),
  };
  return learned.name.length && learned.shipParamsId.length && learned.teamId.length ? learned : undefined;
}

/** The column that is in the header for every row, and differs in nearly all of them. */
function findIdColumn(rows: RosterRow[], columns: number[], vehicles: VehiclesById): number | undefined {
  const different = (column: number) => new Set(rows.map((row) => row.get(column))).size;
  return columns
    .filter((column) => rows.every((row) => vehicles.has(row.get(column) as number)))
    .filter((column) => different(column) * 2 > rows.length)
    .sort((a, b) => different(b) - different(a) || a - b)[0];
}

/** A team has one number for the recorder's side and another for the enemy's. */
function isTeam(pairs: [PickleValue | undefined, number][]): boolean {
  const numbers = [new Set<number>(), new Set<number>()] as const;
  for (const [value, relation] of pairs) {
    if (typeof value !== 'number') return false;
    numbers[relation === RELATION.enemy ? 1 : 0].add(value);
  }
  const [own, enemy] = numbers;
  return own.size <= 1 && enemy.size <= 1 && !enemy.has([...own][0] ?? Number.NaN);
}

/**
 * Columns by the order of fields in every version seen, which is alphabetical: account id first, avatar id,
 * clan colour, clan id, clan tag (the first text), …, ship id, ship params id, …, team id (the last number).
 */
function guessColumns(rows: RosterRow[], learned: LearnedColumns): RosterColumns {
  const columns = numericKeys(rows[0] as RosterRow);
  const all = (column: number, type: 'number' | 'string') =>
    rows.every((row) => typeof row.get(column) === type);
  const clanTag = columns.find((column) => column < learned.id && all(column, 'string')) ?? null;
  const clanId = clanTag !== null && all(clanTag - 1, 'number') ? clanTag - 1 : null;
  const beforeClan = columns.filter((column) => column > 0 && clanTag !== null && column < clanTag - 2);
  const shipParamsId = learned.shipParamsId[0] as number;
  return {
    accountId: 0,
    avatarId: beforeClan.find((column) => all(column, 'number')) ?? null,
    clanId,
    clanTag,
    id: learned.id,
    name: learned.name[0] as number,
    shipId: all(shipParamsId - 1, 'number') ? shipParamsId - 1 : null,
    shipParamsId,
    teamId: learned.teamId.at(-1) as number,
  };
}

function numericKeys(row: RosterRow): number[] {
  return [...row.keys()].filter((key) => typeof key === 'number').sort((a, b) => a - b);
}
