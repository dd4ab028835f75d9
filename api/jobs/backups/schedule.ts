/** When a backup is due, which one is tested, and which ones are removed (rules 22.14 to 22.16). Lists are newest first. */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import type { Check, KeptBackup } from '#api/storage/backup/kept-backups.ts';
import type { RegionId } from '#lib/regions.ts';

/** Asked once an hour. Half an hour less than the period, so that backups do not become later by an hour each time. */
const isOlder = (at: number, days: number, now: number): boolean =>
  now - at > days * millisecondsInDay - millisecondsInHour / 2;

/** The newest backup that has all regions; null without one. */
export const newestOf = (backups: readonly KeptBackup[], regions: readonly RegionId[]): KeptBackup | null =>
  backups.find((backup) => regions.every((region) => backup.regions.includes(region))) ?? null;

/** A backup that was tested. */
export type TestedBackup = KeptBackup & { check: Check };

/** The backup that was tested last; null when none was. */
export const lastTested = (backups: readonly KeptBackup[]): TestedBackup | null =>
  backups
    .filter((backup): backup is TestedBackup => backup.check !== null)
    .toSorted((one, other) => one.check.at - other.check.at)
    .at(-1) ?? null;

/** Whether the newest backup of all regions is about a day old, or missing. */
export function isBackupDue(
  backups: readonly KeptBackup[],
  regions: readonly RegionId[],
  now: number,
): boolean {
  const newest = newestOf(backups, regions);
  return newest === null || isOlder(newest.createdAt, 1, now);
}

/** The backup to test now: the newest, a week after the last test, or sooner when that one failed; null when none is due. */
export function backupToTest(backups: readonly KeptBackup[], now: number): KeptBackup | null {
  const last = lastTested(backups);
  const [newest = null] = backups;
  const isDue =
    last === null ||
    isOlder(last.check.at, 7, now) ||
    (last.check.problem !== null && newest?.check === null);
  return isDue ? newest : null;
}

/**
 * The backups that are older than `days` days. Two stay whatever their age: the newest backup that did not fail a test, and the
 * newest that passed one.
 */
export function expiredOf(backups: readonly KeptBackup[], days: number, now: number): KeptBackup[] {
  const kept = [
    backups.find(({ check }) => check === null || check.problem === null),
    backups.find(({ check }) => check !== null && check.problem === null),
  ];
  return backups.filter(
    (backup) => now - backup.createdAt > days * millisecondsInDay && !kept.includes(backup),
  );
}
