/** Ids of posts that no longer exist, so that search engines drop their pages at once. */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { gonePosts, posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';

/** Keeps the ids of posts that are about to be deleted. */
export async function keepGone(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`insert into ${gonePosts} (id)
    select ${posts.id} from ${posts} where ${posts.id} = ${anyOf(ids)} on conflict do nothing`);
}

const GONE = buildStatement(sql`select id from ${gonePosts} where id = ${sql.placeholder('id')}`);

/** Whether a post with this id was deleted or erased. */
export async function isGone(db: Db, id: string): Promise<boolean> {
  return (await runStatement(db, GONE, { id })).length > 0;
}
