/** Moderators' decisions about posts, replies and players, and their reverts. */
import { millisecondsInMinute } from 'date-fns/constants';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Ctx, callerOf } from '#api/calls/core/route.ts';
import type { Tx } from '#api/db/database.ts';
import { decisions } from '#api/db/decision-schema.ts';
import { notFound, ruleError, sentence, validationError } from '#api/http/errors.ts';
import { textOf } from '#api/model/decisions/acts/post-actions.ts';
import { FOREIGN_POST, type NewWarning } from '#api/model/decisions/acts/warning.ts';
import { decide, revertDecision } from '#api/model/decisions/acts.ts';
import { type Decider, lockConcerned } from '#api/model/decisions/concerned.ts';
import { checkNotReversed } from '#api/model/decisions/rules.ts';
import type * as decision from '#lib/schemas/calls/decision.ts';
import type * as calls from '#lib/schemas/calls/moderation.ts';
import type * as replyCalls from '#lib/schemas/calls/reply.ts';
import type { DecisionKind } from '#lib/schemas/decision.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';

type Id = { id: string };

const idOf = ({ id }: Id): Id => ({ id });

/** Acts on a post; responds with 202 once it is committed. */
export async function createModAction(ctx: Ctx<typeof calls.createModAction>): Promise<Id> {
  const { body, request, write } = ctx;
  const { actionType, updatedPost, ...said } = body;
  if (actionType === MOD_ACTION_TYPE.delete)
    return write(async (tx) => idOf(await decide(tx, ctx, 'removed', said)));
  if (updatedPost === null) throw validationError({ updatedPost: ['This field is required.'] }, request.id);
  return write(async (tx) => idOf(await decide(tx, ctx, 'edited', { ...said, text: textOf(updatedPost) })));
}

/** Reverts a decision of one of the kinds; 404 when it is unknown, or not about the post. Returns whether it was in force. */
async function revert(
  tx: Tx,
  decider: Decider,
  id: string,
  kinds: readonly DecisionKind[],
  postId?: string,
): Promise<boolean> {
  const concerned = await lockConcerned(tx.db, id);
  if (concerned === null || !kinds.some((kind) => kind === concerned.decision.kind)) throw notFound();
  const { decision, ban } = concerned;
  const posts = ban?.postIds ?? [decision.postId];
  if (postId !== undefined && !posts.includes(postId)) throw notFound();
  // Who restores a post decides about it again.
  if (ban === null && decision.postId !== null) await checkNotReversed(tx, decider.viewer, [decision.postId]);
  await revertDecision(tx, decider, concerned);
  return decision.revertedAt === null;
}

/** Reverts an action; responds with 205 once it is committed, 404 when it is unknown or was reverted before. */
export async function revertModAction(ctx: Ctx<typeof calls.revertModAction>): Promise<undefined> {
  await ctx.write(async (tx) => {
    if (!(await revert(tx, ctx, ctx.params.id, ['removed', 'edited']))) throw notFound();
  });
}

/** Bans a user, who may be known to the publisher only; responds with 202 once it is committed. */
export async function createBan(ctx: Ctx<typeof calls.createBan>): Promise<Id> {
  const { deps, region, body, query, write } = ctx;
  await deps.publisher.ensurePlayer(region, body.userId, callerOf(ctx));
  return write(async (tx) => idOf(await decide(tx, ctx, 'banned', { ...body, ...query })));
}

/** Reverts a ban, unless it was reverted before; responds with 205 once it is committed. */
export async function revertBan(ctx: Ctx<typeof calls.revertBan>): Promise<undefined> {
  const { params, query, write } = ctx;
  if (query.id !== undefined && query.id !== params.id)
    throw ruleError('id', 'The id in the path differs from the id in the query.');
  await write((tx) => revert(tx, ctx, params.id, ['banned']));
}

