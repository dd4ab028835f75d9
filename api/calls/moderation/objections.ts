/** Calls of `/api/mod/objections`: open objections, and decisions about them. */
import { eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { objections } from '#api/db/decision-schema.ts';
import { sentence } from '#api/http/errors.ts';
import { revertDecision } from '#api/model/decisions/acts.ts';
import { lockConcerned } from '#api/model/decisions/concerned.ts';
import {
  closeObjections,
  findOpen,
  listOpen,
  refusalFor,
  tellObjectors,
} from '#api/model/decisions/objections.ts';
import { readStatement, toObjection } from '#api/model/decisions/statements.ts';
import { findPost, toPost } from '#api/model/posts/queries.ts';
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

/** Upholds or reverses a decision, and tells the author of the objection (rules 31.22 to 31.24). */
export async function decideObjection(ctx: Ctx<typeof calls.decideObjection>): Promise<undefined> {
  const { deps, viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const found = await findOpen(tx.db, viewer, params.id);
    const concerned = await lockConcerned(tx.db, found.seen.decision.id);
    // Again, because someone else may have decided meanwhile.
    const { seen } = await findOpen(tx.db, viewer, params.id);
    const refusal = await refusalFor(tx.db, viewer, seen, tx.now);
    if (refusal !== null) throw sentence(403, refusal);
    const isIt = eq(objections.id, params.id);
    const closed = await closeObjections(tx, isIt, { ...body, by: viewer.id });
    if (body.verdict === 'reversed' && concerned !== null) await revertDecision(tx, ctx, concerned);
    await tellObjectors(tx, deps.discord.mark, closed);
  });
}
