/** Calls of `/api/decisions` and `/api/mod/decisions`: statements, objections to them, and the team's record. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#api/calls/core/route.ts';
import { objections, warnings } from '#api/db/decision-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { lockConcerned } from '#api/model/decisions/concerned.ts';
import { findSeen } from '#api/model/decisions/find.ts';
import { readOwnDecisions } from '#api/model/decisions/own.ts';
import { readTeamsRecord } from '#api/model/decisions/record.ts';
import { readStatement, toObjection } from '#api/model/decisions/statements.ts';
import { announceObjection } from '#api/model/reviews/involved.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import type { Objection, OwnDecisions, Statement } from '#lib/schemas/decision.ts';

/** The statement of a decision (rule 31.10). */
export async function getDecision(ctx: Ctx<typeof calls.getDecision>): Promise<Statement> {
  const { viewer, params, now } = ctx;
  return ctx.read(async (db) => readStatement(db, viewer, await findSeen(db, viewer, params.id), now));
}

const REFUSALS = {
  foreign: 'Only the person whom a decision concerns can object to it.',
  again: 'You have objected to this decision already.',
  reverted: 'This decision was reverted, so there is nothing left to object to.',
  late: 'The six months for an objection to this decision are over.',
} as const;

/** Objects to a decision (rule 31.20); 409 with a sentence when that is no longer possible. */
export async function createObjection(ctx: Ctx<typeof calls.createObjection>): Promise<Objection> {
  const { deps, viewer, params, body, write } = ctx;
  return write(async (tx) => {
    const { db, now } = tx;
    await lockConcerned(db, params.id);
    const seen = await findSeen(db, viewer, params.id);
    if (seen.as === 'staff') throw sentence(403, REFUSALS.foreign);
    const { objection, revertedAt, objectUntil } = await readStatement(db, viewer, seen, now);
    if (objection !== null) throw sentence(409, REFUSALS.again);
    if (revertedAt !== null) throw sentence(409, REFUSALS.reverted);
    if (objectUntil === null) throw sentence(409, REFUSALS.late);
    const id = randomUUID();
    const [row] = await db
      .insert(objections)
      .values({ id, decisionId: params.id, authorId: viewer.id, words: body.words, createdAt: new Date(now) })
      .returning();
    if (row === undefined) throw new Error('The objection was not stored.');
    await announceObjection(tx, { id, decisionId: params.id }, 'opened');
    await deps.discord.queue(tx, { kind: 'objection', id, postId: null, playerId: viewer.id });
    return toObjection(row);
  });
}

/** Notes that the warned player has read the warning, the first time; 404 for anyone else's. */
export async function confirmWarning(ctx: Ctx<typeof calls.confirmWarning>): Promise<undefined> {
  const { viewer, params, write } = ctx;
  const own = and(eq(warnings.id, params.id), eq(warnings.personId, viewer.id));
  const at = sql`coalesce(${warnings.confirmedAt}, ${new Date(ctx.now).toISOString()})`;
  const confirmed = await write(({ db }) =>
    db.update(warnings).set({ confirmedAt: at }).where(own).returning(),
  );
  if (confirmed.length === 0) throw notFound();
}

/** The decisions that concern the viewer (rule 31.41). */
export const listOwnDecisions = (ctx: Ctx<typeof calls.listOwnDecisions>): Promise<OwnDecisions> =>
  ctx.read((db) => readOwnDecisions(db, ctx.viewer, ctx.query.page));

/** The team's record (rule 31.40). */
export const listDecisions = (ctx: Ctx<typeof calls.listDecisions>) =>
  ctx.read((db) => readTeamsRecord(db, ctx.viewer, ctx.query, ctx.now));
