/**
 * The tables of a region as the database lists them, and their rows as text. Each value is PostgreSQL's own text for it, so
 * that every type survives, and both databases can read what the other one wrote.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm';
import { type Db, sqlState } from '#api/db/database.ts';
import { MIGRATIONS_TABLE } from '#api/db/migrate.ts';
import { processes } from '#api/db/process-schema.ts';
import { SCHEMA_NAME, tableNamed } from '#api/db/statements.ts';
import { DERIVED_TABLES } from '#api/db/totals-schema.ts';
import { BackupError } from '#api/storage/backup/manifest.ts';

/** Tables that are in no backup: of the migrations, of running processes, and derived ones. */
export const OMITTED: readonly string[] = [MIGRATIONS_TABLE, getTableName(processes), ...DERIVED_TABLES];

/** Rows per fetch. */
const FETCHED = 500;

/** A table with the columns that can be written; generated columns are not. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** Tables that refer to others come after those. Throws when they refer to each other. */
function inOrder(tables: readonly Table[], parentsOf: ReadonlyMap<string, ReadonlySet<string>>): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) =>
        !placed.has(name) && [...(parentsOf.get(name) ?? [])].every((parent) => placed.has(parent)),
    );
    if (next === undefined) throw new Error('Tables refer to each other in a circle.');
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

/** All tables of the region that are in backups; referenced tables first. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows: columns } = await db.execute<{ table: string; name: string; type: string }>(
    sql`select relname as table, attname as name, format_type(atttypid, atttypmod) as type
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = to_regnamespace(${SCHEMA_NAME}) and relkind in ('r', 'p')
        and attnum > 0 and not attisdropped and attgenerated = ''
      order by relname, attnum`,
  );
  const { rows: references } = await db.execute<{ child: string; parent: string }>(
    sql`select child.relname as child, parent.relname as parent from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and connamespace = to_regnamespace(${SCHEMA_NAME}) and conrelid <> confrelid`,
  );
  const tables = new Map<string, Table>();
  for (const { table, name, type } of columns) {
    if (OMITTED.includes(table)) continue;
    const known = tables.get(table) ?? { name: table, columns: [] };
    known.columns.push({ name, type });
    tables.set(table, known);
  }
  const parents = new Map<string, Set<string>>();
  for (const { child, parent } of references)
    parents.set(child, (parents.get(child) ?? new Set()).add(parent));
  return inOrder([...tables.values()], parents);
}

const list = (names: readonly SQL[]): SQL => sql.join([...names], sql`, `);

/** The rows of a table, each as one line: a JSON array of texts and nulls. Needs a transaction. */
export async function* readRows(db: Db, { name, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
  await db.execute(sql`set local timezone to 'UTC'`);
  await db.execute(sql`set local datestyle to 'ISO'`);
  await db.execute(
    sql`declare backup_rows no scroll cursor for select json_build_array(${list(values)})::text as line from ${tableNamed(name)}`,
  );
  for (;;) {
    const { rows } = await db.execute<{ line: string }>(
      sql`fetch ${sql.raw(String(FETCHED))} from backup_rows`,
    );
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await db.execute(sql`close backup_rows`);
}

/** Why a row cannot be stored, by the class of PostgreSQL's code. Its own message would repeat the content. */
const REASONS: Readonly<Record<string, string>> = {
  '22': 'a value does not fit its column',
  '23': 'a value is missing, exists already, or refers to a row that does not exist',
  '54': 'a value is too long',
};

async function insert(db: Db, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const values = columns.map(
    ({ type }, position) => sql`(line->>${sql.raw(String(position))})::${sql.raw(type)}`,
  );
  const names = columns.map((column) => sql.identifier(column.name)).map((column) => sql`${column}`);
  await db.execute(
    sql`insert into ${tableNamed(name)} (${list(names)}) overriding system value
      select ${list(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`,
  );
}

/**
 * Inserts lines that `readRows` returned; `columns` are those of the table in the order of the lines. Throws a BackupError with
 * the number of a line that cannot be stored: `before` lines of the file come before these. Needs a transaction.
 */
export async function insertRows(
  db: Db,
  table: Table,
  lines: readonly string[],
  { file, before }: { file: string; before: number },
): Promise<void> {
  await db.execute(sql`savepoint lines`);
  try {
    await insert(db, table, lines);
  } catch (error) {
    const code = sqlState(error) ?? '';
    const reason = REASONS[code.slice(0, 2)];
    if (reason === undefined) throw error;
    if (lines.length === 1)
      throw new BackupError(
        `Line ${before + 1} of ${file} cannot be restored: ${reason} (${code}). Use another backup.`,
      );
    await db.execute(sql`rollback to savepoint lines`);
    const half = lines.length >> 1;
    await insertRows(db, table, lines.slice(0, half), { file, before });
    await insertRows(db, table, lines.slice(half), { file, before: before + half });
  }
  await db.execute(sql`release savepoint lines`);
}

/**
 * Prepares for inserting a whole backup; returns the statements that undo it. Drops the indexes that no constraint needs:
 * building them at the end takes a third of the time. Switches off the triggers that run for each row, unless the backup is
 * `imported`: a backup has what they write. Those for each statement fill derived tables. Needs a transaction.
 */
export async function suspendIndexes(db: Db, imported: boolean): Promise<string[]> {
  const isOurs = sql`relnamespace = to_regnamespace(${SCHEMA_NAME})`;
  const { rows } = await db.execute<{ before: string; after: string }>(
    sql`select format('drop index %s', indexrelid::regclass) as before, pg_get_indexdef(indexrelid) as after
      from pg_index join pg_class on pg_class.oid = indexrelid where ${isOurs} and not indisunique
      union all select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where ${isOurs} and not tgisinternal and tgtype & 1 = 1 and not ${imported}`,
  );
  for (const { before } of rows) await db.execute(sql.raw(before));
  return rows.map(({ after }) => after);
}

/** Number of rows of a table. */
export const countRows = (db: Db, name: string): Promise<number> => db.$count(tableNamed(name));
