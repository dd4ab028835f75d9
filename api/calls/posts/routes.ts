/** Calls of `/api/post`. */
import type { FastifyInstance } from 'fastify';
import { pageWindow, sendPaging } from '#api/calls/core/paging.ts';
import type { Deps } from '#api/calls/core/route.ts';
import { apiOriginOf, type Ctx, route } from '#api/calls/core/route.ts';
import { wholeList } from '#api/calls/core/whole-list.ts';
import { deletePost, updatePost } from '#api/calls/posts/change.ts';
import { getCooldown } from '#api/calls/posts/cooldown.ts';
import { createPostHandler } from '#api/calls/posts/create.ts';
import type { Db } from '#api/db/database.ts';
import type { StoredKey } from '#api/db/sql.ts';
import { gone, notFound } from '#api/http/errors.ts';
import type { FeedFilter } from '#api/model/posts/filters.ts';
import { listPosts, readLatest, readReceived, readSent } from '#api/model/posts/lists.ts';
import type { PostPage } from '#api/model/posts/pages.ts';
import { findPost, toPost } from '#api/model/posts/queries.ts';
import { findReplay, toReplay } from '#api/model/replays/queries.ts';
import { countOpenReports } from '#api/model/reviews/reports.ts';
import { canSeeLockedPost, isStaff, type Viewer } from '#lib/domain/permissions.ts';
import { readSign } from '#lib/domain/ribbon.ts';
import { getCooldown as cooldownCall } from '#lib/schemas/calls/cooldown.ts';
import * as calls from '#lib/schemas/calls/post.ts';
import * as changes from '#lib/schemas/calls/post-changes.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

type PlayerListCtx = Ctx<typeof calls.listReceivedPosts> | Ctx<typeof calls.listSentPosts>;
type ListCtx = Ctx<typeof calls.listLatestPosts> | PlayerListCtx;

/** A post with its replay. Unknown: 404. Removed by a moderator and hidden from the viewer: 410. */
async function get(ctx: Ctx<typeof calls.getPost>): Promise<{ model: Post }> {
  const { deps, region, params, viewer } = ctx;
  return deps.database.read(region, async (db) => {
    const row = await findPost(db, params.postId);
    if (row === null) throw notFound();
    if (row.modLocked && !canSeeLockedPost(viewer, row)) throw gone();
    const replay = row.replayId === null ? null : await findReplay(db, row.replayId);
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
  const { deps, region, viewer } = ctx;
  sendPaging(ctx, total);
  const posts = rows.map((row) => toPost(row, viewer));
  return deps.database.read(region, (db) => withReports(db, viewer, posts));
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

async function received(ctx: Ctx<typeof calls.listReceivedPosts>): Promise<Post[]> {
  return sendPage(ctx, await readReceived(readerOf(ctx), ctx.params.userId, pageWindow(ctx), filterOf(ctx)));
}

async function sent(ctx: Ctx<typeof calls.listSentPosts>): Promise<Post[]> {
  return sendPage(ctx, await readSent(readerOf(ctx), ctx.params.userId, pageWindow(ctx), filterOf(ctx)));
}

/** Registers the calls. */
export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const listFor = (viewer: Viewer) => (db: Db, after: StoredKey | null) => listPosts(db, viewer, after);
  route(app, deps, calls.listPosts, wholeList(deps, listFor, { toItem: ({ id }) => id }));
  route(app, deps, cooldownCall, getCooldown);
  route(app, deps, calls.getPost, get);
  route(app, deps, calls.listLatestPosts, latest);
  route(app, deps, calls.listReceivedPosts, received);
  route(app, deps, calls.listSentPosts, sent);
  route(app, deps, changes.createPost, createPostHandler());
  route(app, deps, changes.updatePost, updatePost);
  route(app, deps, changes.deletePost, deletePost);
}
