/** Pictures of cards: drawn once in a separate thread, kept in memory, and limited. */
import { millisecondsInMinute } from 'date-fns/constants';
import { LRUCache } from 'lru-cache';
import { createThread } from '#api/base/thread.ts';
import type { Card } from '#api/calls/previews/cards.ts';
import { serviceUnavailable } from '#api/http/errors.ts';

/** A picture to draw: a card, and the label of its region. */
export interface PictureOrder {
  card: Card | 'hidden';
  label: string;
}

/** Draws pictures. */
export interface Pictures {
  /** The PNG of a card in its version. Rejects with 503 while too many are being drawn. */
  get(version: string, order: PictureOrder): Promise<Buffer>;
  close(): Promise<void>;
}

/** Limits of one process. */
export interface PictureLimits {
  /** Pictures that wait for the thread, or are drawn. */
  waiting: number;
  /** Pictures drawn in a minute. */
  perMinute: number;
  /** Bytes of all pictures in memory; the least recently used one is dropped first. */
  cacheBytes: number;
}

const LIMITS: PictureLimits = { waiting: 20, perMinute: 300, cacheBytes: 32 * 1024 * 1024 };
const TIME_LIMIT_MS = 15_000;
const MEMORY_LIMIT_MB = 256;
const RETRY_AFTER_S = 5;

const busy = () =>
  serviceUnavailable('Too many pictures are being drawn. Try again in a moment.', RETRY_AFTER_S);

/** Creates the pictures; their thread starts with the first one. `now` in milliseconds. */
export function createPictures(now: () => number, overrides: Partial<PictureLimits> = {}): Pictures {
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
  const drawing = new Map<string, Promise<Buffer>>();
  const minute = { start: 0, drawn: 0 };

  const count = (): void => {
    if (now() - minute.start >= millisecondsInMinute) Object.assign(minute, { start: now(), drawn: 0 });
    if (drawing.size >= limits.waiting || minute.drawn >= limits.perMinute) throw busy();
    minute.drawn += 1;
  };
  const draw = async (version: string, order: PictureOrder): Promise<Buffer> => {
    const answer = await thread.ask(order);
    if (typeof answer === 'string') throw busy();
    const picture = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
    cache.set(version, picture);
    return picture;
  };
  return {
    async get(version, order) {
      const known = cache.get(version) ?? drawing.get(version);
      if (known !== undefined) return known;
      count();
      const picture = draw(version, order).finally(() => drawing.delete(version));
      drawing.set(version, picture);
      return picture;
    },
    close: () => thread.close(),
  };
}
