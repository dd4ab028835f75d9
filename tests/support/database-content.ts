/** Reads the content of a database and its files, for comparing copies. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { DataSource } from '#api/db/database.ts';
import { MIGRATIONS_TABLE } from '#api/db/migrate.ts';
import { players, posts } from '#api/db/schema.ts';
import { tableNamed } from '#api/db/statements.ts';
import { DERIVED_TABLES } from '#api/db/totals-schema.ts';
import type { Data } from '#api/storage/open-data.ts';
import { REGION_IDS } from '#lib/regions.ts';

const OMITTED: readonly string[] = [MIGRATIONS_TABLE, ...DERIVED_TABLES];

/**
 * The rows of every table as `region.table`, in a fixed order, each as PostgreSQL's text; without those of migrations, and
 * without numbers of posts, which depend on when they were added up.
 */
export async function rowsOf(database: DataSource): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const region of REGION_IDS)
    await database.read(region, async (db) => {
      const { rows: tables } = await db.execute<{ name: string }>(
        sql`select table_name as name from information_schema.tables where table_schema = ${region} order by 1`,
      );
      for (const { name } of tables.filter(({ name }) => !OMITTED.includes(name))) {
        const { rows } = await db.execute<{ row: string }>(
          sql`select to_jsonb(t)::text as row from ${tableNamed(name)} t order by 1`,
        );
        all[`${region}.${name}`] = rows.map(({ row }) => row);
      }
    });
  return all;
}

/** Names of the files by region; throws when a file's content does not have the sum that it is named by. */
export async function filesOf({ files }: Pick<Data, 'files'>): Promise<string[]> {
  const found: string[] = [];
  for (const region of REGION_IDS)
    for await (const sums of files.list(region))
      for (const sum of sums) {
        const actual = createHash('sha256')
          .update(readFileSync((await files.local(region, sum))?.path ?? ''))
          .digest('hex');
        if (actual !== sum) throw new Error(`${region} ${sum} has another content`);
        found.push(`${region} ${sum}`);
      }
  return found.sort();
}

/** Players whose stored karma or ratings differ from the sums of their posts. */
export async function playersWithWrongSums(database: DataSource): Promise<string[]> {
  const wrong: string[] = [];
  for (const region of REGION_IDS) {
    const { rows } = await database.read(region, (db) =>
      db.execute<{ id: string }>(
        sql`select players.id::text as id from ${players} left join ${posts} on posts.player_id = players.id group by players.id
          having (site_karma, rating_performance, rating_teamplay, rating_courtesy) is distinct from
            (coalesce(sum(applied_site_karma), 0)::int, coalesce(sum(applied_performance), 0)::int,
             coalesce(sum(applied_teamplay), 0)::int, coalesce(sum(applied_courtesy), 0)::int)`,
      ),
    );
    wrong.push(...rows.map(({ id }) => `${region} ${id}`));
  }
  return wrong;
}
