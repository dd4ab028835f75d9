/** Calls of `/api/mod/objections`: open objections, and decisions about them. */
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { objections } from '#api/db/decision-schema.ts';
import { sentence } from '#api/http/errors.ts';
import { revertDecision } from '#api/model/decisions/acts.ts';
import { lockConcerned } from '#api/model/decisions/concerned.ts';
import { readReported } from '#api/model/decisions/find.ts';
import {
  closeObjections,
  findOpen,
  listOpen,
  refusalFor,
  tellObjectors,
} from '#api/model/decisions/objections.ts';
import { readRecordOf } from '#api/model/decisions/record.ts';
import { objectUntil, readStatement, toObjection } from '#api/model/decisions/statements.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { findPost, toPost } from '#api/model/posts/queries.ts';
import { checkUnclaimed, newClaim, UNCLAIMED } from '#api/model/reviews/claims.ts';
import { announceObjection } from '#api/model/reviews/involved.ts';
import { readItemNotes } from '#api/model/reviews/read.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import type { ObjectionEntry, ObjectionItem } from '#lib/schemas/review.ts';

/** The oldest open objections (rule 31.21). */
export const listObjections = (ctx: Ctx<typeof calls.listObjections>): Promise<ObjectionEntry[]> =>
  ctx.read((db) => listOpen(db, ctx.viewer, ctx.now));

type ObjectionCtx = Pick<Ctx<typeof calls.getObjection>, 'viewer' | 'params' | 'now'>;

async function readItem(db: Db, { viewer, params, now }: ObjectionCtx): Promise<ObjectionItem> {
  const { objection, seen, moderator } = await findOpen(db, viewer, params.id);
  const { decision } = seen;
  const { id, kind, postId, modId, personId, otherId, createdAt } = decision;
  const row = postId === null ? null : await findPost(db, postId);
  const records = [];
  for (const player of [personId, ...(otherId === null ? [] : [otherId])]) {
    const username = (await findPlayer(db, player))?.username ?? '';
    records.push({ id: player, username, record: await readRecordOf(db, viewer, player, now) });
  }
  return {
    objection: toObjection(objection),
    statement: await readStatement(db, viewer, seen, now),
    post: row && toPost(row, viewer),
    refusal: await refusalFor(db, viewer, seen, now),
    objectUntil: objectUntil(createdAt).toISOString(),
    moderator: modId === null ? null : { id: modId, username: moderator ?? '' },
    ...(kind === 'kept' && { reports: await readReported(db, id, objection.authorId) }),
    records,
    ...(postId !== null && { notes: await readItemNotes(db, postId) }),
  };
}

/** An open objection with what is needed to decide about it. */
export const getObjection = (ctx: Ctx<typeof calls.getObjection>): Promise<ObjectionItem> =>
  ctx.read((db) => readItem(db, ctx));

/** The open objection that the viewer may decide and no one else has claimed, locked: null where they may not, 404, 410, 423. */
async function lockFree(tx: Tx, { viewer, params }: ObjectionCtx) {
  const { db, now } = tx;
  const found = await findOpen(db, viewer, params.id);
  const concerned = await lockConcerned(db, found.seen.decision.id);
  // Again, because someone else may have decided meanwhile.
  const { objection, seen, claim } = await findOpen(db, viewer, params.id);
  const refusal = await refusalFor(db, viewer, seen, now);
  if (refusal === null) checkUnclaimed(claim, viewer, now, 'this objection');
  return { objection, concerned, refusal };
}

async function claim(tx: Tx, ctx: ObjectionCtx): Promise<void> {
  const { objection, refusal } = await lockFree(tx, ctx);
  if (refusal !== null) return;
  const { stored, shown } = await newClaim(tx.db, ctx.viewer, tx.now);
  await tx.db.update(objections).set(stored).where(eq(objections.id, objection.id));
  await announceObjection(tx, objection, 'claimed', { claim: shown });
}

/** Claims an objection and returns it; who cannot decide it reads it without a claim. */
export async function claimObjection(ctx: Ctx<typeof calls.claimObjection>): Promise<ObjectionItem> {
  await ctx.write((tx) => claim(tx, ctx));
  return ctx.read((db) => readItem(db, ctx));
}

/** Renews the viewer's claim. */
export async function renewObjection(ctx: Ctx<typeof calls.renewObjection>): Promise<undefined> {
  await ctx.write((tx) => claim(tx, ctx));
}

/** Lets others have the objection. */
export async function releaseObjection(ctx: Ctx<typeof calls.releaseObjection>): Promise<undefined> {
  await ctx.write(async (tx) => {
    const own = and(eq(objections.id, ctx.params.id), eq(objections.claimedBy, ctx.viewer.id));
    const [released] = await tx.db.update(objections).set(UNCLAIMED).where(own).returning();
    if (released !== undefined && released.verdict === null)
      await announceObjection(tx, released, 'released');
  });
}

/** Upholds or reverses a decision, and tells the author of the objection (rules 31.22 to 31.24). */
export async function decideObjection(ctx: Ctx<typeof calls.decideObjection>): Promise<undefined> {
  const { deps, viewer, params, body, write } = ctx;
  await write(async (tx) => {
    const { concerned, refusal } = await lockFree(tx, ctx);
    if (refusal !== null) throw sentence(403, refusal);
    const isIt = eq(objections.id, params.id);
    const closed = await closeObjections(tx, isIt, { ...body, by: viewer.id });
    if (body.verdict === 'reversed' && concerned !== null) await revertDecision(tx, ctx, concerned);
    await tellObjectors(tx, deps.discord.mark, closed);
  });
}
