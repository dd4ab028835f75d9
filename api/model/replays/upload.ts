/** Checks, decodes and stores an uploaded replay together with its post. */

import type { Tx } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import type { FileStore, IncomingFile } from '#api/files/store.ts';
import { sentence } from '#api/http/errors.ts';
import type { UploadedFile } from '#api/http/multipart.ts';
import type { ReplayDecoder } from '#api/model/replays/create-decoder.ts';
import type { DecodedFile, Uploader } from '#api/model/replays/decoder.ts';
import { keepFile } from '#api/model/replays/files.ts';
import { queuedAt, type RenderQueue } from '#api/model/replays/job-queue.ts';
import { learnShip } from '#api/model/replays/learn-ship.ts';
import { maskErased, WITHOUT_FILE } from '#api/model/replays/mask-erased.ts';
import {
  columnsFor,
  type PostOfReplay,
  type ReceivedThumbnail,
  receivePart,
  receiveThumbnail,
  thumbnailColumns,
} from '#api/model/replays/parts.ts';
import type { PartiesOfPost } from '#api/model/replays/thumbnails.ts';
import { CIS_EXTENSION, INVALID_REPLAY, REPLAY_EXTENSION } from '#lib/schemas/replay-upload.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';

const NAME_MAX_LENGTH = 120;

/** A file that may be stored. Disposing of it removes its timeline and thumbnail, unless they were kept. */
export interface CheckedReplay extends AsyncDisposable {
  fileName: string;
  content: IncomingFile;
  decoded: DecodedFile;
  timeline: IncomingFile | null;
  thumbnail: ReceivedThumbnail | null;
}

/** Characters that no file name may have: controls, marks of direction, and what file systems forbid. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}<>:"|?*]+/gu;

/** The file name from the client's path, in letters of any script, with the extension of a replay. */
export function safeName(name: string, extension = REPLAY_EXTENSION): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(UNSAFE, '_')
    .trim();
  return `${isVisible(stem) ? [...stem].slice(0, NAME_MAX_LENGTH).join('') : 'replay'}${extension}`;
}

/**
 * Rules 9.6, 15.3, 15.11 and 15.13: 422 if there is another extension, the file can be decoded, and it is not malicious. 429
 * while another file of the account is being decoded. Draws the thumbnail for the post, too (rule 30.6).
 */
export async function checkReplay(
  file: UploadedFile,
  { files, replayDecoder }: { files: FileStore; replayDecoder: ReplayDecoder },
  uploader: Uploader,
  post: PartiesOfPost,
): Promise<CheckedReplay> {
  const extension = /\.[^.\\/]*$/.exec(file.name)?.[0].toLowerCase();
  const isCis = extension === CIS_EXTENSION && uploader.region === 'cis';
  if (extension !== undefined && extension !== REPLAY_EXTENSION && !isCis)
    throw sentence(422, INVALID_REPLAY);
  const decoded = await replayDecoder.decode(file.content, uploader, isCis);
  const timeline = await receivePart(files, decoded.timeline);
  const thumbnail = await receiveThumbnail(files, replayDecoder, decoded, post);
  return {
    fileName: safeName(file.name, isCis ? CIS_EXTENSION : REPLAY_EXTENSION),
    content: file.content,
    decoded,
    timeline,
    thumbnail,
    [Symbol.asyncDispose]: async () => {
      await timeline?.[Symbol.asyncDispose]();
      await thumbnail?.[Symbol.asyncDispose]();
    },
  };
}

/**
 * Stores the file, its decoded parts, timeline and thumbnail, and queues its minimap if a renderer is configured. If someone
 * in the battle was erased, only the masked parts are stored (rule 20.8). Call it in the transaction that
 * stores the post. Returns the replay's id.
 */
export async function storeReplay(
  tx: Tx,
  { files, replayJobs }: { files: FileStore; replayJobs: RenderQueue },
  post: PostOfReplay,
  replay: CheckedReplay,
): Promise<string> {
  const { db, now, afterCommit } = tx;
  const { content, timeline, thumbnail, decoded } = replay;
  const masked = await maskErased(db, decoded);
  const queued = masked === null && replayJobs.canRender(decoded);
  if (queued) afterCommit(() => void replayJobs.wake());
  for (const file of masked === null ? [content, timeline, thumbnail] : [])
    if (file !== null && file.sha256 !== null) await keepFile(tx, files, file);
  const columns = await columnsFor(db, { ...decoded, ...masked }, post);
  const [row] = await db
    .insert(replays)
    .values({
      postId: post.id,
      fileName: replay.fileName,
      fileSize: content.size,
      sha256: content.sha256,
      timelineSha256: timeline?.sha256 ?? null,
      ...thumbnailColumns(thumbnail),
      tracks: decoded.tracks,
      ...columns,
      ...(masked === null ? {} : WITHOUT_FILE),
      ...(queued ? queuedAt(now) : {}),
      createdAt: new Date(now),
    })
    .returning({ id: replays.id });
  if (row === undefined) throw new Error('The replay was not stored.');
  await learnShip(db, columns);
  return row.id;
}
