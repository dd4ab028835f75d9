/** Removes files that no row refers to, which killed processes, failed transactions and deleted rows leave behind. */
import { millisecondsInHour } from 'date-fns/constants';
import type { DataSource } from '#api/db/database.ts';
import type { FileStore } from '#api/files/store.ts';
import { findUnreferenced, removeUnreferenced } from '#api/model/replays/files.ts';

/** Younger files are kept, since their row may not be committed yet. In milliseconds. */
const GRACE_MS = millisecondsInHour;

/** Removes unreferenced files that are older than `graceMs`, in all regions. Returns their number. */
export async function sweepFiles(
  database: DataSource,
  files: FileStore,
  signal: AbortSignal,
  graceMs: number = GRACE_MS,
): Promise<number> {
  let removed = 0;
  await files.removeAbandoned(graceMs);
  for (const region of database.regions)
    for await (const sums of files.list(region)) {
      if (signal.aborted) return removed;
      for (const sum of await database.read(region, (db) => findUnreferenced(db, sums)))
        if (
          (await files.ageOf(region, sum)) > graceMs &&
          (await removeUnreferenced(database, files, region, sum))
        )
          removed += 1;
    }
  return removed;
}
