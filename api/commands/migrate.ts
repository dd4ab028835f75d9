/**
 * `npm run migrate`: creates the database if necessary and applies pending migrations. Production does not apply them when it
 * starts.
 */
import { UsageError } from '#api/commands/arguments.ts';
import { print, runCommand } from '#api/commands/command.ts';
import { databaseProblems } from '#api/config/checks.ts';
import { loadStorage } from '#api/config/storage.ts';
import { openDatabase, placeOf } from '#api/db/open.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

await runCommand('Usage: npm run migrate', async ([unknown]) => {
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}.`);
  // The default folder is the demo's, which migrates it by itself.
  const [problem] = process.env.DATA_DIR ? [] : databaseProblems(process.env);
  if (problem !== undefined) throw new ConfigError(problem);
  const storage = loadStorage(process.env);
  const applied: string[] = [];
  const config = { ...storage, migrateAtStart: true };
  const database = await openDatabase(config, (names) => applied.push(...names));
  await database.close();
  print(applied.length === 0 ? 'Nothing was pending.' : `Applied: ${applied.join(', ')}.`);
  print(`The ${placeOf(storage)} has all migrations.`);
});
