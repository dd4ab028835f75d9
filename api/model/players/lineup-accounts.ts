/**
 * Names that were looked up at the publisher, of accounts that are not stored otherwise (rule 33.36). Nothing else reads them.
 */
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { namedAccounts } from '#api/db/person-schema.ts';
import { players } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { lockErasures, withoutErased } from '#api/model/players/erasures.ts';

/** How long they are kept. */
export const LINEUP_KEPT_DAYS = 30;

/** An account by its name in lower case. */
export interface LineupAccount {
  name: string;
  id: number;
}

const FOUND = buildStatement(sql`select name, id::float8 as id from ${namedAccounts}
  where name = any(${sql.placeholder('names')}::text[])
    and day >= ${sql.placeholder('now')}::date - ${sql.raw(String(LINEUP_KEPT_DAYS))}
    and not exists (select from ${players} where ${players.id} = ${namedAccounts.id})`);

/** The ids of names in lower case, except those of accounts that have been stored since, which may conceal themselves. */
export async function findLineupAccounts(
  db: Db,
  names: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await runStatement<LineupAccount>(db, FOUND, { names, now: new Date(now).toISOString() });
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Keeps names, but none of an erased person. Needs a transaction. */
export async function keepLineupAccounts({ db, now }: Tx, found: readonly LineupAccount[]): Promise<void> {
  await lockErasures(db, 'shared');
  const accounts = await withoutErased(db, found);
  if (accounts.length === 0) return;
  await db
    .insert(namedAccounts)
    // In order, so that two writes of the same rows cannot wait for each other.
    .values(
      accounts
        .map((account) => ({ ...account, day: new Date(now) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    )
    .onConflictDoUpdate({
      target: namedAccounts.name,
      set: { id: sql`excluded.id`, day: sql`excluded.day` },
    });
}
