/** Reads of mod actions, and the wire's ModAction. */
import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { anyOf, newestFirst } from '#api/db/sql.ts';
import { findPosts, type PostRow, toPost } from '#api/model/posts/queries.ts';
import { isListed, whereOptOutAllows } from '#api/model/posts/visibility.ts';
import { isStaff, type Viewer } from '#lib/domain/permissions.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { PostText } from '#lib/schemas/post.ts';

const mod = alias(players, 'mod');

/** Stands for moderators who were erased. Clients require an id; no account has this one. */
export const FORMER_MODERATOR = { modId: Number.MAX_SAFE_INTEGER, modUsername: 'Former moderator' };

/** Id and name of the moderator of an action or ban, as answers carry them. */
export function moderatorOf(row: { modId: number | null; modUsername: string | null }) {
  const { modId, modUsername } = row;
  return modId === null || modUsername === null ? FORMER_MODERATOR : { modId, modUsername };
}

/** Actions in force. A reverted one has no effect and is not shown. */
const selectActions = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...getTableColumns(modActions), modUsername: mod.username })
    .from(modActions)
    .leftJoin(mod, eq(mod.id, modActions.modId))
    .leftJoin(posts, eq(posts.id, modActions.postId))
    .where(and(where, isNull(modActions.revertedAt)))
    .orderBy(...newestFirst(modActions.createdAt, modActions.id));

/** A mod action with its moderator's name. */
export type ModActionRow = Awaited<ReturnType<typeof selectActions>>[number];

/** Staff and the author of the post see the text before an update (rule 28.36). */
const seesFormer = (viewer: Viewer, { authorId }: ModActionRow): boolean =>
  isStaff(viewer) || viewer?.id === authorId;

/**
 * The action as `viewer` may see it. `updatedPost` never has a ticket id (rule 17.3). It is null when the post no longer
 * exists or is not listed for the viewer.
 */
export function toModAction(row: ModActionRow, post: PostRow | null, viewer: Viewer): ModAction {
  const visible = post !== null && isListed(viewer, post);
  return {
    id: row.id,
    postId: row.postId,
    updatedPost:
      visible && row.updatedPost !== null
        ? toPost({ ...post, ...(row.updatedPost as PostText) }, null)
        : null,
    actionType: row.actionType as ModAction['actionType'],
    ...moderatorOf(row),
    reason: row.reason,
    rules: row.rules,
    ...(seesFormer(viewer, row) ? { previousPost: row.previousPost as PostText | null } : {}),
    ...(viewer?.id === row.authorId ? { decisionId: row.id } : {}),
    createdAt: row.createdAt.toISOString(),
  };
}

async function withPosts(db: Db, rows: readonly ModActionRow[], viewer: Viewer): Promise<ModAction[]> {
  const ids = [...new Set(rows.filter((row) => row.updatedPost !== null).map((row) => row.postId))];
  const found = await findPosts(db, ids);
  const byId = new Map(found.map((post) => [post.id, post]));
  return rows.map((row) => toModAction(row, byId.get(row.postId) ?? null, viewer));
}

/** One action; null when it does not exist or was reverted. */
export async function findModAction(db: Db, id: string, viewer: Viewer): Promise<ModAction | null> {
  const rows = await selectActions(db, eq(modActions.id, id));
  return (await withPosts(db, rows, viewer))[0] ?? null;
}

/** Several actions by id, in no particular order. */
export async function findModActions(db: Db, ids: readonly string[], viewer: Viewer): Promise<ModAction[]> {
  if (ids.length === 0) return [];
  return withPosts(db, await selectActions(db, sql`${modActions.id} = ${anyOf(ids)}`), viewer);
}

/** Actions per read of a list. Each may hold a post of 4,000 characters. */
export const ACTIONS_PIECE = 200;

/** Which actions a list has: those on a post, or those on the posts of an author. */
export type ActionFilter = { postId: string } | { authorId: number };

/**
 * The next actions of a list, newest first. An author's list lacks those on posts that an opt-out hides from the viewer, because
 * they would lead to the posts.
 */
export async function readActions(
  db: Db,
  filter: ActionFilter,
  viewer: Viewer,
  after: ModAction | null,
): Promise<ModAction[]> {
  const where =
    'postId' in filter
      ? eq(modActions.postId, filter.postId)
      : and(
          eq(modActions.authorId, filter.authorId),
          or(isNull(posts.id), whereOptOutAllows(viewer) ?? sql`true`),
        );
  const position = sql`(${modActions.createdAt}, ${modActions.id})`;
  const earlier = after && sql`${position} < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  const rows = await selectActions(db, and(where, earlier ?? undefined)).limit(ACTIONS_PIECE);
  return withPosts(db, rows, viewer);
}
