/** Warnings of players, alone or with the removal of a post (rules 31.30 and 31.31). */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type Ctx, callerOf } from '#api/calls/core/route.ts';
import { act } from '#api/calls/moderation/actions.ts';
import * as rules from '#api/calls/moderation/rules.ts';
import type { Tx } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { notifyDecision } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import type * as calls from '#lib/schemas/calls/decision.ts';
import { MOD_ACTION_TYPE } from '#lib/schemas/moderation.ts';

async function warn(tx: Tx, ctx: Ctx<typeof calls.createWarning>) {
  const { db, now } = tx;
  const { viewer, body } = ctx;
  const { userId, postId, removes = false, ...said } = body;
  if ((await findPlayer(db, userId)) === null) throw notFound();
  await rules.checkMayBan(db, viewer, userId, 'warnings');
  const post = postId === null ? null : await lockPost(db, postId);
  if (post !== null) {
    rules.checkMayModerate(viewer, post);
    await rules.checkNotReporter(db, viewer, post.id);
    if (post.authorId !== userId) throw sentence(422, 'Another player wrote this post. Warn its author.');
  } else if (postId !== null) throw notFound();
  else if (removes) throw sentence(422, 'Name the post that the warning removes.');
  const removal = { postId: postId ?? '', actionType: MOD_ACTION_TYPE.delete, ...said };
  const actionId = removes ? (await act(tx, ctx, removal, null)).id : null;
  const id = randomUUID();
  const concerned = { personId: userId, otherId: post?.playerId ?? null, postId, modId: viewer.id };
  await db.insert(decisions).values({ id, kind: 'warned', ...said, ...concerned, createdAt: new Date(now) });
  await db.insert(warnings).values({ id, personId: userId, actionId });
  await notifyDecision(tx, userId, { decisionId: id, kind: 'warned', rules: [], ...said });
  return { id, actionId };
}

/** Warns a player, who may be known to the publisher only; responds with 202 once it is committed. */
export async function createWarning(ctx: Ctx<typeof calls.createWarning>): ReturnType<typeof warn> {
  const { deps, region, body } = ctx;
  await deps.publisher.ensurePlayer(region, body.userId, callerOf(ctx));
  return ctx.write((tx) => warn(tx, ctx));
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
