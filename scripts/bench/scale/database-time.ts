/** The time that PostgreSQL spends on the statements of a request, and their plans. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestServer } from '#tests/support/postgres/server.ts';

/** Planning and execution, in milliseconds. */
export interface DatabaseTime {
  total: number;
  /** Longest single statement. */
  slowest: number;
}

/** Watches the statements in one database. */
export interface StatementWatch {
  time(action: () => Promise<unknown>): Promise<DatabaseTime>;
  /** The plans of the statements of `action`, with actual times. */
  plans(action: () => Promise<unknown>): Promise<string>;
  close(): Promise<void>;
}

const SUMS = `select coalesce(sum(total_plan_time + total_exec_time), 0) as total,
    coalesce(max(max_plan_time + max_exec_time), 0) as slowest
  from pg_stat_statements join pg_database on pg_database.oid = dbid where datname = $1`;

/** The server's log arrives through a pipe. */
const LOG_DELAY_MS = 300;

/** Starts to watch a database, while nothing else uses it. */
export async function watchStatements(server: TestServer, database: string): Promise<StatementWatch> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  const explain = async (minimum: number): Promise<void> => {
    await client.query(`alter system set auto_explain.log_min_duration = ${minimum}`);
    await client.query('select pg_reload_conf()');
    await sleep(LOG_DELAY_MS);
  };
  return {
    async time(action) {
      await client.query('select pg_stat_statements_reset()');
      await action();
      const { rows } = await client.query<DatabaseTime>(SUMS, [database]);
      return rows[0] as DatabaseTime;
    },
    async plans(action) {
      await explain(0);
      const before = server.log().length;
      await action();
      await sleep(LOG_DELAY_MS);
      await explain(-1);
      return server.log().slice(before);
    },
    close: () => client.end(),
  };
}
