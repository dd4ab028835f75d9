/** Pictures of cards: drawn once in a separate thread, kept in memory, and limited. */
import { millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';
import { createThread } from '#api/base/thread.ts';
import type { Card } from '#api/calls/previews/cards.ts';
import { serviceUnavailable } from '#api/http/errors.ts';

/** A picture to draw: a card, and the label of its region. */
export interface PictureOrder {
  card: Card | 'hidden';
  label: string;
  /** Of the post's battle, as it is stored. */
  timeline?: Uint8Array | null;
}

/** Reads the timeline of an order, for a picture that is not known yet. */
type ReadTimeline = () => Promise<Uint8Array | null>;

/** Draws pictures. */
export type Pictures = ReturnType<typeof createPictures>;

/** Limits of one process. */
const LIMITS = {
  /** Pictures that wait for the thread, or are drawn. */
  waiting: 20,
  /** Pictures drawn in a minute. */
  perMinute: 300,
  /** Bytes of all pictures in memory; the least recently used one is dropped first. */
  cacheBytes: 32 * 1024 * 1024,
};
const TIME_LIMIT_MS = 15_000;
const MEMORY_LIMIT_MB = 256;
const RETRY_AFTER_S = 5;

const busy = () =>
  serviceUnavailable('Too many pictures are being drawn. Try again in a moment.', RETRY_AFTER_S);

/** Creates the pictures; their thread starts with the first one. `now` in milliseconds. */
export function createPictures(now: () => number, overrides: Partial<typeof LIMITS> = {}) {
  const limits = { ...LIMITS, ...overrides };
  const thread = createThread<PictureOrder, Uint8Array>({
    script: new URL('./worker.ts', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_LIMIT_MB,
  });
  const cache = new LRUCache<string, Buffer>({
    maxSize: limits.cacheBytes,
    sizeCalculation: ({ length }) => length,
  });
  const drawing = new SharedWork();
  const minute = { start: 0, drawn: 0 };

  const count = (): void => {
    if (now() - minute.start >= millisecondsInMinute) Object.assign(minute, { start: now(), drawn: 0 });
    if (drawing.size >= limits.waiting || minute.drawn >= limits.perMinute) throw busy();
    minute.drawn += 1;
  };
  const draw = async (version: string, order: PictureOrder, timeline?: ReadTimeline): Promise<Buffer> => {
    const answer = await thread.ask({ ...order, timeline: (await timeline?.()) ?? null });
    if (typeof answer === 'string') throw busy();
    const picture = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
    cache.set(version, picture);
    return picture;
  };
  return {
    /** The PNG of a card in its version. Rejects with 503 while too many are being drawn. */
    async get(version: string, order: PictureOrder, timeline?: ReadTimeline): Promise<Buffer> {
      const known = cache.get(version);
      if (known !== undefined) return known;
      if (!drawing.has(version)) count();
      return drawing.run(version, new Callers(), () => draw(version, order, timeline));
    },
    close: () => thread.close(),
  };
}
