import type { ReplayPlayer } from '../replay.ts';
import type { ArenaState } from './arena-state.ts';
import type { PickleValue } from './pickle-machine.ts';
import { RELATION, type ReplayVehicle } from './replay-header.ts';
import { findRosterColumns, type RosterColumns, type RosterRow } from './roster-columns.ts';

/** More rows than any battle has, and more columns than any version of the game. */
const ROWS_MAX = 200;
const COLUMNS_MAX = 200;
/** Lists of buildings have 8 columns, lists of observers 17. */
const OBSERVER_COLUMNS_MIN = 12;
/** Columns from the name to the pre-battle. A new field may come in between. */
const PRE_BATTLE_OFFSETS = [2, 3];
/** Ids of pre-battles are large numbers. */
const PRE_BATTLE_MIN = 65_536;
/** A whole team that fights together, as in clan battles, is larger. */
const DIVISION_MAX = 5;
/** No ship has more health. */
export const HEALTH_MAX = 2_000_000;

/** Who took part in a battle. */
export interface Roster {
  /** Players and bots, then vehicles that only the header has. */
  players: ReplayPlayer[];
  /** Spectators, who have no ship. */
  observers: ReplayPlayer[];
  /** Full health by the entity of the ship, before upgrades and skills. */
  fullHealth: ReadonlyMap<number, number>;
  /** The columns of lists of participants, by the length of their rows. */
  columns: ReadonlyMap<number, RosterColumns>;
}

/** The participants of an arena state. Undefined when none of its lists fits the header. */
export function rosterFromArena(state: ArenaState, vehicles: ReplayVehicle[]): Roster | undefined {
  const byId = Map.groupBy(vehicles, (vehicle) => vehicle.id);
  const lists = state.values.map(toRosterRows).map((rows) => ({
    rows,
    columns: rows.length > 0 ? findRosterColumns(rows, byId) : undefined,
  }));
  const known = lists.flatMap(({ rows, columns }) => (columns ? [{ rows, columns }] : []));
  const players = known.flatMap(({ rows, columns }) => withDivisions(rows, columns));
  if (players.length === 0) return;
  const others = lists.filter(({ columns }) => columns === undefined);
  const observers = others.flatMap(({ rows }) => playersFromRows(rows, findObserverColumns(rows)));
  return {
    players: [...players, ...playersFromHeader(unlisted(vehicles, [...players, ...observers]))],
    observers,
    fullHealth: new Map(known.flatMap(({ rows, columns }) => fullHealthOf(rows, columns))),
    columns: new Map(known.map(({ rows, columns }) => [rows[0]?.size ?? 0, columns])),
  };
}

/** Vehicles without a row. Where several vehicles share an id, a row belongs to the one with its name. */
function unlisted(vehicles: ReplayVehicle[], players: ReplayPlayer[]): ReplayVehicle[] {
  const rows = Map.groupBy(players, (player) => player.id);
  const byId = Map.groupBy(vehicles, (vehicle) => vehicle.id);
  return [...byId].flatMap(([id, sameId]) => {
    const names = rows.get(id)?.map((player) => player.name) ?? [];
    const missing = Math.max(0, sameId.length - names.length);
    return sameId.filter((vehicle) => names.length === 0 || !names.includes(vehicle.name)).slice(0, missing);
  });
}

/** The roster from the header alone: names, ships and sides. */
export function rosterFromHeader(vehicles: ReplayVehicle[]): Roster {
  return { players: playersFromHeader(vehicles), observers: [], fullHealth: new Map(), columns: new Map() };
}

/** Ids of accounts and clans are 0. */
function playersFromHeader(vehicles: ReplayVehicle[]): ReplayPlayer[] {
  return vehicles.map((vehicle) => ({
    id: vehicle.id,
    avatarId: 0,
    accountId: 0,
    name: vehicle.name,
    clanId: 0,
    clanTag: '',
    teamId: vehicle.relation === RELATION.enemy ? 1 : 0,
    shipId: 0,
    shipParamsId: vehicle.shipId,
  }));
}

