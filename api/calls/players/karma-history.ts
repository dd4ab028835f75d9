/** A player's platform karma by month, from the posts that everyone may see and that count (rule 30.56). */
import { sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { players, posts } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { KARMA_HISTORY_MAX, type KarmaHistory } from '#lib/schemas/calls/karma-history.ts';

const ID = sql.placeholder('id');
const CHANGES = buildStatement(sql`
  select to_char(${posts.createdAt} at time zone 'UTC', 'YYYY-MM') as month, sum(${posts.appliedSiteKarma}) as change
  from ${posts} where ${posts.playerId} = ${ID} and ${posts.isPublic} and not ${posts.held}
    and exists (select from ${players} where ${players.id} = ${ID} and not ${players.optedOut} and not ${players.wgHidden})
  group by month order by month`);

/** The latest months with changes, oldest first; none for players who opted out or whose details are hidden. */
export async function findKarmaHistory(db: Db, id: number): Promise<KarmaHistory> {
  const rows = await runStatement<{ month: string; change: string | number }>(db, CHANGES, { id });
  let karma = 0;
  const months = rows.map(({ month, change }) => {
    karma += Number(change);
    return { month, karma };
  });
  return months.slice(-KARMA_HISTORY_MAX);
}
