/**
 * Lists of everything. Long ones take as long as forty other calls, so visitors share one answer, and others get their own one
 * at a time (rule 24.34).
 */
import { finished } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';
import { createFairQueue } from '#api/base/queue/fair-queue.ts';
import { createTimedMap } from '#api/base/timed-map.ts';
import { addressOf, type Ctx, type Deps, SENT } from '#api/calls/core/route.ts';
import {
  JSON_TYPE,
  type ListOptions,
  piecesOf,
  type ReadPiece,
  sendList,
} from '#api/calls/core/send-list.ts';
import { tooManyRequests } from '#api/http/errors.ts';
import { ETAG_MAX_BYTES } from '#api/http/etag.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** How long an answer is kept, in milliseconds. */
const KEPT_MS = 5_000;
/** A longer list is not kept, in characters: about 400,000 ids. */
const KEPT_MAX = 16 * 1024 * 1024;
/** Answers of their own that one account and one address get at the same time. */
const OWN_MAX = { account: 1, address: 2 };
const RETRY_AFTER_S = 5;
/** How long an answer waits for others to the same address, in milliseconds. */
const WAIT_MS = 5_000;

const brotli = promisify(brotliCompress);
const COMPRESS = {
  br: (text: Buffer) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
};
type Encoding = keyof typeof COMPRESS;
const ENCODINGS = Object.keys(COMPRESS) as Encoding[];

type ListCtx = Pick<Ctx, 'deps' | 'region' | 'request' | 'reply' | 'now'> & { viewer: SessionUser | null };

/** A whole list; `text` is null for one that is too long to keep. */
interface Collected {
  text: Buffer | null;
  isLong: boolean;
  compressed: Map<Encoding, Promise<Buffer>>;
  /** In milliseconds since 1970. */
  at: number;
}

/** Counts what runs for each key. Takes a place of every key, or none: then the result is null. */
function createPlaces() {
  const taken = new Map<string, number>();
  const of = (key: string): number => taken.get(key) ?? 0;
  return (places: readonly (readonly [key: string, max: number])[]): (() => void) | null => {
    if (places.some(([key, max]) => of(key) >= max)) return null;
    for (const [key] of places) taken.set(key, of(key) + 1);
    return () => {
      for (const [key] of places)
        if (of(key) > 1) taken.set(key, of(key) - 1);
        else taken.delete(key);
    };
  };
}

const refusal = () =>
  tooManyRequests('This list is already being sent to you. Try again in a moment.', RETRY_AFTER_S);

/** Sends long answers to one address `OWN_MAX.address` at a time; those that wait too long get 429. */
function createSending() {
  const queue = createFairQueue({ concurrency: Number.POSITIVE_INFINITY, perCaller: OWN_MAX.address });
  let count = 0;
  return async (ctx: ListCtx, body: Buffer): Promise<typeof SENT> => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(refusal()), WAIT_MS);
    const send = async (): Promise<void> => {
      clearTimeout(timer);
      ctx.reply.send(body);
      await new Promise((resolve) => finished(ctx.reply.raw, resolve));
    };
    count += 1;
    const caller = { id: addressOf(ctx), priority: 0 };
    await queue.run(String(count), new Callers(caller), send, waiting.signal);
    return SENT;
  };
}

/** The body in the best encoding for the request, whose headers are set. */
async function encoded({ request, reply, now }: ListCtx, { compressed, at }: Collected, text: Buffer) {
  reply.headers({ 'content-type': JSON_TYPE, age: Math.floor((now - at) / 1000) });
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS) as Encoding | null;
  if (encoding === null) return text;
  const known = compressed.get(encoding) ?? COMPRESS[encoding](text);
  compressed.set(encoding, known);
  reply.header('content-encoding', encoding);
  return known;
}

/**
 * The handler of a list of everything. `readFor` returns how a viewer's is read; with `isSameForAll`, everyone gets that of
 * visitors.
 */
export function wholeList<Row>(
  deps: Deps,
  readFor: (viewer: Viewer) => ReadPiece<Row>,
  { isSameForAll = false, ...options }: ListOptions<Row> & { isSameForAll?: boolean } = {},
): (ctx: ListCtx) => Promise<typeof SENT> {
  const kept = createTimedMap<Collected>(KEPT_MS, deps.now);
  const collecting = new SharedWork();
  const takePlaces = createPlaces();
  const sendTo = createSending();

  const collect = async (region: RegionId): Promise<Collected> => {
    let text = '';
    const read = readFor(null);
    for await (const piece of piecesOf<Row>(
      (last) => deps.database.read(region, (db) => read(db, last)),
      options,
    )) {
      text += piece;
      if (text.length > KEPT_MAX) break;
    }
    const collected = {
      text: text.length > KEPT_MAX ? null : Buffer.from(text),
      isLong: text.length > ETAG_MAX_BYTES,
      compressed: new Map(),
      at: deps.now(),
    };
    if (collected.isLong) kept.set(region, collected);
    return collected;
  };

  return async (ctx) => {
    const { region, viewer, reply } = ctx;
    if (viewer === null || isSameForAll) {
      const collected =
        kept.get(region) ?? (await collecting.run(region, new Callers(), () => collect(region)));
      if (!collected.isLong) {
        reply.header('content-type', JSON_TYPE).send(String(collected.text));
        return SENT;
      }
      if (collected.text !== null) return sendTo(ctx, await encoded(ctx, collected, collected.text));
    }
    const leave = takePlaces([
      ...(viewer === null ? [] : [[`account ${region} ${viewer.id}`, OWN_MAX.account] as const]),
      [`address ${addressOf(ctx)}`, OWN_MAX.address],
    ]);
    if (leave === null) throw refusal();
    finished(reply.raw, leave);
    return sendList(ctx, readFor(viewer), options);
  };
}
