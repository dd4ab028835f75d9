/** `npm run seed`: fills empty regions with an invented world. `--reset` deletes all data first. */
import { UsageError } from '#api/commands/arguments.ts';
import { print, runCommand } from '#api/commands/command.ts';
import { loadConfig } from '#api/config/load-config.ts';
import { seedEmptyRegions } from '#api/demo/seed/insert.ts';
import { openData } from '#api/storage/open-data.ts';
import { resetDatabase } from '#api/storage/reset.ts';

await runCommand('Usage: npm run seed [-- --reset]', async (args) => {
  const unknown = args.find((argument) => argument !== '--reset');
  if (unknown !== undefined) throw new UsageError(`Unknown option ${unknown}: the only option is --reset.`);
  const config = loadConfig(process.env, 'demo');
  if (args.length > 0) await resetDatabase(config);
  const data = await openData(config, print);
  await using _ = data.database;
  const regions = await seedEmptyRegions(data, Date.now());
  print(
    regions.length === 0
      ? 'Every region has data already. Run "npm run seed -- --reset" to start over.'
      : `Seeded ${regions.join(', ')}.`,
  );
});
