/** Calls of `/api/clan`. */

import type { FastifyInstance } from 'fastify';
import { type Ctx, callerOf, type Deps, route } from '#api/calls/core/route.ts';
import { wholeList } from '#api/calls/core/whole-list.ts';
import { notFound } from '#api/http/errors.ts';
import { clanStateOf, findClan, findMembers, listClans, searchClans } from '#api/model/players/clans.ts';
import { stateOf, toProfile } from '#api/model/players/profile.ts';
import * as calls from '#lib/schemas/calls/clan.ts';
import type { Clan } from '#lib/schemas/clan.ts';

async function get(ctx: Ctx<typeof calls.getClan>): Promise<Clan> {
  const { deps, region, params, query, viewer, now, read } = ctx;
  const find = () => read((db) => findClan(db, params.clanId));
  const known = await find();
  const changed = await deps.publisher.ensure(
    'clan',
    region,
    params.clanId,
    known && clanStateOf(known),
    callerOf(ctx),
  );
  const clan = changed ? await find() : known;
  if (clan === null) throw notFound();
  const members = query.includeMembers ? await read((db) => findMembers(db, clan.id)) : null;
  if (members !== null) deps.publisher.refreshMembers(region, members.map(stateOf));
  const isListKnown = clan.membersUpdatedAt !== null || members?.length !== 0;
  return {
    ...clan,
    outdated: deps.publisher.isOutdated('clan', region, clanStateOf(clan)),
    members: isListKnown ? (members?.map((row) => toProfile(row, viewer, now, null)) ?? null) : null,
  };
}

/** Registers the calls. */
export function clanRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    deps,
    calls.listClans,
    wholeList(deps, () => listClans, { isSameForAll: true }),
  );
  route(app, deps, calls.getClan, get);
  route(app, deps, calls.searchClans, async (ctx) => {
    const { region, params, query } = ctx;
    const known = await ctx.read((db) => searchClans(db, params.search, query.results));
    return deps.publisher.searches.clans(
      { region, text: params.search, limit: query.results, caller: callerOf(ctx) },
      known,
    );
  });
}
