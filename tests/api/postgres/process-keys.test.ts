/** Processes whose keys for tokens differ (rule 24.16). */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { joinProcesses } from '#api/operation/processes.ts';
import { openCopy } from '#tests/support/postgres/databases.ts';

let database: DataSource;
beforeAll(async () => {
  database = await openCopy();
});
afterAll(() => database.close());

const REFUSED = 'uses this database with another JWT_SECRET: set the same for all processes';

async function join(keys: string[] | null): Promise<void> {
  const membership = await joinProcesses(database, { hasRedis: true, keys, log: () => {} });
  onTestFinished(() => membership?.leave());
}

test.each<[title: string, first: string[] | null, second: string[], refused: boolean]>([
  ['a process with the same key joins', ['a'], ['a'], false],
  ['a process with another key is refused', ['a'], ['b'], true],
  ['a process is refused whose tokens the first one refuses', ['a'], ['b', 'a'], true],
  ['a process is refused that refuses the tokens of the first one', ['a', 'b'], ['b'], true],
  ['a process joins when both accept each other’s tokens', ['a', 'b'], ['b', 'a'], false],
  ['a process joins without the previous key of the first one', ['b', 'a'], ['b'], false],
  ['a process joins one of an earlier version', null, ['a'], false],
])('%s', async (_title, first, second, refused) => {
  await join(first);
  if (refused) await expect(join(second)).rejects.toThrow(REFUSED);
  else await expect(join(second)).resolves.toBeUndefined();
});
