/** Calls of `/api/replay`, including the calls for staff that queue a replay again. */

import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { and, eq, gte, lte, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { apiOriginOf, type Ctx, type Deps, route, SENT, uploaderOf } from '#api/calls/core/route.ts';
import { sendFile } from '#api/calls/core/send-file.ts';
import { wholeList } from '#api/calls/core/whole-list.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import type { StoredKey } from '#api/db/sql.ts';
import { gone, notFound, problem, ruleError, validationError } from '#api/http/errors.ts';
import { matchesEtag } from '#api/http/etag.ts';
import { readMultipart } from '#api/http/multipart.ts';
import { findHeld } from '#api/model/advice/facts.ts';
import { storeAdvice } from '#api/model/advice/store.ts';
import { lockErasures } from '#api/model/players/erasures.ts';
import { setHeld } from '#api/model/posts/karma.ts';
import { requirePost } from '#api/model/posts/queries.ts';
import { checkIgnoreChecks, checkMayChange, checkNotBanned } from '#api/model/posts/rules.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import { releaseFilesOf } from '#api/model/replays/files.ts';
import { enqueue } from '#api/model/replays/job-queue.ts';
import {
  findReplay,
  listReplays,
  REPLAY_PIECE,
  type ReplayRow,
  toReplay,
} from '#api/model/replays/queries.ts';
import { pictureIn } from '#api/model/replays/thumbnails.ts';
import { checkReplay, storeReplay } from '#api/model/replays/upload.ts';
import { openReview } from '#api/model/reviews/queue.ts';
import { canSeeLockedPost, isStaff, type Viewer } from '#lib/domain/permissions.ts';
import * as calls from '#lib/schemas/calls/replay.ts';
import { getTimeline } from '#lib/schemas/calls/timeline.ts';
import type { Replay } from '#lib/schemas/replay.ts';

type EnqueueCtx = Pick<Ctx, 'deps' | 'write'>;
type SpanCtx = Ctx<typeof calls.reprocessReplays> | Ctx<typeof calls.reprocessMinimaps>;

/** Queues the replays that match, in short transactions; returns their number. */
async function enqueueWhere({ deps, write }: EnqueueCtx, where: SQL | undefined): Promise<number> {
  let queued = 0;
  let last: string | null = null;
  do {
    const { count, after } = await write(async ({ db, now }) => enqueue(db, where, last, now));
    queued += count;
    last = after;
    void deps.replayJobs.wake();
  } while (last !== null);
  return queued;
}

async function reprocessOne(ctx: EnqueueCtx, where: SQL): Promise<undefined> {
  if ((await enqueueWhere(ctx, where)) === 0) throw notFound();
}

async function reprocessSpan(ctx: SpanCtx): Promise<undefined> {
  const { start, end } = ctx.query;
  const from = start === undefined ? undefined : gte(replays.createdAt, new Date(start));
  const to = end === undefined ? undefined : lte(replays.createdAt, new Date(end));
  await enqueueWhere(ctx, and(from, to));
}

/** Calls about one replay. */
type ReplayCtx = Ctx<
  | typeof calls.getReplay
  | typeof calls.downloadReplay
  | typeof calls.getMinimap
  | typeof calls.getThumbnail
  | typeof getTimeline
>;

/**
 * Sends the timeline as it is stored, compressed with brotli, or decompressed for a client that does not accept that. The API
 * sends it from a bucket, too, because signed addresses of a bucket support neither other origins nor other encodings.
 */
async function sendTimeline(
  { deps, region, request, reply }: Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>,
  sha256: string | null,
): Promise<typeof SENT> {
  if (sha256 === null) throw notFound();
  // Weak, because the encoding changes the bytes but not the content.
  const etag = `W/"${sha256}"`;
  reply.headers({ etag, 'content-type': 'application/json; charset=utf-8' });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).removeHeader('content-type').send();
    return SENT;
  }
  const file = await deps.files.open(region, sha256);
  if (file === null) {
    request.log.error({ region, sha256 }, 'a stored timeline is missing');
    reply.removeHeader('etag');
    throw problem(404, { detail: 'The timeline of this replay is no longer available.' });
  }
  const content = await file.read();
  if (negotiate(request.headers['accept-encoding'] ?? '', ['br']) === 'br') {
    reply.headers({ 'content-encoding': 'br', 'content-length': file.size });
    reply.send(content);
    return SENT;
  }
  const plain = createBrotliDecompress();
  // Unlike `pipe`, this also closes the file when the client leaves. The reply handles errors.
  pipeline(content, plain, () => {});
  reply.send(plain);
  return SENT;
}

/** The replay, if the viewer may see its post. Throws 404 when it does not exist, 410 when a moderator removed the post. */
async function visibleReplay({ read, params, viewer }: ReplayCtx): Promise<ReplayRow> {
  const row = await read((db) => findReplay(db, params.replayId));
  if (row === null) throw notFound();
  if (row.modLocked && !canSeeLockedPost(viewer, { author: { id: row.authorId } })) throw gone();
  return row;
}

