/** The steps of `npm run person` before it exports or erases. */
import { exportPerson, type PersonExport } from '#api/commands/person/export.ts';
import { createScan, type Scan, type Sought } from '#api/commands/person/scan.ts';
import type { DataSource } from '#api/db/database.ts';

/** Searches all rows of EU for an account. */
export async function scanFor(
  database: DataSource,
  accountId: number,
  sought: Partial<Sought> = {},
): Promise<Scan> {
  const scan = await createScan(database, 'eu', { accountId, ...sought });
  await scan.search();
  return scan;
}

/** The export of an account of EU; null when nothing is stored about it. */
export async function exportOf(database: DataSource, accountId: number): Promise<PersonExport | null> {
  const scan = await scanFor(database, accountId);
  return database.snapshot('eu', (db) => exportPerson(db, scan));
}
