/** The team's record: decisions of the last 90 days (rule 31.40). */
import { subDays } from 'date-fns/subDays';
import { and, arrayContains, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { decisions, objections } from '#api/db/decision-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { anyOf, isoTime, newestFirst } from '#api/db/sql.ts';
import { listStaff, OF_DECISION, whereMayReview } from '#api/model/reviews/involved.ts';
import { readRecord } from '#api/model/reviews/read.ts';
import type { DecisionKind, ObjectionState } from '#lib/schemas/decision.ts';
import type { SessionUser } from '#lib/schemas/session.ts';
import { readObjections } from './statements.ts';

const RECORD_DAYS = 90;
/** Decisions of a page. */
export const PAGE = 50;
/** Decisions in the record of a player or a post. */
const LATEST = 5;

/** Which decisions of the record are listed. */
export interface RecordFilter {
  page: number;
  mod?: number | undefined;
  player?: number | undefined;
  kind?: DecisionKind | undefined;
  rule?: string | undefined;
  objection?: ObjectionState | undefined;
  /** By default a page and one more. */
  limit?: number;
}

const ORDER = newestFirst(decisions.createdAt, decisions.id);
const mod = alias(players, 'mod');

/** Condition on `decisions`: someone objected to it; only with objections that meet the condition. */
const isObjected = (where?: SQL): SQL =>
  sql`exists (select from ${objections} where ${and(eq(objections.decisionId, decisions.id), where)})`;

const isInState = (state: ObjectionState): SQL =>
  state === 'open' ? isNull(objections.verdict) : eq(objections.verdict, state);

/** The ids of a page and the first of the next, from an index. */
function listIds(db: Db, viewer: SessionUser, { page, limit = PAGE + 1, ...by }: RecordFilter, now: number) {
  return db
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        gt(decisions.createdAt, subDays(now, RECORD_DAYS)),
        by.mod === undefined ? undefined : eq(decisions.modId, by.mod),
        by.player === undefined ? undefined : eq(decisions.personId, by.player),
        by.kind === undefined ? undefined : eq(decisions.kind, by.kind),
        by.rule === undefined ? undefined : arrayContains(decisions.rules, [by.rule]),
        by.objection === undefined ? undefined : isObjected(isInState(by.objection)),
        whereMayReview(viewer, viewer.id, OF_DECISION),
      ),
    )
    .orderBy(...ORDER)
    .limit(limit)
    .offset((page - 1) * PAGE);
}

async function readRows(db: Db, found: readonly { id: string }[]) {
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select({
      decision: decisions,
      person: players.username,
      mod: mod.username,
      title: posts.title,
    })
    .from(decisions)
    .innerJoin(players, eq(players.id, decisions.personId))
    .leftJoin(mod, eq(mod.id, decisions.modId))
    .leftJoin(posts, eq(posts.id, decisions.postId))
    .where(sql`${decisions.id} = ${anyOf(ids)}`)
    .orderBy(...ORDER);
  const all = await readObjections(db, ids);
  return rows.map(({ decision, person, mod, title }) => ({
    id: decision.id,
    kind: decision.kind as DecisionKind,
    moderator: decision.modId === null || mod === null ? null : { id: decision.modId, username: mod },
    person: { id: decision.personId, username: person },
    postId: decision.postId,
    title,
    rules: decision.rules,
    createdAt: decision.createdAt.toISOString(),
    revertedAt: isoTime(decision.revertedAt),
    objections: all.filter(({ decisionId }) => decisionId === decision.id).map(({ shown }) => shown),
  }));
}

/**
 * A page without decisions that involve the viewer, the present moderators and administrators, and a filtered player’s record.
 */
export async function readTeamsRecord(db: Db, viewer: SessionUser, filter: RecordFilter, now: number) {
  const ids = await listIds(db, viewer, filter, now);
  const moderators = await db
    .select({ id: players.id, username: players.username })
    .from(players)
    .where(sql`${players.id} = any(${`{${(await listStaff(db)).join(',')}}`}::bigint[])`)
    .orderBy(players.username);
  const entries = await readRows(db, ids.slice(0, PAGE));
  const { player = viewer.id } = filter;
  // Without the removed replies and warnings that the list leaves out.
  const seen = whereMayReview(viewer, viewer.id, OF_DECISION);
  const record = player === viewer.id ? undefined : await readRecordOf(db, viewer, player, now, seen);
  return { entries, hasMore: ids.length > PAGE, moderators, record };
}

/**
 * The record of a player, with the five latest decisions about them, for a viewer (rule 30.76). Who objects to a keep is its
 * reporter, so objections to keeps are left out.
 */
export async function readRecordOf(db: Db, viewer: SessionUser, player: number, now: number, seen?: SQL) {
  const rows = await readRows(db, await listIds(db, viewer, { page: 1, limit: LATEST, player }, now));
  const outcomes = rows.map(({ objections, ...row }) => (row.kind === 'kept' ? row : { ...row, objections }));
  return { ...(await readRecord(db, player, viewer, now, seen)), outcomes };
}

/** The latest decisions about a post to which someone objected, without those that involve the viewer. */
export async function readObjected(db: Db, viewer: SessionUser, postId: string) {
  const isShown = and(
    eq(decisions.postId, postId),
    isObjected(),
    whereMayReview(viewer, viewer.id, OF_DECISION),
  );
  const { id } = decisions;
  const found = db
    .select({ id })
    .from(decisions)
    .where(isShown)
    .orderBy(...ORDER)
    .limit(LATEST);
  return readRows(db, await found);
}
