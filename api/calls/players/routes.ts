/** Calls of `/api/player`. */

import { type Query, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Ctx, callerOf, type Deps, route } from '#api/calls/core/route.ts';
import { wholeList } from '#api/calls/core/whole-list.ts';
import { byNames } from '#api/calls/players/lineup.ts';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts } from '#api/db/schema.ts';
import { buildStatement, builtOnce, runStatement } from '#api/db/statements.ts';
import { notFound } from '#api/http/errors.ts';
import { withoutErased } from '#api/model/players/erasures.ts';
import {
  clanInfoJson,
  profileColumns,
  type StoredProfile,
  stateOf,
  toProfile,
  visibleNumbers,
} from '#api/model/players/profile.ts';
import { findNumbers, findPlayersWithClans, listPlayers, searchPlayers } from '#api/model/players/queries.ts';
import { findRibbons, latestPosts } from '#api/model/players/ribbons.ts';
import { recalculateKarma } from '#api/model/posts/karma.ts';
import { sumOf } from '#api/model/posts/pages.ts';
import { PLAYER_ID, playerSources, relationKey } from '#api/model/posts/sources.ts';
import { numbersByFlairs } from '#api/model/posts/totals.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { FLAIR_CATEGORIES, parseFlairs, signOf } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { canSeeOptedOut, type Viewer } from '#lib/domain/permissions.ts';
import { getKarmaHistory, KARMA_HISTORY_MAX, type KarmaHistory } from '#lib/schemas/calls/karma-history.ts';
import { findByNames } from '#lib/schemas/calls/lineup.ts';
import * as calls from '#lib/schemas/calls/player.ts';
import { getRibbons } from '#lib/schemas/calls/ribbons.ts';
import {
  type ClanInfo,
  type FoundPlayer,
  PLAYER_SEARCH_RESULTS_MAX,
  type PlayerKarma,
  type PlayerListing,
  type PlayerProfile,
  type RatingCounts,
} from '#lib/schemas/player.ts';

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
 * Reads a profile for the viewer; null when the player does not exist. An opt-out hides the numbers of received
 * posts from everyone except the player and staff, and the ribbon from all.
 */
async function readProfile(db: Db, viewer: Viewer, id: number) {
  const values = { player: id, viewer: viewer?.id };
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

type KarmaCtx = Ctx<typeof calls.getKarmas> | Ctx<typeof calls.getKarmasFull>;

/** The players with clan and karma, as far as they are stored and the viewer may see them. */
async function describe(db: Db, found: readonly PlayerListing[], viewer: Viewer): Promise<FoundPlayer[]> {
  const rows = await findPlayersWithClans(
    db,
    found.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.map((player) => {
    const row = byId.get(player.id);
    if (row === undefined) return player;
    const described = { ...player, clan: row.clan, karma: totalKarma(visibleNumbers(row, viewer)) };
    return isConcealed(row) ? { ...described, hidden: true } : described;
  });
}

async function search(ctx: Ctx<typeof calls.searchPlayers>): Promise<FoundPlayer[] | undefined> {
  const { deps, region, params, viewer, read } = ctx;
  const known = await read((db) => searchPlayers(db, params.query, PLAYER_SEARCH_RESULTS_MAX));
  const { searches } = deps.publisher;
  const listed = await searches.players(
    { region, text: params.query, limit: PLAYER_SEARCH_RESULTS_MAX, caller: callerOf(ctx) },
    known,
  );
  const found = await read(async (db) => describe(db, await withoutErased(db, listed), viewer));
  if (found.length > 0) return found;
  ctx.reply.code(204);
  return undefined;
}

async function get(ctx: Ctx<typeof calls.getPlayer>): Promise<PlayerProfile> {
  const { deps, region, params, viewer, query, now } = ctx;
  const find = () => ctx.read((db) => readProfile(db, viewer, params.id));
  const known = await find();
  const changed = await deps.publisher.ensure(
    'player',
    region,
    params.id,
    known && stateOf(known.row),
    callerOf(ctx),
  );
  const found = changed ? await find() : known;
  if (found === null) throw notFound();
  const { row, posts } = found;
  const outdated = deps.publisher.isOutdated('player', region, stateOf(row));
  return { ...toProfile(row, viewer, now, row.clan, query.includeClanInfo), outdated, ...posts };
}

/** Metrics of the requested players, without players of whom the publisher or an opt-out hides any from the viewer. */
async function visibleKarmas({ read, body, viewer }: KarmaCtx) {
  const rows = await read((db) => findNumbers(db, body));
  return rows
    .filter((row) => !row.wgHidden && (!row.optedOut || canSeeOptedOut(viewer, row.id)))
    .map((row) => ({ id: row.id, ...visibleNumbers(row, viewer) }));
}

function toPlayerKarma(numbers: Awaited<ReturnType<typeof visibleKarmas>>[number]): PlayerKarma {
  const { id, gameKarma, siteKarma } = numbers;
  return {
    id,
    // Not the total: clients of the original API rely on it.
    karma: siteKarma,
    gameKarma,
    platformKarma: siteKarma,
    performance: numbers.ratingPerformance,
    teamplay: numbers.ratingTeamplay,
    courtesy: numbers.ratingCourtesy,
  };
}

const ID = sql.placeholder('id');
const CHANGES = buildStatement(sql`
  select to_char(${posts.createdAt} at time zone 'UTC', 'YYYY-MM') as month, sum(${posts.appliedSiteKarma}) as change
  from ${posts} where ${posts.playerId} = ${ID} and ${posts.isPublic} and not ${posts.held}
    and exists (select from ${players} where ${players.id} = ${ID} and not ${players.optedOut} and not ${players.wgHidden})
  group by month order by month`);

/** The latest months with changes, oldest first; none for players who opted out or whose details are hidden. */
async function findKarmaHistory(db: Db, id: number): Promise<KarmaHistory> {
  const rows = await runStatement<{ month: string; change: string | number }>(db, CHANGES, { id });
  let karma = 0;
  const months = rows.map(({ month, change }) => {
    karma += Number(change);
    return { month, karma };
  });
  return months.slice(-KARMA_HISTORY_MAX);
}

/** Registers the calls. */
export function playerRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    calls.listPlayers,
    wholeList(deps, () => listPlayers, { isSameForAll: true }),
  );
  route(app, deps, calls.searchPlayers, search);
  route(app, deps, calls.getPlayer, get);
  route(app, deps, calls.getKarmas, async (ctx) =>
    Object.fromEntries((await visibleKarmas(ctx)).map((row) => [String(row.id), row.siteKarma])),
  );
  route(app, deps, calls.getKarmasFull, async (ctx) => (await visibleKarmas(ctx)).map(toPlayerKarma));
  route(app, deps, getRibbons, ({ read, query }) => read((db) => findRibbons(db, query.ids)));
  route(app, deps, getKarmaHistory, ({ read, params }) => read((db) => findKarmaHistory(db, params.id)));
  route(app, deps, findByNames, byNames);
  route(app, deps, calls.recalculatePlayer, async (ctx) => {
    const exists = await ctx.write(({ db }) => recalculateKarma(db, ctx.query.playerId));
    if (!exists) throw notFound();
  });
}
