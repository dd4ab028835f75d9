/** Ids of posts that no longer exist, so that search engines drop their pages at once. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { gonePosts, posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';

/** Keeps the ids of posts that are about to be deleted. */
export async function keepGone(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`insert into ${gonePosts} (id)
    select ${posts.id} from ${posts} where ${posts.id} = ${anyOf(ids)} on conflict do nothing`);
}

/** Whether a post with this id was deleted or erased. */
export async function isGone(db: Db, id: string): Promise<boolean> {
  return (await db.$count(gonePosts, eq(gonePosts.id, id))) > 0;
}