/** The participants that the rows of a list describe. */
export function playersFromRows(rows: RosterRow[], columns: RosterColumns | undefined): ReplayPlayer[] {
  if (!columns) return [];
  return rows.map((row) => {
    const number = (column: number | null) => (column === null ? 0 : toId(row.get(column)));
    return {
      // Negative for the AI ships of old operations, as in the header.
      id: toInteger(row.get(columns.id)),
      avatarId: number(columns.avatarId),
      accountId: number(columns.accountId),
      name: String(row.get(columns.name)),
      clanId: number(columns.clanId),
      clanTag: columns.clanTag === null ? '' : toText(row.get(columns.clanTag)),
      teamId: toInteger(row.get(columns.teamId)),
      shipId: number(columns.shipId),
      shipParamsId: number(columns.shipParamsId),
    };
  });
}

/** Adds the divisions: players of a team with the same pre-battle, which is the second column after the name, or a later one. */
function withDivisions(rows: RosterRow[], columns: RosterColumns): ReplayPlayer[] {
  const players = playersFromRows(rows, columns);
  if (columns.avatarId === null) return players;
  const divisions = PRE_BATTLE_OFFSETS.map((offset) => divisionsBy(rows, players, columns.name + offset));
  for (const [index, members] of (divisions.find(({ length }) => length > 0) ?? []).entries()) {
    for (const member of members) member.division = index + 1;
  }
  return players;
}

function divisionsBy(rows: RosterRow[], players: ReplayPlayer[], column: number): ReplayPlayer[][] {
  const byPreBattle = Map.groupBy(players, (_, index) => toInteger(rows[index]?.get(column)));
  return [...byPreBattle]
    .filter(([id, members]) => id >= PRE_BATTLE_MIN && isDivision(members))
    .map(([, members]) => members);
}

function isDivision(members: ReplayPlayer[]): boolean {
  const isOneTeam = members.every((member) => member.teamId === members[0]?.teamId);
  return isOneTeam && members.length > 1 && members.length <= DIVISION_MAX;
}

/** In every known version the column before the name. */
function fullHealthOf(rows: RosterRow[], columns: RosterColumns): [ship: number, health: number][] {
  return rows.flatMap((row) => {
    const ship = columns.shipId === null ? 0 : toId(row.get(columns.shipId));
    const health = toId(row.get(columns.name - 1));
    return ship > 0 && health > 0 && health <= HEALTH_MAX ? [[ship, health]] : [];
  });
}

/**
 * Columns of a list of observers, who have no ship and are not in the header. Undefined when it is another list. The fields
 * are in alphabetical order: account id, avatar id, dog tag, id, flags, name, …, realm, team id.
 */
function findObserverColumns(rows: RosterRow[]): RosterColumns | undefined {
  const size = rows[0]?.size ?? 0;
  if (size < OBSERVER_COLUMNS_MIN || !rows.every((row) => row.size === size)) return;
  const columns = Array.from({ length: size }, (_, column) => column);
  const all = (column: number, test: (value: PickleValue | undefined) => boolean) =>
    rows.every((row) => test(row.get(column)));
  const isText = (value: PickleValue | undefined) => typeof value === 'string' && value !== '';
  const id = columns.find((column) => column > 1 && all(column, isPositive));
  const name = columns.find((column) => column > (id ?? size) && all(column, isText));
  const teamId = columns.findLast((column) => column > (name ?? size) && all(column, Number.isSafeInteger));
  if (!all(0, isPositive) || !all(1, isPositive)) return;
  if (id === undefined || name === undefined || teamId === undefined) return;
  return {
    accountId: 0,
    avatarId: 1,
    clanId: null,
    clanTag: null,
    id,
    name,
    shipId: null,
    shipParamsId: null,
    teamId,
  };
}

function isPositive(value: PickleValue | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The rows of a list of lists of (column, value). Empty for any other value. */
export function toRosterRows(value: PickleValue): RosterRow[] {
  if (!Array.isArray(value) || value.length > ROWS_MAX) return [];
  const rows = value.filter(isPairs).map((pairs) => new Map(pairs));
  return rows.length === value.length ? rows : [];
}

function isPairs(row: PickleValue): row is [PickleValue, PickleValue][] {
  return (
    Array.isArray(row) &&
    row.length <= COLUMNS_MAX &&
    row.every((pair) => Array.isArray(pair) && pair.length === 2)
  );
}

/** Bots have negative account ids, which become 0. */
function toId(value: PickleValue | undefined): number {
  return Math.max(0, toInteger(value));
}

function toInteger(value: PickleValue | undefined): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

function toText(value: PickleValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
