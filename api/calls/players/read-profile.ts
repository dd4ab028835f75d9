/** A profile with its ribbon and the numbers of posts, in one statement: all are of the same moment. No post is counted. */
import { type Query, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { clans, players } from '#api/db/schema.ts';
import { builtOnce, runStatement } from '#api/db/statements.ts';
import { clanInfoJson, profileColumns, type StoredProfile } from '#api/model/players/profile.ts';
import { latestPosts } from '#api/model/players/ribbons.ts';
import { sumOf } from '#api/model/posts/pages.ts';
import { PLAYER_ID, playerSources, relationKey } from '#api/model/posts/sources.ts';
import { numbersByFlairs } from '#api/model/posts/totals.ts';
import { FLAIR_CATEGORIES, parseFlairs, signOf } from '#lib/domain/flairs.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo, RatingCounts } from '#lib/schemas/player.ts';

/** Flairs of posts with the number of posts that have them. */
type FlairNumbers = readonly (readonly [flairs: number, number: number])[];

/** A player as the statement reads it. */
interface ProfileRow extends StoredProfile {
  clan: ClanInfo | null;
  /** Ids and flairs, newest first; null for players who opted out, who have no ribbon. */
  latest: (readonly [id: string, flairs: number])[] | null;
  /** How many posts the viewer finds in each of the player's lists. */
  received: string | number;
  sent: string | number;
  ratings: FlairNumbers | null;
}

/** The statement for viewers with the same relation to the player. */
const profileStatement = (viewer: Viewer, id: number): Query =>
  builtOnce(
    `profile ${relationKey(viewer, id)}`,
    () => sql`
    select ${profileColumns}, case when clans.id is not null then ${clanInfoJson} end as clan,
      case when not opted_out then
        array_to_json(array(${latestPosts(PLAYER_ID, sql`json_build_array(id, flairs)`)})) end as latest,
      ${sumOf(playerSources('received', viewer, id))} as received,
      ${sumOf(playerSources('sent', viewer, id))} as sent,
      ${numbersByFlairs(PLAYER_ID)} as ratings
    from ${players} left join ${clans} on clans.id = players.clan_id where players.id = ${PLAYER_ID}`,
  );

/** How many received posts rate the player up and down in each category (rule 5.14). */
function ratingCounts(numbers: FlairNumbers): RatingCounts {
  const none = () => ({ positive: 0, negative: 0 });
  const counts = { performance: none(), teamplay: none(), courtesy: none() };
  for (const [flairs, number] of numbers) {
    const ratings = parseFlairs(flairs);
    for (const category of FLAIR_CATEGORIES) {
      if (ratings[category] === true) counts[category].positive += number;
      if (ratings[category] === false) counts[category].negative += number;
    }
  }
  return counts;
}

/**
 * Reads a profile for the viewer; null when the player does not exist. `now` decides whether a ban is in force. An opt-out
 * hides the numbers of received posts from everyone except the player and staff, and the ribbon from all.
 */
export async function readProfile(db: Db, viewer: Viewer, id: number, now: number) {
  const values = { player: id, viewer: viewer?.id, now: new Date(now).toISOString() };
  const [row] = await runStatement<ProfileRow>(db, profileStatement(viewer, id), values);
  if (row === undefined) return null;
  const isHidden = row.optedOut && !canSeeOptedOut(viewer, id);
  return {
    row,
    /** The ribbon starts with the oldest post; the numbers of received posts are null where an opt-out hides them. */
    posts: {
      ribbon: row.latest?.map(([id, flairs]) => ({ id, sign: signOf(flairs) })).reverse() ?? null,
      postCounts: { received: isHidden ? null : Number(row.received), sent: Number(row.sent) },
      ratingCounts: isHidden ? null : ratingCounts(row.ratings ?? []),
    },
  };
}
