/**
 * `npm run backup -- TARGET` and `npm run restore -- SOURCE`: rows and files of the deployment's regions, from and into either
 * database. A server may be in use during a backup; the embedded database may not.
 */
import { parseArguments, regionOf, UsageError } from '#api/commands/arguments.ts';
import { folderOf, inFolder, print, progress, requireRegion, runCommand } from '#api/commands/command.ts';
import { loadStorage } from '#api/config/storage.ts';
import { connectDatabase, placeOf, requireDatabase } from '#api/db/open.ts';
import { openFiles } from '#api/files/open-files.ts';
import { createBackup } from '#api/storage/backup/create-backup.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import type { RegionId } from '#lib/regions.ts';

const USAGE = `Usage:
  npm run backup -- TARGET                                 writes a backup of the REGIONS to a new folder
  npm run restore -- SOURCE [--region eu] [--replace]      restores the REGIONS from a backup

--region   restores one region
--replace  deletes what the database and the files hold of these regions`;

async function backup(target: string): Promise<void> {
  const config = loadStorage(process.env);
  requireDatabase(config);
  await using database = await connectDatabase(config);
  const data = { database, files: openFiles(config) };
  const { rows, files, missing } = await createBackup(data, target);
  for (const file of missing)
    print(`Warning: the file ${file} is missing or damaged, so the backup lacks it.`);
  const regions = config.regions.join(', ');
  print(`Backed up ${rows} rows and ${files} files of ${regions} from the ${placeOf(config)} to ${target}.`);
}

async function restore(source: string, replace: boolean, only: RegionId | null): Promise<void> {
  const config = loadStorage(process.env);
  if (only !== null) requireRegion(only, config.regions);
  const { createdAt, restored } = await restoreBackup(config, source, replace, { only, progress });
  print(`Restored ${restored.join(', ')} from the backup of ${createdAt} into the ${placeOf(config)}.`);
  const left = config.regions.filter((region) => only === null && !restored.includes(region));
  if (left.length > 0) print(`The backup has no data of ${left.join(', ')}, which is as it was.`);
}

await runCommand(USAGE, async ([command, ...args]) => {
  const { positionals, values } = parseArguments(args, {
    replace: { type: 'boolean', default: false },
    region: { type: 'string' },
  });
  const { replace, region } = values;
  if (command !== 'restore' && (replace || region !== undefined))
    throw new UsageError('--replace and --region are for restore.');
  const [given, ...others] = positionals;
  if (given === undefined || others.length > 0) throw new UsageError('Give one folder.');
  const folder = folderOf(given);
  await inFolder(folder, () =>
    command === 'restore'
      ? restore(folder, replace, region === undefined ? null : regionOf(region))
      : backup(folder),
  );
});
