/** Calls of `/api/mod/objections`: open objections, and decisions about them. */
import { eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { liftBan } from '#api/calls/moderation/bans.ts';
import { restoreReplyOf } from '#api/calls/moderation/replies.ts';
import { revert } from '#api/calls/moderation/revert.ts';
import { checkMayBan, type ModeratorCtx } from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { objections } from '#api/db/decision-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { sentence } from '#api/http/errors.ts';
import { lockDecision, type SeenDecision } from '#api/model/decisions/find.ts';
import {
  closeObjections,
  endDecision,
  findOpen,
  listOpen,
  refusalFor,
} from '#api/model/decisions/objections.ts';
import { isCurrent, reopenKept } from '#api/model/decisions/reopen.ts';
import { readStatement, toObjection } from '#api/model/decisions/statements.ts';
import { findPost, lockPost, toPost } from '#api/model/posts/queries.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import type { ObjectionEntry, ObjectionItem } from '#lib/schemas/decision.ts';

/** The oldest open objections (rule 31.21). */
export const listObjections = (ctx: Ctx<typeof calls.listObjections>): Promise<ObjectionEntry[]> =>
  ctx.read((db) => listOpen(db, ctx.viewer));

/** An open objection with what is needed to decide about it. */
export async function getObjection(ctx: Ctx<typeof calls.getObjection>): Promise<ObjectionItem> {
  const { viewer, params, now } = ctx;
  return ctx.read(async (db) => {
    const { objection, seen } = await findOpen(db, viewer, params.id);
    const { postId } = seen.decision;
    const post = postId === null ? null : await findPost(db, postId);
    return {
      objection: toObjection(objection),
      statement: await readStatement(db, viewer, seen, now),
      post: post && toPost(post, viewer),
      refusal: await refusalFor(db, viewer, seen, now),
    };
  });
}

/** Takes a decision back, as far as it is still in force and its post, which the caller must have locked, exists. */
async function takeBack(
  tx: Tx,
  ctx: ModeratorCtx,
  { id, kind, personId, createdAt }: SeenDecision['decision'],
  post: StoredPost | null,
): Promise<void> {
  const { viewer, deps } = ctx;
  if (kind === 'removed' || kind === 'edited') await revert(tx, ctx, id);
  if (kind === 'banned') await liftBan(tx, ctx, id);
  if (kind === 'warned') await checkMayBan(tx.db, viewer, personId, 'warnings');
  if (kind === 'reply-removed' && post !== null) await restoreReplyOf(tx, ctx, post.id);
  if (kind === 'kept' && post !== null && (await isCurrent(tx, post.id, createdAt))) {
    await reopenKept(tx, viewer, post, createdAt);
    await deps.discord.mark(tx, { postId: post.id });
  }
  await endDecision(tx, deps.discord.mark, id);
}

/** Upholds or reverses a decision, and tells the author of the objection (rules 31.22 to 31.24). */
export async function decideObjection(ctx: Ctx<typeof calls.decideObjection>): Promise<undefined> {
  const { deps, viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const { decision } = (await findOpen(tx.db, viewer, params.id)).seen;
    const post = decision.postId === null ? null : await lockPost(tx.db, decision.postId);
    await lockDecision(tx.db, decision.id);
    // Again, because someone else may have decided meanwhile.
    const { seen } = await findOpen(tx.db, viewer, params.id);
    const refusal = await refusalFor(tx.db, viewer, seen, tx.now);
    if (refusal !== null) throw sentence(403, refusal);
    const isIt = eq(objections.id, params.id);
    await closeObjections(tx, deps.discord.mark, isIt, { ...body, by: viewer.id });
    if (body.verdict === 'reversed') await takeBack(tx, ctx, decision, post);
  });
}
