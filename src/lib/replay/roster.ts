import type { ReplayPlayer } from '#lib/schemas/replay.ts';
import type { ArenaState } from './arena-state.ts';
import type { PickleValue } from './pickle-machine.ts';
import { RELATION, type ReplayVehicle } from './replay-header.ts';
import { findRosterColumns, type RosterRow } from './roster-columns.ts';

/** More than any battle has rows, and any version columns. */
const ROWS_MAX = 200;
const COLUMNS_MAX = 200;

/**
 * Participants of the arena state, players and bots, then those that only the header knows. Undefined when no
 * list in it fits the header.
 */
export function rosterFromArena(state: ArenaState, vehicles: ReplayVehicle[]): ReplayPlayer[] | undefined {
  const byId = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const players = state.values.flatMap((value) => playersOf(toRows(value), byId));
  if (players.length === 0) return;
  const listed = new Set(players.map((player) => player.id));
  return [...players, ...rosterFromHeader(vehicles.filter((vehicle) => !listed.has(vehicle.id)))];
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

function playersOf(rows: RosterRow[], vehicles: ReadonlyMap<number, ReplayVehicle>): ReplayPlayer[] {
  const columns = rows.length > 0 ? findRosterColumns(rows, vehicles) : undefined;
  if (!columns) return [];
  return rows.map((row) => {
    const number = (column: number | null) => (column === null ? 0 : toId(row.get(column)));
    return {
      id: number(columns.id),
      avatarId: number(columns.avatarId),
      accountId: number(columns.accountId),
      name: String(row.get(columns.name)),
      clanId: number(columns.clanId),
      clanTag: columns.clanTag === null ? '' : toText(row.get(columns.clanTag)),
      teamId: number(columns.teamId),
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
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
}

function toText(value: PickleValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
