import type { PickleValue } from './pickle-machine.ts';
import type { RosterColumns, RosterRow } from './roster-columns.ts';

/** Buildings have 8 columns, observers 17. */
const COLUMNS_MIN = 12;

/**
 * Columns of a list of observers, who have no ship and are not in the header; undefined when it is another list.
 *
 * Fields are in alphabetical order: account id, avatar id, dog tag, id, flags, name, …, realm, team id.
 */
export function findObserverColumns(rows: RosterRow[]): RosterColumns | undefined {
  const size = rows[0]?.size ?? 0;
  if (size < COLUMNS_MIN || !rows.every((row) => row.size === size)) return;
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
