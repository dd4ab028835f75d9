/** Calls of `/api/mod/reviews`: the moderators' queue. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route } from '#api/calls/core/route.ts';
import { sentence } from '#api/http/errors.ts';
import { lockDecision } from '#api/model/decisions/find.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { announceHeld, reopenKept } from '#api/model/decisions/reopen.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { checkMayReview } from '#api/model/reviews/involved.ts';
import { findOwnKeep, logReview } from '#api/model/reviews/log.ts';
import { decideReview } from '#api/model/reviews/queue.ts';
import * as read from '#api/model/reviews/read.ts';
import { REPORT_SENTENCES } from '#lib/domain/reports.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import type { ReviewList } from '#lib/schemas/review.ts';
import * as claims from './claims.ts';
import * as notes from './notes.ts';
import * as reporters from './reporters.ts';

async function list(ctx: Ctx<typeof calls.listReviews>): Promise<ReviewList> {
  const { viewer, query, now } = ctx;
  return ctx.read(async (db) => ({
    counts: await read.countItems(db, viewer),
    entries: await read.listItems(db, viewer, query, now),
  }));
}

/** Decides that the post stays, and from then on counts (rules 28.31 and 28.6). */
async function keep({ deps, write, viewer, params, body }: Ctx<typeof calls.keepPost>): Promise<undefined> {
  await write(async (tx) => {
    const post = await requirePost(tx.db, params.postId);
    const { review } = await claims.freeItem(tx.db, viewer, post.id, tx.now);
    if (review.reports > 0 && body.sentence === '') throw sentence(422, REPORT_SENTENCES.reasonNeeded);
    const decision = {
      id: randomUUID(),
      by: viewer.id,
      outcome: 'kept',
      sentence: body.sentence,
      accepted: post.held,
    } as const;
    await decideReview(tx, post.id, decision);
    if (post.held) await announceHeld(tx, post, false);
    await logReview(tx, viewer, { id: decision.id, action: 'keep', postId: post.id });
    await deps.discord.mark(tx, { postId: post.id });
  });
}

const NOT_CURRENT = 'Your decision to keep this post no longer applies, so there is nothing to undo.';

/** Undoes the viewer's decision that the post stays (rule 28.35); 409 unless it is the current one. */
async function reopen({ deps, write, viewer, params }: Ctx<typeof calls.reopenReview>): Promise<undefined> {
  await write(async (tx) => {
    const post = await requirePost(tx.db, params.postId);
    await checkMayReview(tx.db, viewer, post.id);
    const keep = await findOwnKeep(tx.db, viewer, post.id);
    if (keep === null) throw sentence(409, NOT_CURRENT);
    await lockDecision(tx.db, keep.id);
    await reopenKept(tx, viewer, post, keep.at);
    await endDecision(tx, deps.discord.mark, keep.id);
    await deps.discord.mark(tx, { postId: post.id });
  });
}

/** Registers the calls. */
export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.countReviews, (ctx) => ctx.read((db) => read.countItems(db, ctx.viewer)));
  route(app, deps, calls.listReviews, list);
  route(app, deps, calls.claimReview, claims.claimItem);
  route(app, deps, calls.renewReview, claims.renew);
  route(app, deps, calls.releaseReview, claims.release);
  route(app, deps, calls.keepPost, keep);
  route(app, deps, calls.reopenReview, reopen);
  route(app, deps, calls.askColleague, notes.askColleague);
  route(app, deps, calls.createNote, notes.createNote);
  route(app, deps, calls.deleteNote, notes.deleteNote);
  route(app, deps, calls.openReporter, reporters.showReporter);
  route(app, deps, calls.muteReporter, reporters.mute);
}
