/** The names of ships that posts and replays show. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { replays, ships } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';

/**
 * Ships, under the alias `ship`, whose name all posts show: it comes from the publisher, or from the replays of two accounts
 * whose posts are visible. A replay that was replaced, or whose post was deleted or removed, no longer counts (rule 25.25).
 */
export const KNOWN_SHIPS: SQL = sql`(select named.id, named.name, named.tier from ${ships} as named
  where named.from_publisher or 2 = (
    select count(*) from ${replays} as vote join ${posts} as voted on voted.id = vote.post_id
    where vote.id in (named.first_replay, named.second_replay) and not voted.mod_locked)) as ship`;

/** The name of a ship on a post: the name that all posts show, else the name in its own replay. */
export const shipNameOn = (id: SQLWrapper) =>
  sql<string | null>`coalesce((select ship.name from ${KNOWN_SHIPS} where ship.id = ${id}),
    case when ${replays.namedShip} = ${id} then ${replays.shipName} end)`;
