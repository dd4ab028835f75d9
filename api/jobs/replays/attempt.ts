/** One attempt at a replay: decodes the file, makes its video, and stores both. */

import { eq } from 'drizzle-orm';
import { hasRepeatedAccount } from 'wows-replay/replay';
import { type BackOff, waitAfter } from '#api/base/back-off.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { Tx } from '#api/db/database.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import type { StoredPost } from '#api/db/schema.ts';
import { commandOf, type RenderLimits, renderMinimap } from '#api/jobs/replays/render.ts';
import { findHeld } from '#api/model/advice/facts.ts';
import { storeAdvice } from '#api/model/advice/store.ts';
import { setHeld } from '#api/model/posts/karma.ts';
import { lockPost } from '#api/model/posts/queries.ts';
import { announceEdited } from '#api/model/posts/visibility.ts';
import type { ReplayDecoder } from '#api/model/replays/create-decoder.ts';
import { type DecodedFile, RefusedReplay } from '#api/model/replays/decoder.ts';
import { keepFile, releaseFilesOf, type Stored } from '#api/model/replays/files.ts';
import {
  complete,
  fail,
  isRedecoding,
  type Job,
  type JobResult,
  release,
} from '#api/model/replays/job-queue.ts';
import { learnShip } from '#api/model/replays/learn-ship.ts';
import { maskErased, storeMasked } from '#api/model/replays/mask-erased.ts';
import { columnsFor, receivePart, receiveThumbnail } from '#api/model/replays/parts.ts';
import { findReplay, type ReplayRow } from '#api/model/replays/queries.ts';
import type { CheckedReplay } from '#api/model/replays/upload.ts';
import type { RegionId } from '#lib/regions.ts';
import { INVALID_REPLAY, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';

/** Throws a RefusedReplay for a file of a size that no upload has, before it is read into memory. */
function refuseTooLarge(size: number): void {
  if (size > REPLAY_MAX_BYTES) throw new RefusedReplay(INVALID_REPLAY, 'invalid');
}

/** Throws a RefusedReplay for what an upload refuses besides what the decoder does (rule 15.11), however often it is tried. */
function refuseImported({ isServed }: ReplayRow, decoded: DecodedFile): void {
  if (!isServed && hasRepeatedAccount(decoded)) throw new RefusedReplay(INVALID_REPLAY, 'invalid');
}

/** Removes an imported replay with its files if it is refused as dangerous. Returns whether it was. */
async function removeDangerous(
  stored: Stored,
  region: RegionId,
  { replayId, postId }: Job,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof RefusedReplay && error.isDangerous)) return false;
  return stored.database.write(region, async (tx) => {
    await lockPost(tx.db, postId);
    if ((await findReplay(tx.db, replayId))?.decoderVersion !== NOT_CHECKED) return false;
    await releaseFilesOf(tx, stored, postId);
    await tx.db.delete(replays).where(eq(replays.id, replayId));
    await storeAdvice(tx, postId);
    await announceEdited(tx, postId);
    return true;
  });
}

/** Limits and intervals of the background work. */
export interface JobLimits extends RenderLimits {
  /** After the last attempt the job has failed. A late thumbnail is drawn again as often. */
  backOff: BackOff;
  /** Time between two checks of the queue, in milliseconds. */
  pollMs: number;
  /** How long a claim lasts after it was renewed, in milliseconds: so long a job waits whose process was killed. */
  leaseMs: number;
  /** Time between two renewals of a claim, in milliseconds. */
  renewMs: number;
  /** Pause after each replay that is decoded again, and after some old thumbnails, in milliseconds. */
  restMs: number;
}

/** Dependencies of an attempt. */
export interface AttemptOptions extends Stored {
  config: Pick<ApiConfig, 'minimapRenderer' | 'minimapsFolder' | 'replayExtraClasses'>;
  decoder: Pick<ReplayDecoder, 'decodeInBackground' | 'thumbnail'>;
  limits: JobLimits;
  /** Aborted when the process ends. */
  signal: AbortSignal;
}

/** Whether the configured renderer, if there is one, can make a video. */
export const canRender = (
  { minimapRenderer }: Pick<ApiConfig, 'minimapRenderer'>,
  { timeline, facts }: Pick<DecodedFile, 'timeline' | 'facts'>,
): boolean =>
  minimapRenderer !== null && facts.source !== 'none' && (timeline !== null || minimapRenderer !== 'own');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Decodes the file, and renders its minimap if users wait for it and a renderer is configured. */
