/** Calls of `/api/mod/objections`: open objections, and decisions about them. */
import { eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { liftBan } from '#api/calls/moderation/bans.ts';
import { restoreReplyOf } from '#api/calls/moderation/replies.ts';
import { revert } from '#api/calls/moderation/revert.ts';
import type { ModeratorCtx } from '#api/calls/moderation/rules.ts';
import { liftWarning } from '#api/calls/moderation/warnings.ts';
import type { Tx } from '#api/db/database.ts';
import { decisions, objections } from '#api/db/decision-schema.ts';
import { sentence } from '#api/http/errors.ts';
import { lockDecision, type SeenDecision } from '#api/model/decisions/find.ts';
import { closeObjections, findOpen, listOpen, refusalFor } from '#api/model/decisions/objections.ts';
import { isCurrent, reopenKept } from '#api/model/decisions/reopen.ts';
import { readStatement, toObjection } from '#api/model/decisions/statements.ts';
import { findPost, lockPost, toPost } from '#api/model/posts/queries.ts';
import { findReply } from '#api/model/posts/replies.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import type { DecisionKind, ObjectionItem, ObjectionList } from '#lib/schemas/decision.ts';

/** Open objections, oldest first (rule 31.21). */
export const listObjections = ({
  deps,
  region,
  viewer,
  query,
}: Ctx<typeof calls.listObjections>): Promise<ObjectionList> =>
  deps.database.read(region, (db) => listOpen(db, viewer, query.page));

/** An open objection with what is needed to decide about it. */
export async function getObjection(ctx: Ctx<typeof calls.getObjection>): Promise<ObjectionItem> {
  const { deps, region, viewer, params, now } = ctx;
  return deps.database.read(region, async (db) => {
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

type Decision = SeenDecision['decision'];

/** Opens the item of a kept post again, unless the post was decided about again since, or is gone. */
async function reverseKeep(
  tx: Tx,
  { deps, viewer }: ModeratorCtx,
  { postId, createdAt }: Decision,
): Promise<void> {
  const post = postId === null ? null : await lockPost(tx.db, postId);
  if (post === null || !(await isCurrent(tx, post.id, createdAt))) return;
  await reopenKept(tx, viewer, post, createdAt);
  await deps.discord.mark(tx, { postId: post.id });
}

/** Shows a removed reply again. Where its post is gone, only the statement says that the removal was reverted. */
async function reverseReply(tx: Tx, ctx: ModeratorCtx, { id, postId }: Decision): Promise<void> {
  if (postId !== null && (await findReply(tx.db, postId)) !== null) return restoreReplyOf(tx, ctx, postId);
  const reverted = { revertedAt: new Date(tx.now) };
  await tx.db.update(decisions).set(reverted).where(eq(decisions.id, id));
}

const revertAction = (tx: Tx, ctx: ModeratorCtx, { id }: Decision) => revert(tx, ctx, id);

/** How a decision is taken back. */
const REVERSALS: Readonly<
  Record<DecisionKind, (tx: Tx, ctx: ModeratorCtx, decision: Decision) => Promise<unknown>>
> = {
  removed: revertAction,
  edited: revertAction,
  warned: (tx, ctx, { id }) => liftWarning(tx, ctx, id),
  banned: (tx, ctx, { id }) => liftBan(tx, ctx, id),
  kept: reverseKeep,
  'reply-removed': reverseReply,
};

/** Upholds or reverses a decision, and tells the author of the objection (rules 31.22 to 31.24). */
export async function decideObjection(ctx: Ctx<typeof calls.decideObjection>): Promise<undefined> {
  const { deps, region, viewer, params, body } = ctx;
  await deps.database.write(region, async (tx) => {
    const { decision } = (await findOpen(tx.db, viewer, params.id)).seen;
    if (decision.postId !== null) await lockPost(tx.db, decision.postId);
    await lockDecision(tx.db, decision.id);
    // Again, because someone else may have decided meanwhile.
    const { seen } = await findOpen(tx.db, viewer, params.id);
    const refusal = await refusalFor(tx.db, viewer, seen, tx.now);
    if (refusal !== null) throw sentence(403, refusal);
    const isIt = eq(objections.id, params.id);
    await closeObjections(tx, deps.discord.mark, isIt, { ...body, by: viewer.id });
    if (body.verdict === 'reversed') await REVERSALS[decision.kind as DecisionKind](tx, ctx, decision);
  });
}
