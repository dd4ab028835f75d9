/**
 * Finds the rows that may name a person. Reading all of them takes minutes in a large region, so it is done in short statements
 * and without locks; the holder of the lock then looks at what changed since.
 */
import { type SQL, sql } from 'drizzle-orm';
import { CommandError } from '#api/commands/command.ts';
import { COVERAGE, columnsOf, keyOf } from '#api/commands/person/coverage.ts';
import { identify, isAny, isMatch, type Person } from '#api/commands/person/find.ts';
import type { DataSource, Db } from '#api/db/database.ts';
import { arrayText } from '#api/db/sql.ts';
import { tableNamed } from '#api/db/statements.ts';
import { alternatives, fileNamePattern, mentionPattern } from '#api/model/replays/mask.ts';
import type { RegionId } from '#lib/regions.ts';

/** Rows per statement: half a second for replays. */
const BATCH = 500;
/** Rows of a table between two lines of progress. */
const REPORT_EVERY = 50_000;

/** The oldest transaction that is still running: a later statement sees the rows of all that came before it. */
const OLDEST = sql`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`;

/**
 * The condition for rows that this transaction or a later one stored; false for others, whose values are not read. By age,
 * because numbers of transactions start again.
 */
const isRecent = (oldest: string | null, condition: SQL): SQL =>
  oldest === null
    ? condition
    : sql`case when age(xmin) <= age(${oldest}::xid8::xid) then ${condition} else false end`;

/** The tables whose rows may name a person, each with the condition. */
function conditionsOf(person: Person): Map<string, SQL> {
  const [mention, fileName] = [mentionPattern(person), fileNamePattern(person)];
  // Most texts lack the letters, which is found ten times as fast.
  const letters = alternatives(person);
  const mayMatch = (table: string, column: string, pattern: string): SQL =>
    sql`case when ${sql.identifier(column)}::text ~* ${letters} then ${isMatch(table, column, pattern)} else false end`;
  const conditions = Object.keys(COVERAGE).map((table): [string, SQL[]] => [
    table,
    [
      ...columnsOf(table, 'text', 'json', 'battle').map((column) => mayMatch(table, column, mention)),
      ...columnsOf(table, 'file name').map((column) => mayMatch(table, column, fileName)),
    ],
  ]);
  return new Map(conditions.flatMap(([table, any]) => (any.length === 0 ? [] : [[table, isAny(any)]])));
}

/** The rows of one region that may name a person. */
export type Scan = Awaited<ReturnType<typeof createScan>>;

/** Whom to look for: `names` are further ones that the operator has checked. */
export interface Sought {
  accountId: number;
  names?: readonly string[];
}

/** Identifies the account. Nothing is found before the first `search`. `log` receives lines of progress. */
export async function createScan(
  database: DataSource,
  region: RegionId,
  { accountId: id, names = [] }: Sought,
  log: (text: string) => void = () => {},
) {
  const scanned = await database.read(region, (db) => identify(db, id, names));
  const conditions = conditionsOf(scanned);
  const found = new Map([...conditions.keys()].map((table) => [table, new Set<string>()]));
  let since: string | null = null;

  /** The next rows of a table after the one with the key `last`, each with whether it was found. */
  const nextRows = async (table: string, condition: SQL, last: string | undefined) => {
    const key = sql.identifier(keyOf(table));
    const isNext = last === undefined ? sql`true` : sql`${key} > ${last}`;
    const { rows } = await database.read(region, (db) =>
      // The text has another name than the key, so that the order is that of the index.
      db.execute<{ text: string; found: boolean | null }>(
        sql`select ${key}::text as text, ${isRecent(since, condition)} as found from ${tableNamed(table)}
          where ${isNext} order by ${key} limit ${BATCH}`,
      ),
    );
    return rows;
  };
  const searchTable = async (table: string, condition: SQL): Promise<void> => {
    let rows = await nextRows(table, condition, undefined);
    for (let count = rows.length; rows.length > 0; count += rows.length) {
      for (const row of rows) if (row.found) found.get(table)?.add(row.text);
      if (count % REPORT_EVERY === 0) log(`Searched ${count} rows of ${table}.`);
      rows = await nextRows(table, condition, rows.at(-1)?.text);
    }
  };

  return {
    id,
    /** The account as the search knows it. */
    person: scanned,
    /** Searches all rows, or those that changed since the last search, in short statements. */
    async search(): Promise<void> {
      const { rows } = await database.read(region, (db) => db.execute<{ oldest: string }>(OLDEST));
      for (const [table, condition] of conditions) await searchTable(table, condition);
      since = rows[0]?.oldest ?? null;
    },
    /**
     * Identifies the account again, and searches what changed since the last search, as a transaction sees it. Throws a
     * CommandError when the account has another name now, for which nothing was searched.
     */
    async complete(db: Db): Promise<Person> {
      const person = await identify(db, id, names);
      if ([...person.names].some((name) => !scanned.names.has(name)))
        throw new CommandError('The account got another name during the search: run the command again.');
      for (const [table, condition] of conditions) {
        const { rows } = await db.execute<{ id: string }>(
          sql`select ${sql.identifier(keyOf(table))}::text as id from ${tableNamed(table)}
            where ${isRecent(since, condition)}`,
        );
        for (const row of rows) found.get(table)?.add(row.id);
      }
      return person;
    },
    /** Keys of the rows of a table that were found. */
    keysOf: (table: string): string[] => [...(found.get(table) ?? [])],
    /** Condition of the rows of a table that were found, or of those among them that are given. */
    isFound(table: string, keys: readonly string[] = [...(found.get(table) ?? [])]): SQL {
      const type = sql.raw(table === 'clans' ? 'bigint' : 'uuid');
      const name = sql`${tableNamed(table)}.${sql.identifier(keyOf(table))}`;
      return sql`${name} = any(${arrayText(keys)}::${type}[])`;
    },
  };
}
