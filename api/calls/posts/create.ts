/** Creating a post: reads the form, checks the rules, and stores post, karma, replay and notification together. */

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { apiOriginOf, type Ctx, callerOf, type Handler, uploaderOf } from '#api/calls/core/route.ts';
import type { Tx } from '#api/db/database.ts';
import { posts } from '#api/db/schema.ts';
import { tooManyRequests, validationError } from '#api/http/errors.ts';
import { jsonPart, type MultipartBody, readMultipart } from '#api/http/multipart.ts';
import { parseInput } from '#api/http/validation.ts';
import { storeAdvice } from '#api/model/advice/store.ts';
import { notifyPost } from '#api/model/notifications/notify.ts';
import { lockErasures } from '#api/model/players/erasures.ts';
import { karmaOf, moveKarma, NO_KARMA } from '#api/model/posts/karma.ts';
import { findPost, toPost } from '#api/model/posts/queries.ts';
import {
  checkAllowance,
  checkCooldown,
  checkIgnoreChecks,
  checkNotBanned,
  checkNotWarned,
  checkOptOut,
  checkParties,
  findParties,
  type Parties,
} from '#api/model/posts/rules.ts';
import { announcePost } from '#api/model/posts/visibility.ts';
import { findReplay, toReplay } from '#api/model/replays/queries.ts';
import { type CheckedReplay, checkReplay, storeReplay } from '#api/model/replays/upload.ts';
import { openReview } from '#api/model/reviews/queue.ts';
import { isHeld, showsBoth } from '#lib/domain/evidence.ts';
import { needsReplay, parseFlairs } from '#lib/domain/flairs.ts';
import { canGiveNegativeKarma } from '#lib/domain/karma.ts';
import type { createPost as call } from '#lib/schemas/calls/post-changes.ts';
import type { Post } from '#lib/schemas/post.ts';
import { type PostCreate, PostCreateSchema } from '#lib/schemas/written-post.ts';

type CreateCtx = Ctx<typeof call>;

interface Draft {
  dto: PostCreate;
  replay: CheckedReplay | null;
}

/** The answer to the second of two creates by one user at once (rule 9.11). */
const isBusy = () => tooManyRequests('Another post of yours is being created. Try again in a moment.', 1);

/** Locks out other processes' creates by this user until the transaction ends. */
async function claimCreate({ db, region }: Tx, userId: number): Promise<void> {
  const key = `create-post:${region}:${userId}`;
  const { rows } = await db.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as claimed`,
  );
  if (!rows[0]?.claimed) throw isBusy();
}

/** Reads and checks the form; nothing is stored yet. */
async function readDraft(ctx: CreateCtx, body: MultipartBody): Promise<Draft> {
  const { request, query, viewer, deps } = ctx;
  const dto = parseInput(PostCreateSchema, jsonPart(body, 'postDto', request.id), 'postDto', request.id);
  checkParties(viewer, dto.author.id, dto.player.id);
  const { file } = body;
  if (file === null && needsReplay(parseFlairs(dto.flairs)) && !query.ignoreChecks)
    throw validationError({ replay: ['This field is required.'] }, request.id);
  if (file === null) return { dto, replay: null };
  const post = { authorId: dto.author.id, playerId: dto.player.id };
  return { dto, replay: await checkReplay(file, deps, uploaderOf(ctx), post) };
}

/** Checks the rules that depend on stored data. Returns author and target. */
async function checkRules(
  { db, now }: Tx,
  { viewer, query, deps }: CreateCtx,
  playerId: number,
): Promise<Parties> {
  await checkNotBanned(db, viewer.id, now);
  await checkNotWarned(db, viewer.id);
  const parties = await findParties(db, viewer.id, playerId);
  if (!query.ignoreChecks) {
    checkOptOut(parties);
    await checkCooldown(db, viewer.id, playerId, now);
    await checkAllowance(db, viewer, now, deps.config.postsPerDay);
  }
  return parties;
}

/** Stores post, karma, replay and notification; returns the post as its author sees it. */
async function store(tx: Tx, ctx: CreateCtx, { dto, replay }: Draft): Promise<Post> {
  const { db, now } = tx;
  const { viewer, deps, query } = ctx;
  // Before every lock of a row, as an erasure does.
  if (replay !== null) await lockErasures(db, 'shared');
  await claimCreate(tx, viewer.id);
  const parties = await checkRules(tx, ctx, dto.player.id);
  const negativeKarmaAble = canGiveNegativeKarma(parties.author);
  const shown = replay && showsBoth(replay.decoded, parties);
  const held = !query.ignoreChecks && isHeld(deps.config.holds, parseFlairs(dto.flairs), shown);
  const id = randomUUID();
  const karma = karmaOf({ flairs: dto.flairs, negativeKarmaAble, held });
  await db.insert(posts).values({
    id,
    authorId: viewer.id,
    playerId: dto.player.id,
    flairs: dto.flairs,
    title: dto.title,
    content: dto.content,
    ticketId: dto.supportTicketStatus.ticketId,
    hasReplay: replay !== null,
    negativeKarmaAble,
    held,
    ...karma,
    createdAt: new Date(now),
  });
  const post = { id, authorId: viewer.id, playerId: dto.player.id };
  const replayId = replay === null ? null : await storeReplay(tx, deps, post, replay);
  await openReview(tx, post, await storeAdvice(tx, id));
  await moveKarma(db, dto.player.id, NO_KARMA, karma);
  const row = await findPost(db, id);
  if (row === null) throw new Error('The new post was not found.');
  await notifyPost(tx, 'postAdded', row);
  await announcePost(tx, 'newPost', row);
  await deps.discord.queue(tx, { kind: 'post', id, postId: id, playerId: dto.player.id });
  const replayRow = replayId === null ? null : await findReplay(db, replayId);
  return toPost(row, viewer, replayRow && toReplay(replayRow, apiOriginOf(ctx)));
}

/** Responds with 201 and the post once it is committed (rule 17.4). */
async function createPost(ctx: CreateCtx): Promise<Post> {
  const { deps, region, reply, query, viewer } = ctx;
  checkIgnoreChecks(viewer, query.ignoreChecks);
  await using body = await readMultipart(ctx.request, deps.files, Object.keys(ctx.call.multipart));
  const draft = await readDraft(ctx, body);
  await using _timeline = draft.replay;
  // The author's karma limits the post's effect, and neither player may be stored yet.
  await Promise.all(
    [viewer.id, draft.dto.player.id].map((id) => deps.publisher.ensurePlayer(region, id, callerOf(ctx))),
  );
  const post = await ctx.write((tx) => store(tx, ctx, draft));
  reply.header('location', `${apiOriginOf(ctx)}/api/Post/${post.id}`);
  return post;
}

/** Makes the handler. It refuses a user's second create from the first one's upload to its commit (rule 9.11). */
export function createPostHandler(): Handler<typeof call> {
  const running = new Set<string>();
  return async (ctx) => {
    const key = `${ctx.region}:${ctx.viewer.id}`;
    if (running.has(key)) throw isBusy();
    running.add(key);
    try {
      return await createPost(ctx);
    } finally {
      running.delete(key);
    }
  };
}
