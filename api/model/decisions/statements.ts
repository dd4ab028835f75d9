/** Statements of reasons, as the person concerned, the reporter of a kept post, and staff see them (rules 31.10 to 31.12). */
import { addMonths } from 'date-fns/addMonths';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { objections, warnings } from '#api/db/decision-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { players } from '#api/db/schema.ts';
import { anyOf, isoTime } from '#api/db/sql.ts';
import { textOf } from '#api/model/decisions/acts/post-actions.ts';
import { findPost, type PostRow } from '#api/model/posts/queries.ts';
import { isEvidence } from '#lib/domain/advice/badges.ts';
import type { DecisionKind, Objection, Statement, Verdict } from '#lib/schemas/decision.ts';
import type { PostText } from '#lib/schemas/post.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import { readReported, type SeenDecision } from './find.ts';

/** How long one can object, in months. */
const OBJECTION_MONTHS = 6;

/** Until when one can object to a decision of that time. */
export const objectUntil = (createdAt: Date): Date => addMonths(createdAt, OBJECTION_MONTHS);

/** An objection without its author. */
export const toObjection = (row: typeof objections.$inferSelect): Objection => ({
  id: row.id,
  words: row.words,
  createdAt: row.createdAt.toISOString(),
  verdict: row.verdict as Verdict | null,
  reason: row.reason,
  decidedAt: isoTime(row.decidedAt),
});

/** The objections to decisions, oldest first, with who decided them and without their authors. */
export async function readObjections(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ row: objections, username: players.username })
    .from(objections)
    .leftJoin(players, eq(players.id, objections.decidedBy))
    .where(sql`${objections.decisionId} = ${anyOf(ids)}`)
    .orderBy(objections.createdAt, objections.id);
  return rows.map(({ row, username }) => ({
    decisionId: row.decisionId,
    shown: {
      ...toObjection(row),
      decider: row.decidedBy === null ? null : { id: row.decidedBy, username: username ?? '' },
    },
  }));
}

/** The decision's words and texts, and until when it holds: from the mod action, the ban, or the decision itself. */
async function readSaid(db: Db, { decision }: SeenDecision) {
  const [action] = await db.select().from(modActions).where(eq(modActions.id, decision.id));
  const [ban] = await db.select().from(platformBans).where(eq(platformBans.id, decision.id));
  const { reason, former, revertedAt } = decision;
  return {
    reason: action?.reason ?? ban?.reason ?? reason ?? '',
    former: (action?.previousPost ?? former) as PostText | null,
    present: (action?.updatedPost ?? null) as PostText | null,
    until: isoTime(ban?.bannedUntil ?? null),
    revertedAt: isoTime(revertedAt),
  };
}

/** Whether the decision warns the person, and whether that is the viewer, who has not confirmed it yet. */
async function readWarning(db: Db, viewer: SessionUser, { id, revertedAt }: SeenDecision['decision']) {
  const [warning] = await db.select().from(warnings).where(eq(warnings.id, id));
  const isOwn = warning?.personId === viewer.id && warning.confirmedAt === null;
  return { ...(warning && { isWarning: true }), isUnread: revertedAt === null && isOwn };
}

/** The guidelines of the decision; for a reporter, the reports with theirs. */
async function readGrounds(db: Db, viewer: SessionUser, { decision, as }: SeenDecision) {
  if (as !== 'reporter') return { rules: decision.rules };
  const own = await readReported(db, decision.id, viewer.id);
  return { rules: [...new Set(own.map(({ rule }) => rule))], reports: own };
}

/**
 * The post's id and advice, and whom it is about if the person wrote it. A banned player learns
 * nothing of a post that someone else wrote.
 */
function aboutPost({ decision, as }: SeenDecision, post: PostRow | null) {
  const isForeign = post?.author.id !== decision.personId;
  if (post === null || (isForeign && decision.kind === 'banned' && as !== 'staff'))
    return { postId: null, advice: [] };
  if (as === 'reporter') return { postId: post.id, advice: [] };
  const { id, username } = post.player;
  const about = isForeign ? {} : { about: { player: { id, username }, createdAt: post.createdAt } };
  return { postId: post.id, advice: post.advice.filter(isEvidence), ...about };
}

/** The text of a removed post that has not changed since, for removals that kept none, such as imported ones. */
function presentText({ kind, createdAt }: SeenDecision['decision'], post: PostRow | null): PostText | null {
  if (kind !== 'removed' || post === null || (post.updatedAt ?? '') > createdAt.toISOString()) return null;
  return textOf(post);
}

/** The viewer's objection, or until when they may object; all objections for staff. */
async function readObjecting(db: Db, viewer: SessionUser, seen: SeenDecision, isPast: boolean, now: number) {
  const { id, createdAt } = seen.decision;
  if (seen.as === 'staff') {
    const all = (await readObjections(db, [id])).map(({ shown }) => shown);
    return { objection: null, objectUntil: null, objections: all };
  }
  const [own] = await db
    .select()
    .from(objections)
    .where(and(eq(objections.decisionId, id), eq(objections.authorId, viewer.id)));
  if (own !== undefined) return { objection: toObjection(own), objectUntil: null };
  const until = objectUntil(createdAt);
  return { objection: null, objectUntil: isPast || until.getTime() <= now ? null : until.toISOString() };
}

/** The statement of a decision. It names no moderator and no reporter. `now` in milliseconds since 1970. */
export async function readStatement(
  db: Db,
  viewer: SessionUser,
  seen: SeenDecision,
  now: number,
): Promise<Statement> {
  const { decision, username, as } = seen;
  const { id, personId, postId, createdAt } = decision;
  const post = postId === null ? null : await findPost(db, postId);
  const said = await readSaid(db, seen);
  return {
    id,
    kind: decision.kind as DecisionKind,
    person: as === 'reporter' ? null : { id: personId, username },
    ...aboutPost(seen, post),
    ...(await readGrounds(db, viewer, seen)),
    ...said,
    former: said.former ?? presentText(decision, post),
    createdAt: createdAt.toISOString(),
    ...(await readWarning(db, viewer, decision)),
    ...(await readObjecting(db, viewer, seen, said.revertedAt !== null, now)),
  };
}
