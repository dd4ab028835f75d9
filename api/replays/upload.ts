/** An uploaded replay: checked, decoded, and stored together with its post. */
import { createHash } from 'node:crypto';
import type { AfterCommit, Db } from '#api/db/database.ts';
import { replayFiles, replays } from '#api/db/schema.ts';
import { sentence } from '#api/http/errors.ts';
import type { UploadedFile } from '#api/http/multipart.ts';
import type { Ctx } from '#api/http/route.ts';
import type { DecodedParts, ReplayDecoder } from '#api/replays/decoder.ts';
import { queuedAt } from '#api/replays/jobs/queue.ts';
import { INVALID_REPLAY, REPLAY_EXTENSION } from '#lib/schemas/replay.ts';

const NAME_MAX_LENGTH = 120;

/** A file that may be stored. */
export interface CheckedReplay {
  fileName: string;
  bytes: Uint8Array;
  parts: DecodedParts;
}

/** The last part of the client's name in plain characters, with the one extension. */
function safeName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const stem = base
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, NAME_MAX_LENGTH);
  return `${stem || 'replay'}${REPLAY_EXTENSION}`;
}

/** Rules 9.6 and 15.3: the extension, and that the file can be read and would run no code; else 422. */
export async function checkReplay(file: UploadedFile, decoder: ReplayDecoder): Promise<CheckedReplay> {
  const extension = /\.[^.\\/]*$/.exec(file.name)?.[0].toLowerCase();
  if (extension !== undefined && extension !== REPLAY_EXTENSION) throw sentence(422, INVALID_REPLAY);
  return { fileName: safeName(file.name), bytes: file.bytes, parts: await decoder.decode(file.bytes) };
}

/**
 * Stores file and decoded parts, and queues its minimap where one can be made; to be called in the transaction that
 * stores the post. Answers the replay's id.
 */
export async function storeReplay(
  db: Db,
  afterCommit: AfterCommit,
  { deps, now }: Pick<Ctx, 'deps' | 'now'>,
  postId: string,
  replay: CheckedReplay,
): Promise<string> {
  const queued = deps.replayJobs.rendersMinimaps;
  if (queued) afterCommit(() => void deps.replayJobs.wake());
  const [row] = await db
    .insert(replays)
    .values({
      postId,
      fileName: replay.fileName,
      fileSize: replay.bytes.length,
      sha256: createHash('sha256').update(replay.bytes).digest('hex'),
      ...replay.parts,
      ...(queued ? queuedAt(now) : {}),
      createdAt: new Date(now),
    })
    .returning({ id: replays.id });
  if (row === undefined) throw new Error('a replay was not stored');
  await db.insert(replayFiles).values({ replayId: row.id, content: replay.bytes });
  return row.id;
}
