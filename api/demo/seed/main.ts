/** `npm run seed`: fills empty regions with an invented world. `--reset` deletes all data first. */
import { loadConfig } from '#api/config/load-config.ts';
import { DatabaseError } from '#api/db/database.ts';
import { seedEmptyRegions } from '#api/demo/seed/insert.ts';
import { openData } from '#api/storage/open-data.ts';
import { resetDatabase } from '#api/storage/reset.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

async function seed(reset: boolean): Promise<string> {
  const config = loadConfig(process.env, 'demo');
  if (reset) await resetDatabase(config);
  const data = await openData(config, (text) => process.stdout.write(`${text}\n`));
  try {
    const regions = await seedEmptyRegions(data, Date.now());
    return regions.length === 0
      ? 'Every region has data already. Run "npm run seed -- --reset" to start over.'
      : `Seeded ${regions.join(', ')}.`;
  } finally {
    await data.database.close();
  }
}

const unknown = process.argv.slice(2).filter((argument) => argument !== '--reset');
try {
  if (unknown.length > 0) throw new ConfigError(`Unknown option ${unknown[0]}: the only option is --reset.`);
  process.stdout.write(`${await seed(process.argv.includes('--reset'))}\n`);
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DatabaseError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
