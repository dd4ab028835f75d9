/**
 * `npm run migrate`: creates the database if necessary and applies pending migrations. Production does not apply them when it
 * starts.
 */
import { UsageError } from '#api/commands/arguments.ts';
import { print, runCommand } from '#api/commands/command.ts';
import { loadStorage, missingDatabase } from '#api/config/storage.ts';
import { placeOf } from '#api/db/open.ts';
import { openData } from '#api/storage/open-data.ts';
import { ConfigError } from '#lib/schemas/deployment.ts';

await runCommand('Usage: npm run migrate', async ([unknown]) => {
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}.`);
  const { DATABASE_URL, DATA_DIR } = process.env;
  // The default folder is the demo's, which migrates it by itself.
  if (!DATABASE_URL && !DATA_DIR) throw new ConfigError(missingDatabase());
  const storage = loadStorage(process.env);
  const { database } = await openData({ ...storage, migrateAtStart: true }, print);
  await database.close();
  print(`The ${placeOf(storage)} has all migrations.`);
});
