/** Calls of `/api/mod/reviews`: the moderators' queue. */
import type { FastifyInstance } from 'fastify';
import { type Ctx, type Deps, route } from '#api/calls/core/route.ts';
import { sentence } from '#api/http/errors.ts';
import { ACTS, decide } from '#api/model/decisions/acts.ts';
import { lockConcerned } from '#api/model/decisions/concerned.ts';
import { endDecision } from '#api/model/decisions/objections.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { checkMayReview } from '#api/model/reviews/involved.ts';
import { findOwnKeep } from '#api/model/reviews/log.ts';
import * as read from '#api/model/reviews/read.ts';
import * as calls from '#lib/schemas/calls/review.ts';
import type { ReviewList } from '#lib/schemas/review.ts';
import * as claims from './claims.ts';
import * as notes from './notes.ts';
import * as reporters from './reporters.ts';

async function list(ctx: Ctx<typeof calls.listReviews>): Promise<ReviewList> {
  const { viewer, query, now } = ctx;
  return ctx.read(async (db) => ({
    counts: await read.countItems(db, viewer, now),
    entries: await read.listItems(db, viewer, query, now),
  }));
}

/** Decides that the post stays, and from then on counts (rules 28.31 and 28.6). */
async function keep(ctx: Ctx<typeof calls.keepPost>): Promise<undefined> {
  const { write, viewer, params, body } = ctx;
  await write(async (tx) => {
    const post = await requirePost(tx.db, params.postId);
    const { review } = await claims.freeItem(tx.db, viewer, post.id, tx.now);
    await decide(tx, ctx, 'kept', { post, isReported: review.reports > 0, ...body });
  });
}

const NOT_CURRENT = 'Your decision to keep this post no longer applies, so there is nothing to undo.';

/** Undoes the viewer's decision that the post stays (rule 28.35); 409 unless it is the current one. */
async function reopen(ctx: Ctx<typeof calls.reopenReview>): Promise<undefined> {
  const { deps, write, viewer, params } = ctx;
  await write(async (tx) => {
    const post = await requirePost(tx.db, params.postId);
    await checkMayReview(tx.db, viewer, post.id);
    const decision = await findOwnKeep(tx.db, viewer, post.id);
    if (decision === null) throw sentence(409, NOT_CURRENT);
    await lockConcerned(tx.db, decision.id);
    await ACTS.kept.revert(tx, ctx, { post, action: null, decision });
    await endDecision(tx, deps.discord.mark, decision.id);
  });
}

/** Registers the calls. */
export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.countReviews, (ctx) => ctx.read((db) => read.countItems(db, ctx.viewer, ctx.now)));
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
