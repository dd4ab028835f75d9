/** The tables of a migrated database as the migrations define them, without opening one. */
import { migrationsUpTo } from '#api/db/migrate.ts';

const TABLE = /^create table "([^"]+)" \((.*)\)/ims;
const COLUMN = /^\s*"([^"]+)" (?!.*generated always)/gim;
const ADDED = /^alter table "([^"]+)" add column "([^"]+)" (?!.*generated always)/im;

/** The columns of each table after the migration named `last`, without generated columns. */
export function columnsAfter(last: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const statement of migrationsUpTo(last).flatMap((migration) => migration.sql)) {
    const [, created, body = ''] = TABLE.exec(statement) ?? [];
    const columns = [...body.matchAll(COLUMN)].map(([, column = '']) => column);
    if (created !== undefined) tables.set(created, columns);
    const [, changed = '', added = ''] = ADDED.exec(statement) ?? [];
    tables.get(changed)?.push(added);
  }
  return tables;
}
