/** Makes databases of WOWS Karma on the tests' server. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { administer, urlOf } from '#tests/support/postgres/databases.ts';
import { oldStatements } from '#tests/support/wows-karma/schema.ts';

const TEST_SERVER = process.env.TEST_POSTGRES_URL ?? '';

/** An old database. */
export interface OldFixture {
  url: string;
  run(statements: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** Creates one with the given rows. `server`: the address of another PostgreSQL server. */
export async function createOldDatabase(rows: readonly string[], server = TEST_SERVER): Promise<OldFixture> {
  const name = `old_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = urlOf(server, name);
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
  return { url, run, remove: () => administer(server, `drop database ${name} with (force)`).then(() => {}) };
}
