/**
 * `npm run backup -- TARGET` and `npm run restore -- SOURCE`: all rows and files, from and into either database. A server
 * may be in use during a backup; the embedded database may not.
 */
import path from 'node:path';
import { fileProblem } from '#api/base/failures.ts';
import { parseArguments, UsageError } from '#api/commands/arguments.ts';
import { CommandError, print, runCommand } from '#api/commands/command.ts';
import { loadStorage } from '#api/config/storage.ts';
import { connectDatabase, placeOf, requireDatabase } from '#api/db/open.ts';
import { openFiles } from '#api/files/open-files.ts';
import { createBackup } from '#api/storage/backup/create-backup.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';

const USAGE = `Usage:
  npm run backup -- TARGET                 writes a backup to a new folder
  npm run restore -- SOURCE [--replace]    restores a backup; --replace deletes what the database and the files hold`;

async function backup(target: string): Promise<void> {
  const config = loadStorage(process.env);
  requireDatabase(config);
  const database = await connectDatabase(config);
  try {
    const data = { database, files: openFiles(config) };
    const { rows, files, missing } = await createBackup(data, target);
    for (const file of missing)
      print(`Warning: the file ${file} is missing or damaged, so the backup lacks it.`);
    print(`Backed up ${rows} rows and ${files} files of the ${placeOf(config)} to ${target}.`);
  } finally {
    await database.close();
  }
}

async function restore(source: string, replace: boolean): Promise<void> {
  const config = loadStorage(process.env);
  const { createdAt } = await restoreBackup(config, source, replace);
  print(`Restored the backup of ${createdAt} into the ${placeOf(config)}.`);
}

await runCommand(USAGE, async ([command, ...args]) => {
  const { positionals, values } = parseArguments(
    args,
    command === 'restore' ? { replace: { type: 'boolean' } } : {},
  );
  const [given, ...others] = positionals;
  if (given === undefined || others.length > 0) throw new UsageError('Give one folder.');
  // npm runs in the project's folder, whatever folder it was called in.
  const folder = path.resolve(process.env.INIT_CWD ?? '', given);
  try {
    if (command === 'restore') await restore(folder, 'replace' in values && values.replace === true);
    else await backup(folder);
  } catch (error) {
    const problem = fileProblem(error, folder);
    throw problem === null ? error : new CommandError(problem);
  }
});
