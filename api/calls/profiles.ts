/** Calls of `/api/profile`. */

import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Ctx, callerOf, type Deps, route } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { players, users } from '#api/db/schema.ts';
import { isoTime, isoTimeOfText } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { cooldown, notFound, ruleError, sentence } from '#api/http/errors.ts';
import { isBannedAt } from '#api/model/players/profile.ts';
import { findNextAnswer } from '#api/model/posts/replies.ts';
import { findUnreadWarning } from '#api/model/posts/rules.ts';
import { keepTotalsFolded } from '#api/model/posts/totals.ts';
import { optOutCooldownEnd } from '#lib/domain/moderation.ts';
import * as calls from '#lib/schemas/calls/profile.ts';
import { PROFILE_ROLES, type ProfileFlags } from '#lib/schemas/profile.ts';

const COOLDOWN_TITLE = 'Opt-Out change is currently on Cooldown.';

type Flags = Omit<ProfileFlags, 'profileRoles'> & { roles: string[] | null };

const FLAGS =
  buildStatement(sql`select players.id::float8 as id, opted_out as "optedOut", opt_out_changed as "optOutChanged",
  ${isBannedAt(sql.placeholder('now'))} as "postsBanned", users.roles
  from ${players} left join ${users} on users.id = players.id where players.id = ${sql.placeholder('id')}`);

/** The stored flags of a player; null when the player does not exist. */
async function findFlags(db: Db, id: number, now: number): Promise<Flags | null> {
  const [row] = await runStatement<Flags>(db, FLAGS, { id, now: new Date(now).toISOString() });
  return row === undefined ? null : { ...row, optOutChanged: isoTimeOfText(row.optOutChanged) };
}

function profileRolesOf(roles: readonly string[]): number[] {
  const ids: number[] = [];
  if (roles.includes('admin')) ids.push(PROFILE_ROLES.administrator);
  if (roles.includes('mod')) ids.push(PROFILE_ROLES.communityManager);
  return ids;
}

/** What keeps an account from writing, for itself alone. */
const findOwnFlags = async (db: Db, id: number, now: number) => ({
  unreadWarning: await findUnreadWarning(db, id),
  nextReplyAt: isoTime(await findNextAnswer(db, id, now)),
});

async function get(ctx: Ctx<typeof calls.getProfile>): Promise<ProfileFlags> {
  const { deps, region, params, viewer } = ctx;
  await deps.publisher.ensurePlayer(region, params.id, callerOf(ctx));
  // Shared caches keep only what visitors get, who have no own flags.
  const isOwn = viewer?.id === params.id;
  const { flags, own } = await ctx.read(async (db) => ({
    flags: await findFlags(db, params.id, ctx.now),
    own: isOwn ? await findOwnFlags(db, params.id, ctx.now) : {},
  }));
  if (flags === null) throw notFound();
  const { roles, ...shown } = flags;
  return { ...shown, ...own, profileRoles: profileRolesOf(roles ?? []) };
}

/** One statement changes all posts about the player, of which there is no limit. */
const ALL_POSTS = { isUnlimited: true };

/** Changes the opt-out. Saving the current value changes nothing and starts no cooldown. */
async function update(ctx: Ctx<typeof calls.updateProfile>): Promise<undefined> {
  const { deps, region, viewer, body, write } = ctx;
  if (body.id !== viewer.id) throw ruleError('id', "You cannot change another user's settings.");
  await write(async (tx) => {
    const { db, now } = tx;
    await db.select({ id: players.id }).from(players).where(eq(players.id, viewer.id)).for('update');
    const flags = await findFlags(db, viewer.id, now);
    if (flags === null) throw notFound();
    if (flags.postsBanned)
      throw sentence(403, 'You have been banned from the platform. Account settings cannot be changed.');
    if (flags.optedOut === body.optedOut) return;
    const end = optOutCooldownEnd(flags.optOutChanged, now);
    if (end !== null) {
      const detail = `The opt-out can be changed again on ${new Date(end).toISOString()}.`;
      throw cooldown(end, now, detail, COOLDOWN_TITLE);
    }
    const at = new Date(now);
    await db
      .update(players)
      .set({ optedOut: body.optedOut, optOutChanged: at, updatedAt: at })
      .where(eq(players.id, viewer.id));
    await deps.discord.mark(tx, { playerId: viewer.id });
    // Each post about the player has changed: until these changes are added up, every list would add them up.
    tx.afterCommit(() => keepTotalsFolded(deps.database, region));
  }, ALL_POSTS);
}

/** Registers the calls. */
export function profileRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.getProfile, get);
  route(app, deps, calls.updateProfile, update);
}