/** Removes a post and bans its author, with one reason: both or neither (rule 28.47). */
export async function removeAndBan(
  ctx: Ctx<typeof calls.removeAndBan>,
): Promise<{ actionId: string; banId: string }> {
  const { postId } = ctx.params;
  const { days, ...said } = ctx.body;
  return ctx.write(async (tx) => {
    const { id, personId } = await decide(tx, ctx, 'removed', { postId, ...said });
    const ban = { userId: personId ?? 0, postIds: [postId], ...said, days };
    return { actionId: id, banId: (await decide(tx, ctx, 'banned', ban)).id };
  });
}

/** Reverts the removal and the ban: both or neither. One that was reverted before stays so (rule 28.48). */
export async function revertRemoveAndBan(ctx: Ctx<typeof calls.revertRemoveAndBan>): Promise<undefined> {
  const { actionId, banId } = ctx.query;
  const { postId } = ctx.params;
  await ctx.write(async (tx) => {
    await revert(tx, ctx, actionId, ['removed', 'edited'], postId);
    await revert(tx, ctx, banId, ['banned'], postId);
  });
}

/** The moderator's equal warning of the last minute: its form was sent twice (rule 31.30). Those sent at once take turns. */
async function findEqual({ db, now }: Tx, modId: number, warning: NewWarning): Promise<Id | undefined> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`warning:${modId}`}, 0))`);
  const { userId, postId, reason, rules = [] } = warning;
  const said = and(eq(decisions.reason, reason), eq(decisions.rules, rules), isNull(decisions.revertedAt));
  const parties = and(eq(decisions.modId, modId), eq(decisions.personId, userId));
  const isAboutPost = sql`${decisions.postId} is not distinct from ${postId}::uuid`;
  const isRecent = gt(decisions.createdAt, new Date(now - millisecondsInMinute));
  const isEqual = and(eq(decisions.kind, 'warned'), parties, isAboutPost, said, isRecent);
  const [equal] = await db.select({ id: decisions.id }).from(decisions).where(isEqual);
  return equal;
}

/** Warns a player, who may be known to the publisher only; responds with 202 once it is committed. */
export async function createWarning(
  ctx: Ctx<typeof decision.createWarning>,
): Promise<Id & { actionId: string | null }> {
  const { deps, region, write } = ctx;
  const { removes = false, ...warning } = ctx.body;
  const { userId, postId, ...said } = warning;
  await deps.publisher.ensurePlayer(region, userId, callerOf(ctx));
  if (removes && postId === null) throw sentence(422, 'Name the post that the warning removes.');
  return write(async (tx) => {
    if (!removes || postId === null) {
      const { id } =
        (await findEqual(tx, ctx.viewer.id, warning)) ?? (await decide(tx, ctx, 'warned', warning));
      return { id, actionId: null };
    }
    const { id, personId } = await decide(tx, ctx, 'removed', { postId, ...said, warns: true });
    if (personId !== userId) throw sentence(422, FOREIGN_POST);
    return { id, actionId: id };
  });
}

/** Removes a reply; responds with 202 once it is committed. */
export const removeReply = ({
  params,
  body,
  write,
  ...ctx
}: Ctx<typeof replyCalls.removeReply>): Promise<Id> =>
  write(async (tx) => idOf(await decide(tx, ctx, 'reply-removed', { ...params, ...body })));

/** Reverts the removal of a reply; responds with 205 once it is committed, 404 unless it is removed. */
export async function restoreReply(ctx: Ctx<typeof replyCalls.restoreReply>): Promise<undefined> {
  await ctx.write(async (tx) => {
    const isOfPost = eq(decisions.postId, ctx.params.postId);
    const isRemoval = and(isOfPost, eq(decisions.kind, 'reply-removed'), isNull(decisions.revertedAt));
    const [removal] = await tx.db.select({ id: decisions.id }).from(decisions).where(isRemoval);
    if (removal === undefined || !(await revert(tx, ctx, removal.id, ['reply-removed']))) throw notFound();
  });
}
