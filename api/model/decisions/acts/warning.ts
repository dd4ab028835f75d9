/** Warnings of players (rules 31.30 and 31.31). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { decisions, warnings } from '#api/db/decision-schema.ts';
import { notFound, sentence } from '#api/http/errors.ts';
import { type Act, tellStaff } from '#api/model/decisions/acts/act.ts';
import {
  checkMayBan,
  checkMayModerate,
  checkNoConflict,
  checkNotReporter,
} from '#api/model/decisions/rules.ts';
import { notifyDecision } from '#api/model/notifications/notify.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import type { WarningCreate } from '#lib/schemas/decision.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** A warning alone, which may name a post. */
export type NewWarning = Omit<WarningCreate, 'removes'>;

/** Requires that the viewer may warn the player (rule 31.30). */
export const checkMayWarn = (db: Db, viewer: SessionUser, userId: number): Promise<void> =>
  checkMayBan(db, viewer, userId, 'warnings');

/** Makes a stored decision a warning, too, which the person must confirm (rule 31.31). */
export async function addWarning(db: Db, id: string, personId: number): Promise<void> {
  await db.insert(warnings).values({ id, personId });
}

/** Whether a decision is a warning, too. */
export const isWarning = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(warnings, eq(warnings.id, id))) > 0;

/** Refuses a warning because of someone else's post. */
export const FOREIGN_POST = 'Another player wrote this post. Warn its author.';

/** A warning; 404 for an unknown player, 422 for a post of someone else. */
export const warning: Act<NewWarning> = {
  async apply(tx, { viewer }, { userId, postId, reason, rules = [] }) {
    const { db, now } = tx;
    if ((await findPlayer(db, userId)) === null) throw notFound();
    await checkMayWarn(db, viewer, userId);
    const post = postId === null ? null : await lockPost(db, postId);
    if (post !== null) {
      checkMayModerate(viewer, post);
      await checkNotReporter(db, viewer, post.id);
      if (post.authorId !== userId) throw sentence(422, FOREIGN_POST);
    } else if (postId !== null) throw notFound();
    else await checkNoConflict(db, viewer, userId, now);
    const id = randomUUID();
    const parties = { personId: userId, otherId: post?.playerId ?? null, postId, modId: viewer.id };
    const said = { reason, rules, createdAt: new Date(now) };
    await db.insert(decisions).values({ id, kind: 'warned', ...parties, ...said });
    await addWarning(db, id, userId);
    return id;
  },
  revert: async () => undefined,
  involved: (db, { viewer }, { decision }) => checkMayWarn(db, viewer, decision.personId),
  async notify(tx, { decision }) {
    const { id, personId, postId, rules } = decision;
    const reason = decision.reason ?? '';
    await notifyDecision(tx, personId, { decisionId: id, kind: 'warned', reason, rules });
    if (postId === null) await tellStaff(tx, decision, reason, { warned: true });
  },
};
