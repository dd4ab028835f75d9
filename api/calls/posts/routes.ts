/** Calls of `/api/post`. */

import type { FastifyInstance } from 'fastify';
import { apiOriginOf, type Ctx, callerOf, type Deps, route } from '#api/calls/core/route.ts';
import { wholeList } from '#api/calls/core/whole-list.ts';
import { deletePost, updatePost } from '#api/calls/posts/change.ts';
import { createPostHandler } from '#api/calls/posts/create.ts';
import { deleteReply, saveReply } from '#api/calls/posts/reply.ts';
import type { Db } from '#api/db/database.ts';
import type { PageWindow, StoredKey } from '#api/db/sql.ts';
import { gone, notFound, validationError } from '#api/http/errors.ts';
import { findPlayer } from '#api/model/players/queries.ts';
import type { FeedFilter } from '#api/model/posts/filters.ts';
import { listPosts, readLatest, readOfPlayer } from '#api/model/posts/lists.ts';
import type { PostPage } from '#api/model/posts/pages.ts';
import { loadPost, toPost } from '#api/model/posts/queries.ts';
import { findAllowance, findCooldownEnd } from '#api/model/posts/rules.ts';
import { loadReplay, toReplay } from '#api/model/replays/queries.ts';
import { countOpenReports } from '#api/model/reviews/reports.ts';
import { canSeeLockedPost, isStaff, pageSizeMax, type Viewer } from '#lib/domain/permissions.ts';
import { readSign } from '#lib/domain/ribbon.ts';
import { getCooldown as cooldownCall } from '#lib/schemas/calls/cooldown.ts';
import * as calls from '#lib/schemas/calls/post.ts';
import * as changes from '#lib/schemas/calls/post-changes.ts';
import * as replies from '#lib/schemas/calls/reply.ts';
import { PAGING_HEADERS } from '#lib/schemas/common.ts';
import type { Post, PostCooldown } from '#lib/schemas/post.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

type PlayerListCtx = Ctx<typeof calls.listReceivedPosts> | Ctx<typeof calls.listSentPosts>;
type ListCtx = Ctx<typeof calls.listLatestPosts> | PlayerListCtx;

type PagedCtx = Pick<Ctx, 'request' | 'reply'> & {
  viewer: SessionUser | null;
  query: { page: number; pageSize: number };
};

/** The requested page; 400 when its size is more than this viewer may request. */
function pageWindow({ query, viewer, request }: PagedCtx): PageWindow {
  const max = pageSizeMax(viewer);
  if (query.pageSize > max)
    throw validationError({ pageSize: [`The value must be at most ${max}.`] }, request.id);
  return { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
}

/**
 * Sets the four paging headers; the current page starts at 0 there. A page after the last one gets 400 with the same
 * headers, so that the client knows the last page (rules 7.5 and 17.8).
 */
function sendPaging({ query, request, reply }: PagedCtx, totalItems: number): void {
  const totalPages = Math.ceil(totalItems / query.pageSize);
  const headers = {
    [PAGING_HEADERS.current]: String(query.page - 1),
    [PAGING_HEADERS.size]: String(query.pageSize),
    [PAGING_HEADERS.total]: String(totalPages),
    [PAGING_HEADERS.items]: String(totalItems),
  };
  if (query.page > Math.max(1, totalPages)) {
    const last = totalPages <= 1 ? 'there is only one page' : `the last page is ${totalPages}`;
    throw validationError({ page: [`The page is out of range: ${last}.`] }, request.id, headers);
  }
  reply.headers(headers);
}

/** A post with its replay. Unknown: 404. Removed by a moderator and hidden from the viewer: 410. */
async function get(ctx: Ctx<typeof calls.getPost>): Promise<{ model: Post }> {
  const { params, viewer } = ctx;
  return ctx.read(async (db) => {
    const row = await loadPost(db, params.postId);
    if (row === null) throw notFound();
    if (row.modLocked && !canSeeLockedPost(viewer, row)) throw gone();
    const replay = row.replayId === null ? null : await loadReplay(db, row.replayId);
    const post = toPost(row, viewer, replay && toReplay(replay, apiOriginOf(ctx)));
    const [model = post] = await withReports(db, viewer, [post]);
    return { model };
  });
}

/** Adds the numbers of open reports for staff (rule 28.17). */
async function withReports(db: Db, viewer: SessionUser | null, posts: Post[]): Promise<Post[]> {
  if (viewer === null || !isStaff(viewer) || posts.length === 0) return posts;
  const ids = posts.map(({ id }) => id);
  const counts = await countOpenReports(db, viewer, ids);
  return posts.map((post) => ({ ...post, reports: counts.get(post.id) ?? 0 }));
}

async function sendPage(ctx: ListCtx, { rows, total }: PostPage): Promise<Post[]> {
  const { viewer } = ctx;
  sendPaging(ctx, total);
  const posts = rows.map((row) => toPost(row, viewer));
  return ctx.read((db) => withReports(db, viewer, posts));
}

const readerOf = ({ deps, region, viewer }: ListCtx) => ({ database: deps.database, region, viewer });

/** The filter that all lists have. */
function filterOf({ query: { sign, hasReplay } }: ListCtx): Pick<FeedFilter, 'sign' | 'hasReplay'> {
  return { sign: sign && readSign(sign), hasReplay };
}

async function latest(ctx: Ctx<typeof calls.listLatestPosts>): Promise<Post[]> {
  const { hideModActions = false } = ctx.query;
  const filter = { ...filterOf(ctx), hideModActions };
  return sendPage(ctx, await readLatest(readerOf(ctx), filter, pageWindow(ctx)));
}

const ofPlayer =
  (name: 'received' | 'sent') =>
  async (ctx: PlayerListCtx): Promise<Post[]> => {
    const { userId } = ctx.params;
    return sendPage(ctx, await readOfPlayer(readerOf(ctx), name, userId, pageWindow(ctx), filterOf(ctx)));
  };

/** When the viewer may post about a player again, and how many posts they may write now; 404 for an unknown player. */
async function getCooldown(ctx: Ctx<typeof cooldownCall>): Promise<PostCooldown> {
  const { deps, region, viewer, query } = ctx;
  await deps.publisher.ensurePlayer(region, query.playerId, callerOf(ctx));
  // A snapshot, for the clock that will decide about the post, too.
  return deps.database.snapshot(region, async (db, now) => {
    if ((await findPlayer(db, query.playerId)) === null) throw notFound();
    const end = await findCooldownEnd(db, viewer.id, query.playerId, now);
    const { postsLeft, nextPostAt } = await findAllowance(db, viewer, now, deps.config.postsPerDay);
    const until = Math.max(end ?? 0, nextPostAt ?? 0);
    return { until: until === 0 ? null : new Date(until).toISOString(), postsLeft };
  });
}

/** Registers the calls. */
export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const listFor = (viewer: Viewer) => (db: Db, after: StoredKey | null) => listPosts(db, viewer, after);
  route(app, deps, calls.listPosts, wholeList(deps, listFor, { toItem: ({ id }) => id }));
  route(app, deps, cooldownCall, getCooldown);
  route(app, deps, calls.getPost, get);
  route(app, deps, calls.listLatestPosts, latest);
  route(app, deps, calls.listReceivedPosts, ofPlayer('received'));
  route(app, deps, calls.listSentPosts, ofPlayer('sent'));
  route(app, deps, changes.createPost, createPostHandler());
  route(app, deps, changes.updatePost, updatePost);
  route(app, deps, changes.deletePost, deletePost);
  route(app, deps, replies.saveReply, saveReply);
  route(app, deps, replies.deleteReply, deleteReply);
}
