/** Calls of `/api/clan`. */
import type { FastifyInstance } from 'fastify';
import { findClan, findMembers, listClans, searchClans } from '#api/clans/queries.ts';
import { isoTime } from '#api/db/sql.ts';
import type { Deps } from '#api/deps.ts';
import { notFound } from '#api/http/errors.ts';
import { type Ctx, route } from '#api/http/route.ts';
import { sendList } from '#api/http/send-list.ts';
import { toProfile } from '#api/players/profile.ts';
import * as calls from '#lib/schemas/calls/clan.ts';
import type { Clan } from '#lib/schemas/clan.ts';

async function get(ctx: Ctx<typeof calls.getClan>): Promise<Clan> {
  const { deps, region, params, query, viewer, now } = ctx;
  return deps.database.read(region, async (db) => {
    const clan = await findClan(db, params.clanId);
    if (clan === null) throw notFound();
    const members = query.includeMembers ? await findMembers(db, clan.id, now) : null;
    return {
      ...clan,
      createdAt: isoTime(clan.createdAt),
      updatedAt: isoTime(clan.updatedAt),
      membersUpdatedAt: isoTime(clan.membersUpdatedAt),
      members: members?.map((row) => toProfile(row, viewer, null)) ?? null,
    };
  });
}

/** Registers the calls. */
export function clanRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.listClans, (ctx) => sendList(ctx, listClans));
  route(app, deps, calls.getClan, get);
  route(app, deps, calls.searchClans, (ctx) =>
    ctx.deps.database.read(ctx.region, (db) => searchClans(db, ctx.params.search, ctx.query.results)),
  );
}
