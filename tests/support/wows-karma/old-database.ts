/** Makes databases of WOWS Karma on the tests' server. */
import pg from 'pg';
import { addDatabase, dropDatabase } from '#tests/support/postgres/databases.ts';
import { oldStatements } from '#tests/support/wows-karma/schema.ts';

/** An old database. */
export interface OldFixture {
  url: string;
  run(statements: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** Creates one with the given rows. `server`: the address of another PostgreSQL server. */
export async function createOldDatabase(rows: readonly string[], server?: string): Promise<OldFixture> {
  const url = await addDatabase(server);
  const run = async (statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run([...oldStatements(), ...rows]);
  return { url, run, remove: () => dropDatabase(url) };
}
