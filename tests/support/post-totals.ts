/** The totals of posts as they should be. */
import { sql } from 'drizzle-orm';
import type { DataSource } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import {
  dailyPostTotals,
  dailySignPostTotals,
  playerPostTotals,
  postCountChanges,
  postTotals,
  signPostTotals,
} from '#api/db/totals-schema.ts';
import { hasSign } from '#api/model/posts/filters.ts';
import type { RegionId } from '#lib/regions.ts';

const classOf = sql`(mod_locked::int + 2 * subject_hidden::int + 4 * has_replay::int)`;
const signOf = sql`(case when ${hasSign(1)} then 1 when ${hasSign(-1)} then -1 else 0 end)`;
const dayOf = sql`(created_at at time zone 'UTC')::date::text`;

/** Totals with the changes that are not folded yet, next to the numbers of posts; only those that differ. */
export async function wrongTotals(database: DataSource, region: RegionId = 'eu'): Promise<unknown[]> {
  const { rows } = await database.read(region, (db) =>
    db.execute(sql`
      select key, sum(total) as total, sum(posts) as posts from (
        select 'class ' || class as key, count as total, 0 as posts from ${postTotals}
        union all select 'class ' || class, delta, 0 from ${postCountChanges}
        union all select 'class ' || ${classOf}, 0, 1 from ${posts}
        union all select day || ' ' || class, count, 0 from ${dailyPostTotals}
        union all select day || ' ' || class, delta, 0 from ${postCountChanges}
        union all select ${dayOf} || ' ' || ${classOf}, 0, 1 from ${posts}
        union all select concat_ws(' ', 'sign', sign, class), count, 0 from ${signPostTotals}
        union all select concat_ws(' ', 'sign', ${signOf}, class), delta, 0 from ${postCountChanges}
        union all select concat_ws(' ', 'sign', ${signOf}, ${classOf}), 0, 1 from ${posts}
        union all select concat_ws(' ', 'sign', sign, day, class), count, 0 from ${dailySignPostTotals}
        union all select concat_ws(' ', 'sign', ${signOf}, day, class), delta, 0 from ${postCountChanges}
        union all select concat_ws(' ', 'sign', ${signOf}, ${dayOf}, ${classOf}), 0, 1 from ${posts}
        union all select concat_ws(' ', direction, player_id, class, flairs), count, 0 from ${playerPostTotals}
        union all select concat_ws(' ', 'received', player_id, class, flairs), delta, 0 from ${postCountChanges}
        union all select concat_ws(' ', 'sent', author_id, class, flairs), delta, 0 from ${postCountChanges}
        union all select concat_ws(' ', 'received', player_id, ${classOf}, flairs), 0, 1 from ${posts}
        union all select concat_ws(' ', 'sent', author_id, ${classOf}, flairs), 0, 1 from ${posts}) numbers
      group by key having sum(total) <> sum(posts) order by key`),
  );
  return rows;
}
