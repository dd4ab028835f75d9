/** `npm run remove-region`: deletes the rows and files of a region that the deployment no longer has. */
import { parseArguments, regionOf, UsageError } from '#api/commands/arguments.ts';
import { CommandError, print, runCommand } from '#api/commands/command.ts';
import { loadStorage, type StorageConfig } from '#api/config/storage.ts';
import { connectDatabase, placeOf, requireDatabase } from '#api/db/open.ts';
import { openFiles } from '#api/files/open-files.ts';
import { countRows, listTables } from '#api/storage/backup/tables.ts';
import { removeData, requireUnused } from '#api/storage/reset.ts';
import type { RegionId } from '#lib/regions.ts';

const USAGE = `Usage:
  npm run remove-region -- na          shows how much is stored of a region that REGIONS does not name
  npm run remove-region -- na --yes    deletes it for good`;

/** How much is stored of the region. Throws a DatabaseError while the API uses the database. */
async function contentOf(storage: StorageConfig, region: RegionId): Promise<{ rows: number; files: number }> {
  const content = { rows: 0, files: 0 };
  await using database = await connectDatabase(storage);
  await requireUnused(database);
  await database.read(region, async (db) => {
    for (const { name } of await listTables(db)) content.rows += await countRows(db, name);
  });
  for await (const sums of openFiles(storage).list(region)) content.files += sums.length;
  return content;
}

await runCommand(USAGE, async (args) => {
  const { positionals, values } = parseArguments(args, { yes: { type: 'boolean' } });
  const [given, ...others] = positionals;
  if (given === undefined || others.length > 0) throw new UsageError('Give one region.');
  const region = regionOf(given);
  const storage = loadStorage(process.env);
  if (storage.regions.includes(region))
    throw new CommandError(
      `${region} is one of the REGIONS (${storage.regions.join(', ')}): take it out first.`,
    );
  requireDatabase(storage);
  const { rows, files } = await contentOf(storage, region);
  const found = `${rows} rows and ${files} files of ${region}`;
  if (values.yes !== true) {
    print(`The ${placeOf(storage)} has ${found}. Add --yes to delete them for good; backups keep theirs.`);
    return;
  }
  await removeData(storage, [region]);
  print(`Deleted ${found} from the ${placeOf(storage)}.`);
});
