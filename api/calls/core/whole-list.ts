/**
 * Lists of everything. Long ones take as long as forty other calls, so visitors share one answer, and an address gets one at
 * a time (rule 24.34).
 */
import { finished, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';
import { createFairQueue } from '#api/base/queue/fair-queue.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { addressOf, type Ctx, type Deps, SENT } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { LIST_PIECE } from '#api/db/sql.ts';
import { tooManyRequests } from '#api/http/errors.ts';
import { ETAG_MAX_BYTES } from '#api/http/etag.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { RegionId } from '#lib/regions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Reads the next rows after `after` in a fixed order; from the start when it is null. */
type ReadPiece<Row> = (db: Db, after: Row | null) => Promise<Row[]>;

/** How a list is sent. */
interface ListOptions<Row> {
  toItem?: (row: Row) => unknown;
  /** Rows per piece: `read` returns fewer only at the end. */
  piece?: number;
  /** Status of an empty list, which then has no body. */
  emptyStatus?: 204;
}

/** The type of a list. */
const JSON_TYPE = 'application/json; charset=utf-8';

const EMPTY = '[]';

/** The JSON array of the rows, in pieces; with `from`, its rest after that row. */
async function* piecesOf<Row>(
  read: (after: Row | null) => Promise<Row[]>,
  { toItem = (row) => row, piece = LIST_PIECE }: ListOptions<Row>,
  from: Row | null = null,
): AsyncGenerator<string> {
  let separator = from === null ? '[' : ',';
  for (let after = from, isLast = false; !isLast; ) {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(toItem(row))).join(',');
    if (rows.length > 0) separator = ',';
    after = rows.at(-1) ?? null;
    isLast = rows.length < piece;
  }
  yield separator === '[' ? EMPTY : ']';
}

async function* after(head: string | Buffer, rest: AsyncGenerator<string>): AsyncGenerator<string | Buffer> {
  yield head;
  yield* rest;
}

/** Sends the head of a list, then the rest, of which each piece is read when the client has taken the previous one. */
async function sendPieces(
  { request, reply }: Pick<Ctx, 'request' | 'reply'>,
  ...list: Parameters<typeof after>
): Promise<typeof SENT> {
  if (request.method === 'HEAD') await list[1].return(undefined);
  reply
    .header('content-type', JSON_TYPE)
    .send(Readable.from(request.method === 'HEAD' ? [] : after(...list)));
  return SENT;
}

/**
 * Sends the rows as a JSON array. A list that is small enough for an ETag is sent whole. Of a longer one, each piece is
 * read when the client has taken the previous one; reading ends when the client disconnects.
 */
export async function sendList<Row>(
  { deps, region, request, reply }: Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>,
  read: ReadPiece<Row>,
  options: ListOptions<Row> = {},
): Promise<typeof SENT> {
  const pieces = piecesOf<Row>((last) => deps.database.read(region, (db) => read(db, last)), options);
  reply.header('content-type', JSON_TYPE);
  let head = '';
  while (head.length <= ETAG_MAX_BYTES) {
    const next = await pieces.next();
    if (next.done) {
      if (head === EMPTY && options.emptyStatus !== undefined)
        reply.code(options.emptyStatus).removeHeader('content-type').send();
      else reply.send(head);
      return SENT;
    }
    head += next.value;
  }
  return sendPieces({ request, reply }, head, pieces);
}

/** How long an answer is kept, in milliseconds. */
const KEPT_MS = 5_000;
/** Of a longer list only so much is kept, in characters: about 400,000 ids. */
const KEPT_MAX = 16 * 1024 * 1024;
const RETRY_AFTER_S = 5;
/** How long an answer waits for others to the same address or account, in milliseconds. */
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

/** A list: all of it, or what comes before the rest after the row `last`. */
interface Collected {
  text: Buffer;
  last: unknown;
  isLong: boolean;
  compressed: Map<Encoding, Promise<Buffer>>;
  /** In milliseconds since 1970. */
  at: number;
}

const refusal = () =>
  tooManyRequests('This list is already being sent to you. Try again in a moment.', RETRY_AFTER_S);

/** Sends long answers one after the other to an address and to an account. A request that waits too long gets 429. */
function createSending() {
  const queue = createFairQueue({ concurrency: Number.POSITIVE_INFINITY, perCaller: 1 });
  let count = 0;
  return async (ctx: ListCtx, send: () => Promise<unknown>): Promise<typeof SENT> => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(refusal()), WAIT_MS);
    const inTurnOf = (id: string, work: () => Promise<void>): Promise<void> => {
      count += 1;
      return queue.run(String(count), new Callers({ id, priority: 0 }), work, waiting.signal);
    };
    const inTurnOfAddress = () =>
      inTurnOf(`address ${addressOf(ctx)}`, async () => {
        clearTimeout(timer);
        const isSent = new Promise((resolve) => finished(ctx.reply.raw, resolve));
        await send();
        await isSent;
      });
    await (ctx.viewer === null
      ? inTurnOfAddress()
      : inTurnOf(`account ${ctx.region} ${ctx.viewer.id}`, inTurnOfAddress));
    return SENT;
  };
}

/** Sends the kept list in the best encoding for the request. */
async function sendKept({ deps, request, reply }: ListCtx, { text, compressed, at }: Collected) {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS) as Encoding | null;
  let body = text;
  if (encoding !== null) {
    const known = compressed.get(encoding) ?? COMPRESS[encoding](text);
    compressed.set(encoding, known);
    body = await known;
    reply.header('content-encoding', encoding);
  }
  reply
    .headers({ 'content-type': JSON_TYPE, age: Math.max(0, Math.floor((deps.now() - at) / 1000)) })
    .send(body);
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
  const sendInTurn = createSending();

  const readRows = (region: RegionId, viewer: Viewer) => (last: Row | null) =>
    deps.database.read(region, (db) => readFor(viewer)(db, last));
  const collect = async (region: RegionId): Promise<Collected> => {
    let text = '';
    let last: Row | null = null;
    const read = async (after: Row | null): Promise<Row[]> => {
      const rows = await readRows(region, null)(after);
      last = rows.at(-1) ?? null;
      return rows;
    };
    for await (const piece of piecesOf<Row>(read, options)) {
      text += piece;
      if (text.length > KEPT_MAX) break;
    }
    const collected = {
      text: Buffer.from(text),
      last: text.length > KEPT_MAX ? last : null,
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
      const last = collected.last as Row | null;
      if (last === null) return sendInTurn(ctx, () => sendKept(ctx, collected));
      return sendInTurn(ctx, () =>
        sendPieces(ctx, collected.text, piecesOf<Row>(readRows(region, null), options, last)),
      );
    }
    return sendInTurn(ctx, () => sendList(ctx, readFor(viewer), options));
  };
}
