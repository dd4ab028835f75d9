/** A player's platform karma by month, from the posts that everyone may see (rule 30.56). */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';
import { KARMA_HISTORY_MAX, type KarmaHistory } from '#lib/schemas/calls/karma-history.ts';

/** The latest months with changes, oldest first; none for players who opted out or whose details are hidden. */
export async function findKarmaHistory(db: Db, id: number): Promise<KarmaHistory> {
  const { rows } = await db.execute<{ month: string; change: string | number }>(sql`
    select to_char(${posts.createdAt} at time zone 'UTC', 'YYYY-MM') as month, sum(${posts.appliedSiteKarma}) as change
    from ${posts} where ${posts.playerId} = ${id} and ${posts.isPublic}
      and exists (select from ${players} where ${players.id} = ${id} and not ${players.optedOut} and not ${players.wgHidden})
    group by month order by month`);
  let karma = 0;
  const months = rows.map(({ month, change }) => {
    karma += Number(change);
    return { month, karma };
  });
  return months.slice(-KARMA_HISTORY_MAX);
}
