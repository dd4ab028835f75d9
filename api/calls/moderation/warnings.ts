/** Warnings of players, alone or with the removal of a post (rules 31.30 and 31.31). */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, callerOf } from '#api/calls/core/route.ts';
import { act } from '#api/calls/moderation/actions.ts';
import {
  checkBanPosts,
  checkMayBan,
  checkMayModerate,
  checkNotReporter,
  type ModeratorCtx,
} from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { endObjections } from '#api/model/decisions/objections.ts';
import { notifyDecision, withdrawDecision } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import type { WarningCreate } from '#lib/schemas/decision.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';

const OTHER_AUTHOR = 'This post was written by another player. Warn its author.';
const POST_NEEDED = 'Name the post that the warning removes.';

/** The post's subject: null without a post, 404 for an unknown post, 422 for another author's. Locks the post. */
async function findSubject(
  tx: Tx,
  { viewer }: ModeratorCtx,
  { userId, postId }: WarningCreate,
): Promise<number | null> {
  if (postId === null) return null;
  const post = await lockPost(tx.db, postId);
  if (post === null) throw notFound();
  await checkBanPosts(tx.db, viewer, [postId]);
  await checkNotReporter(tx.db, viewer, postId);
  if (post.authorId !== userId) throw sentence(422, OTHER_AUTHOR);
  return post.playerId;
}

/** Removes the post, if the warning does so; returns the action's id. */
async function remove(tx: Tx, ctx: ModeratorCtx, body: WarningCreate): Promise<string | null> {
  const { postId, reason, rules } = body;
  if (!body.removes) return null;
  if (postId === null) throw sentence(422, POST_NEEDED);
  return (await act(tx, ctx, { postId, actionType: MOD_ACTION_TYPE.delete, reason, rules }, null)).id;
}

async function warn(tx: Tx, ctx: Ctx<typeof calls.createWarning>) {
  const { viewer, body } = ctx;
  const { userId, postId, reason, rules = [] } = body;
  const { db, now } = tx;
  if ((await findPlayer(db, userId)) === null) throw notFound();
  await checkMayBan(db, viewer, userId, 'warnings');
  const otherId = await findSubject(tx, ctx, body);
  const actionId = await remove(tx, ctx, body);
  const id = randomUUID();
  const said = { kind: 'warned', reason, rules } as const;
  const concerned = { personId: userId, otherId, postId, modId: viewer.id };
  await db.insert(decisions).values({ id, ...said, ...concerned, createdAt: new Date(now) });
  await db.insert(warnings).values({ id, personId: userId, actionId });
  await notifyDecision(tx, userId, { decisionId: id, ...said });
  return { id, actionId };
}

/** Warns a player, who may be known to the publisher only; responds with 202 once it is committed. */
export async function createWarning(
  ctx: Ctx<typeof calls.createWarning>,
): Promise<{ id: string; actionId: string | null }> {
  const { deps, region, body } = ctx;
  await deps.publisher.ensurePlayer(region, body.userId, callerOf(ctx));
  return deps.database.write(region, (tx) => warn(tx, ctx));
}

/** Reverts a warning and removes its notification; does nothing when it was reverted before. 404 for an unknown one. */
export async function liftWarning(tx: Tx, { deps, viewer }: ModeratorCtx, id: string): Promise<void> {
  const { db, now } = tx;
  const isWarning = and(eq(decisions.id, id), eq(decisions.kind, 'warned'));
  const [warning] = await db.select().from(decisions).where(isWarning).for('update');
  if (warning === undefined) throw notFound();
  const { personId, otherId, revertedAt } = warning;
  await checkMayBan(db, viewer, personId, 'warnings');
  checkMayModerate(viewer, { authorId: personId, playerId: otherId });
  if (revertedAt !== null) return;
  await db
    .update(decisions)
    .set({ revertedAt: new Date(now) })
    .where(isWarning);
  await withdrawDecision(tx, personId, id);
  await endObjections(tx, deps.discord.mark, id);
}

/** Reverts the warning that a removal came with, if there is one (rule 31.30). */
export async function liftWarningOf(tx: Tx, ctx: ModeratorCtx, actionId: string): Promise<void> {
  const [warning] = await tx.db
    .select({ id: warnings.id })
    .from(warnings)
    .where(eq(warnings.actionId, actionId));
  if (warning !== undefined) await liftWarning(tx, ctx, warning.id);
}

/** Reverts a warning; responds with 205 once it is committed. */
export async function revertWarning(ctx: Ctx<typeof calls.revertWarning>): Promise<undefined> {
  await ctx.deps.database.write(ctx.region, (tx) => liftWarning(tx, ctx, ctx.params.id));
}

/** Notes that the warned player has read the warning, the first time; 404 for anyone else's. */
export async function confirmWarning(ctx: Ctx<typeof calls.confirmWarning>): Promise<undefined> {
  const { deps, region, viewer, params } = ctx;
  const confirmed = await deps.database.write(region, ({ db, now }) =>
    db
      .update(warnings)
      .set({ confirmedAt: sql`coalesce(${warnings.confirmedAt}, ${new Date(now).toISOString()})` })
      .where(and(eq(warnings.id, params.id), eq(warnings.personId, viewer.id)))
      .returning({ id: warnings.id }),
  );
  if (confirmed.length === 0) throw notFound();
}
