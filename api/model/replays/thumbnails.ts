/** Thumbnails of battles, drawn in a separate thread (rule 30.6). */
import type { Shown } from 'wows-replay/battle/thumbnail';
import { createThread } from '#api/base/thread.ts';

/** Author and player of a post. */
export interface PartiesOfPost {
  authorId: number;
  playerId: number;
}

/** A thumbnail to draw, from the timeline as it is stored. */
export interface ThumbnailOrder extends PartiesOfPost {
  timeline: Uint8Array;
}

/** A drawn thumbnail: what is stored, and what it shows. */
export interface DrawnThumbnail {
  /** Picture and strip, a WebP each. */
  bytes: Uint8Array;
  shown: Shown;
}

/** The picture or the strip of a stored thumbnail. Those of version 0 have no strip. */
export function pictureIn(stored: Buffer, shape: 'strip' | undefined): Buffer {
  // WebP begins with "RIFF" and the length of the rest.
  const end = stored.readUInt32LE(4) + 8;
  return shape === 'strip' && end < stored.length ? stored.subarray(end) : stored.subarray(0, end);
}

/** The data that the worker starts with. */
export interface ThumbnailData {
  /** Folder with pictures of maps; null without one. */
  minimapsFolder: string | null;
}

/**
 * Limits of work on one file. More processor time is for crafted ones: decoding takes well below a second, a thumbnail a few
 * milliseconds. A worker without work ends after `idleMs`.
 */
export const THREAD_LIMITS = { timeLimitMs: 10_000, memoryLimitMb: 256, idleMs: 300_000 };

/**
 * Creates the thread, whose worker starts with the first thumbnail. A post is accepted without one when drawing fails, which
 * `onFailure` is told. 'late': the machine is too busy, and a later attempt may succeed.
 */
export function createThumbnailThread(workerData: ThumbnailData, onFailure: () => void) {
  const thread = createThread<ThumbnailOrder, DrawnThumbnail>({
    script: new URL('./thumbnail-worker.ts', import.meta.url),
    workerData,
    ...THREAD_LIMITS,
  });
  return {
    async draw(order: ThumbnailOrder): Promise<DrawnThumbnail | 'late' | null> {
      const answer = await thread.ask(order).catch(() => 'failed' as const);
      if (typeof answer !== 'string') return answer;
      onFailure();
      return answer === 'late' ? answer : null;
    },
    close: () => thread.close(),
  };
}
