/** A PostgreSQL database for some regions (rule 18.14). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerDatabase } from '#api/db/postgres.ts';
import { joinProcesses } from '#api/operation/processes.ts';
import type { RegionId } from '#lib/regions.ts';
import { addDatabase, administer, dropDatabase } from '#tests/support/postgres/databases.ts';

const url = await addDatabase();
const open = (...regions: RegionId[]) => createServerDatabase({ url, regions });

const database = open('sea', 'na');
beforeAll(() => database.migrate());
afterAll(async () => {
  await database.close();
  await dropDatabase(url);
});

test('its migrations create no other region', async () => {
  const { rows } = await administer(
    url,
    `select nspname from pg_namespace where nspname ~ '^[a-z]{2,3}$' order by 1`,
  );
  expect(rows).toEqual([{ nspname: 'na' }, { nspname: 'sea' }]);
});

test('processes find each other whatever the order of their regions', async () => {
  const options = { hasRedis: false, keys: null, log: () => {} };
  const first = await joinProcesses(database, options);
  const other = open('na', 'sea');
  await expect(joinProcesses(other, options)).rejects.toThrow(
    'uses this database, and both have no REDIS_URL',
  );
  await first?.leave();
  await other.close();
});