async function processReplay(options: AttemptOptions, region: RegionId, job: Job) {
  const { config, database, files, decoder, limits, signal } = options;
  const row = await database.read(region, (db) => findReplay(db, job.replayId));
  const sha256 = row?.sha256 ?? null;
  await using replay = sha256 === null ? null : await files.local(region, sha256);
  if (row === null || sha256 === null || replay === null) throw new Error('The file is missing.');
  refuseTooLarge(row.fileSize);
  const decoded = await decoder.decodeInBackground({ path: replay.path, sha256 });
  refuseImported(row, decoded);
  const renderer = !isRedecoding(job) && canRender(config, decoded) ? config.minimapRenderer : null;
  const command = renderer && commandOf(renderer, config.replayExtraClasses, config.minimapsFolder);
  const minimap = command && (await renderMinimap(command, replay.path, limits, signal, files.receive));
  return { row, decoded, minimap };
}

/** Advises about a post whose file was decoded, and ends its hold when the file shows both. Never makes one (rule 28.6). */
async function advise(tx: Tx, post: StoredPost): Promise<void> {
  await storeAdvice(tx, post.id);
  if (!post.held || (await findHeld(tx.db, 'off', post))) return;
  await setHeld(tx, post, false);
  await announceEdited(tx, post.id);
}

/** Stores the result of an attempt, without erased persons. */
async function storeResult(
  tx: Tx,
  options: AttemptOptions,
  job: Job,
  {
    decoded,
    ...parts
  }: Pick<CheckedReplay, 'decoded' | 'timeline' | 'thumbnail'> & Pick<JobResult, 'minimap'>,
): Promise<void> {
  const { db } = tx;
  // An erasure takes the locks in the same order.
  const masked = await maskErased(db, decoded);
  const post = await lockPost(db, job.postId);
  if (post === null) return;
  await releaseFilesOf(tx, options, post.id);
  const columns = { ...(await columnsFor(db, { ...decoded, ...masked }, post)), tracks: decoded.tracks };
  if (masked !== null) {
    await storeMasked(db, job.replayId, columns);
    await advise(tx, post);
    return;
  }
  if (!(await complete(db, job, { columns, ...parts }, tx.now))) return;
  for (const file of Object.values(parts))
    if (file !== null && file.sha256 !== null) await keepFile(tx, options.files, file);
  await learnShip(db, columns);
  await advise(tx, post);
  // After an upgrade of the decoder, pages load the new facts when they are opened: events would come by the thousand.
  if (!isRedecoding(job)) await announceEdited(tx, post.id);
}

/** Stores that an attempt failed; publishes the post when it was the last attempt. */
async function storeFailure(
  { database, limits }: AttemptOptions,
  region: RegionId,
  job: Job,
  error: unknown,
): Promise<void> {
  const wait = waitAfter(limits.backOff, job.attempt);
  await database.write(region, async (tx) => {
    await lockPost(tx.db, job.postId);
    const retryAt = wait === null ? null : tx.now + wait;
    const stored = await fail(tx.db, job, reasonOf(error), retryAt);
    if (!stored || retryAt !== null) return;
    await storeAdvice(tx, job.postId);
    await announceEdited(tx, job.postId);
  });
}

/** Runs a claimed job. Releases it when the process ends meanwhile. */
export async function attempt(options: AttemptOptions, region: RegionId, job: Job): Promise<void> {
  const { database, files, decoder, signal } = options;
  try {
    const { row, decoded, ...video } = await processReplay(options, region, job);
    await using minimap = video.minimap;
    await using timeline = await receivePart(files, decoded.timeline);
    await using thumbnail = await receiveThumbnail(files, decoder, decoded, row);
    const result = { decoded, timeline, thumbnail, minimap };
    await database.write(region, (tx) => storeResult(tx, options, job, result));
  } catch (error) {
    if (signal.aborted) await database.write(region, ({ db, now }) => release(db, job, now));
    else if (!(await removeDangerous(options, region, job, error)))
      await storeFailure(options, region, job, error);
  }
}