/** The header with a file's name: in ASCII, and whole for clients that read RFC 5987. */
function attachment(name: string): string {
  const plain = name.replace(/(?:[^ -~]|["\\%])+/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

async function download(ctx: Ctx<typeof calls.downloadReplay>): Promise<typeof SENT> {
  const { sha256, fileName, isServed } = await visibleReplay(ctx);
  if (sha256 === null) throw problem(404, { detail: 'This file is no longer available.' });
  if (!isServed) throw problem(404, { detail: 'This file is not available until it has been checked.' });
  ctx.reply.header('content-disposition', attachment(fileName));
  return sendFile(ctx, sha256, 'application/octet-stream');
}

/** The post, if the viewer may add a replay: its author (with the rules of an edit) or staff. Locks the post's row. */
async function uploadablePost(db: Db, ctx: Ctx<typeof calls.uploadReplay>): Promise<StoredPost> {
  const { viewer, params, query, now } = ctx;
  await checkNotBanned(db, viewer.id, now);
  const post = await requirePost(db, params.postId);
  const asStaff = isStaff(viewer) && post.authorId !== viewer.id;
  checkMayChange(viewer, post, 'edit', query.ignoreChecks || asStaff);
  return post;
}

/** Computes the advice about a post with a new replay, opens its item, and decides whether it counts (rule 28.6). */
async function review(tx: Tx, { deps, query }: Ctx<typeof calls.uploadReplay>, post: StoredPost) {
  const advice = await storeAdvice(tx, post.id);
  if (post.modLocked) return;
  if (!query.ignoreChecks) await setHeld(tx, post, await findHeld(tx.db, deps.config.holds, post));
  await openReview(tx, post, advice);
}

/** Adds a replay to a post, or replaces it. */
async function upload(ctx: Ctx<typeof calls.uploadReplay>): Promise<Replay> {
  const { deps, query, viewer, request, read, write } = ctx;
  checkIgnoreChecks(viewer, query.ignoreChecks);
  const uploader = uploaderOf(ctx);
  deps.replayDecoder.refuseSecond(uploader);
  await using body = await readMultipart(request, deps.files, Object.keys(ctx.call.multipart));
  const { file } = body;
  if (file === null) throw validationError({ replay: ['This field is required.'] }, request.id);
  // Checked before the work of decoding, and again in the transaction.
  const target = await read((db) => uploadablePost(db, ctx));
  await using checked = await checkReplay(file, deps, uploader, target);
  const row = await write(async (tx) => {
    const { db } = tx;
    // Before every lock of a row, as an erasure does.
    await lockErasures(db, 'shared');
    const post = await uploadablePost(db, ctx);
    if (post.authorId === viewer.id) {
      if (post.hasReplay) await deps.limitAccount(request, ctx.region, viewer.id, 'file');
      await deps.limitAccount(request, ctx.region, viewer.id, { changedPost: post.id });
    }
    await releaseFilesOf(tx, deps, post.id);
    await db.delete(replays).where(eq(replays.postId, post.id));
    const id = await storeReplay(tx, deps, post, checked);
    await review(tx, ctx, post);
    await announceEdited(tx, post.id);
    return findReplay(db, id);
  });
  if (row === null) throw ruleError('postId', 'The replay was removed in the meantime.');
  const replay = toReplay(row, apiOriginOf(ctx));
  ctx.reply.header('location', `${apiOriginOf(ctx)}/api/Replay/${replay.id}`);
  return replay;
}

/** Registers the calls. */
export function replayRoutes(app: FastifyInstance, deps: Deps): void {
  const listFor = (viewer: Viewer) => (db: Db, after: StoredKey | null) => listReplays(db, viewer, after);
  const options = { toItem: ({ id }: StoredKey) => id, piece: REPLAY_PIECE };
  route(app, deps, calls.listReplays, wholeList(deps, listFor, options));
  route(app, deps, calls.getReplay, async (ctx) => toReplay(await visibleReplay(ctx), apiOriginOf(ctx)));
  route(app, deps, calls.downloadReplay, download);
  route(app, deps, calls.getMinimap, async (ctx) =>
    sendFile(ctx, (await visibleReplay(ctx)).minimapSha256, 'video/mp4'),
  );
  // Not from the bucket: pages allow pictures of the API only, and each of them would need two requests.
  route(app, deps, calls.getThumbnail, async (ctx) =>
    sendFile(ctx, (await visibleReplay(ctx)).thumbnailSha256, 'image/webp', {
      direct: true,
      part: (stored) => pictureIn(stored, ctx.query.shape),
    }),
  );
  route(app, deps, getTimeline, async (ctx) => sendTimeline(ctx, (await visibleReplay(ctx)).timelineSha256));
  route(app, deps, calls.uploadReplay, upload);
  // These respond before the work is done. Processing a replay makes its video, too, so the calls for videos do the same.
  route(app, deps, calls.reprocessReplay, (ctx) => reprocessOne(ctx, eq(replays.id, ctx.params.replayId)));
  route(app, deps, calls.reprocessMinimap, (ctx) => reprocessOne(ctx, eq(replays.postId, ctx.params.postId)));
  route(app, deps, calls.reprocessReplays, reprocessSpan);
  route(app, deps, calls.reprocessMinimaps, reprocessSpan);
}
