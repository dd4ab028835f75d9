/** Versions of events, from which receivers know the order of a post's changes. */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { nameOfTable } from '#api/db/statements.ts';

/** The next version. Take it under the post's lock: then the versions of a post follow the order of its commits. */
export async function nextVersion(db: Db): Promise<number> {
  const { rows } = await db.execute<{ version: string | number }>(
    sql`select nextval(${nameOfTable('event_versions')}) as version`,
  );
  return Number(rows[0]?.version);
}
