/**
 * `npm run migrate`: creates the database if necessary and applies pending migrations. Production does not apply them when it
 * starts.
 */
import { UsageError } from '#api/commands/arguments.ts';
import { print, runCommand } from '#api/commands/command.ts';
import { databaseProblems, loadStorage } from '#api/config/storage.ts';
import { placeOf } from '#api/db/open.ts';
import { openData } from '#api/storage/open-data.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

await runCommand('Usage: npm run migrate', async ([unknown]) => {
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}.`);
  // The default folder is the demo's, which migrates it by itself.
  const [problem] = process.env.DATA_DIR ? [] : databaseProblems(process.env);
  if (problem !== undefined) throw new ConfigError(problem);
  const storage = loadStorage(process.env);
  const { database } = await openData({ ...storage, migrateAtStart: true }, print);
  await database.close();
  print(`The ${placeOf(storage)} has all migrations.`);
});
