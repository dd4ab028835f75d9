/** Warnings of players (rules 31.30 and 31.31). */
import { randomUUID } from 'node:crypto';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { type Act, statementOf } from '#api/model/decisions/acts/act.ts';
import { checkMayBan, checkMayModerate, checkNotReporter } from '#api/model/decisions/rules.ts';
import { notifyDecision } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import type { WarningCreate } from '#lib/schemas/decision.ts';

/** A warning, and the removal that it comes with. */
export type NewWarning = Omit<WarningCreate, 'removes'> & { actionId: string | null };

/** A warning; 404 for an unknown player, 422 for a post of someone else. */
export const warning: Act<NewWarning> = {
  async apply(tx, { viewer }, { userId, postId, actionId, reason, rules = [] }) {
    const { db, now } = tx;
    if ((await findPlayer(db, userId)) === null) throw notFound();
    await checkMayBan(db, viewer, userId, 'warnings');
    const post = postId === null ? null : await lockPost(db, postId);
    if (post !== null) {
      checkMayModerate(viewer, post);
      await checkNotReporter(db, viewer, post.id);
      if (post.authorId !== userId) throw sentence(422, 'Another player wrote this post. Warn its author.');
    } else if (postId !== null) throw notFound();
    const id = randomUUID();
    const parties = { personId: userId, otherId: post?.playerId ?? null, postId, modId: viewer.id };
    const said = { reason, rules, createdAt: new Date(now) };
    await db.insert(decisions).values({ id, kind: 'warned', ...parties, ...said });
    await db.insert(warnings).values({ id, personId: userId, actionId });
    return id;
  },
  revert: async () => undefined,
  involved: (db, { viewer }, { decision }) => checkMayBan(db, viewer, decision.personId, 'warnings'),
  notify: (tx, { decision: { id, personId, reason, rules } }) =>
    notifyDecision(tx, personId, { decisionId: id, kind: 'warned', reason: reason ?? '', rules }),
  statement: statementOf,
};
