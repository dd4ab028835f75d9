import type { ReplayPlayer } from '#lib/schemas/replay.ts';
import type { ArenaState } from './arena-state.ts';
import { findObserverColumns } from './observer-columns.ts';
import type { PickleValue } from './pickle-machine.ts';
import { RELATION, type ReplayVehicle } from './replay-header.ts';
import { findRosterColumns, type RosterColumns, type RosterRow } from './roster-columns.ts';

/** More than any battle has rows, and any version columns. */
const ROWS_MAX = 200;
const COLUMNS_MAX = 200;

/**
 * Participants of the arena state, players and bots, then those that only the header knows, then observers. Undefined
 * when no list in it fits the header.
 */
export function rosterFromArena(state: ArenaState, vehicles: ReplayVehicle[]): ReplayPlayer[] | undefined {
  const byId = Map.groupBy(vehicles, (vehicle) => vehicle.id);
  const lists = state.values.map(toRows);
  const columns = lists.map((rows) => (rows.length > 0 ? findRosterColumns(rows, byId) : undefined));
  const players = lists.flatMap((rows, index) => playersOf(rows, columns[index]));
  if (players.length === 0) return;
  const others = lists.filter((_, index) => columns[index] === undefined);
  const observers = others.flatMap((rows) => playersOf(rows, findObserverColumns(rows)));
  return [...players, ...rosterFromHeader(unlisted(vehicles, [...players, ...observers])), ...observers];
}

/** Vehicles that no row is about. Where several have one id, a row is about the one of its name first. */
function unlisted(vehicles: ReplayVehicle[], players: ReplayPlayer[]): ReplayVehicle[] {
  const rows = Map.groupBy(players, (player) => player.id);
  const byId = Map.groupBy(vehicles, (vehicle) => vehicle.id);
  return [...byId].flatMap(([id, sameId]) => {
    const names = rows.get(id)?.map((player) => player.name) ?? [];
    const missing = Math.max(0, sameId.length - names.length);
    return sameId.filter((vehicle) => names.length === 0 || !names.includes(vehicle.name)).slice(0, missing);
  });
}

/** What the header alone tells: names, ships and sides; every id of a person or clan is 0. */
export function rosterFromHeader(vehicles: ReplayVehicle[]): ReplayPlayer[] {
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

function playersOf(rows: RosterRow[], columns: RosterColumns | undefined): ReplayPlayer[] {
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

/** Rows of a list of lists of (column, value). Empty for anything else. */
function toRows(value: PickleValue): RosterRow[] {
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

/** Bots have negative account ids, which are nobody's. */
function toId(value: PickleValue | undefined): number {
  return Math.max(0, toInteger(value));
}

function toInteger(value: PickleValue | undefined): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

function toText(value: PickleValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
