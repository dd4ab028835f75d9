/**
 * Lists of everything. Long ones take as long as forty other calls, so visitors share one answer, and an address gets one at
 * a time (rule 24.34).
 */
import { finished, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import PQueue from 'p-queue';
import { Callers, SharedWork } from '#api/base/queue/callers.ts';
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

type Read<Row> = (after: Row | null) => Promise<Row[]>;

/** The JSON array of the rows after `from` in pieces, each with its last row; null at the end. */
async function* piecesOf<Row>(
  read: Read<Row>,
  { toItem = (row) => row, piece = LIST_PIECE }: ListOptions<Row>,
  from: Row | null,
): AsyncGenerator<{ text: string; last: Row | null }> {
  let last = from;
  do {
    const rows: Row[] = await read(last);
    const items = rows.map((row) => JSON.stringify(toItem(row))).join(',');
    const start = last === null ? '[' : items && ',';
    last = rows.length < piece ? null : (rows.at(-1) ?? null);
    yield { text: start + items + (last === null ? ']' : ''), last };
  } while (last !== null);
}

/** The start of a list, and the rest, which is read when it is taken; null when the start is all of it. */
interface List<Text = string> {
  head: Text;
  rest: (() => ReturnType<typeof piecesOf>) | null;
}

/** Reads a list until it is longer than `max`, in characters. */
async function readList<Row>(read: Read<Row>, options: ListOptions<Row>, max: number): Promise<List> {
  let head = '';
  for await (const { text, last } of piecesOf(read, options, null)) {
    head += text;
    if (last !== null && head.length > max) return { head, rest: () => piecesOf(read, options, last) };
  }
  return { head, rest: null };
}

async function* textOf({ head, rest }: List<string | Buffer>): AsyncGenerator<string | Buffer> {
  yield head;
  if (rest !== null) for await (const { text } of rest()) yield text;
}

/** Sends a list, of whose rest each piece is read when the client has taken the previous one. */
function send({ request, reply }: Pick<Ctx, 'request' | 'reply'>, list: List<string | Buffer>): typeof SENT {
  const stream = () => Readable.from(request.method === 'HEAD' ? [] : textOf(list));
  reply.header('content-type', JSON_TYPE).send(list.rest === null ? list.head : stream());
  return SENT;
}

/** Sends the rows as a JSON array: whole if it is small enough for an ETag. Reading ends when the client disconnects. */
export async function sendList<Row>(
  ctx: Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>,
  read: ReadPiece<Row>,
  options: ListOptions<Row> = {},
): Promise<typeof SENT> {
  const { deps, region, reply } = ctx;
  const readAfter: Read<Row> = (after) => deps.database.read(region, (db) => read(db, after));
  const list = await readList(readAfter, options, ETAG_MAX_BYTES);
  if (list.head !== '[]' || options.emptyStatus === undefined) return send(ctx, list);
  reply.code(options.emptyStatus).send();
  return SENT;
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

type ListCtx = Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'> & { viewer: SessionUser | null };

/** A list for all visitors. `at` in milliseconds since 1970. */
interface Kept extends List<Buffer> {
  compressed: Map<Encoding, Promise<Buffer>>;
  at: number;
}

const refusal = () =>
  tooManyRequests('This list is already being sent to you. Try again in a moment.', RETRY_AFTER_S);

/** Sends long answers one after the other to an address and to an account. A request that waits too long gets 429. */
function createSending() {
  const queues = new Map<string, PQueue>();
  const inTurnOf = (id: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    const queue = queues.get(id) ?? new PQueue({ concurrency: 1 }).on('idle', () => queues.delete(id));
    queues.set(id, queue);
    return queue.add(work, { signal });
  };
  return async (ctx: ListCtx, sendIt: () => unknown): Promise<typeof SENT> => {
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(refusal()), WAIT_MS);
    const inTurnOfAddress = () =>
      inTurnOf(
        `address ${addressOf(ctx)}`,
        async () => {
          clearTimeout(timer);
          const isSent = new Promise((resolve) => finished(ctx.reply.raw, resolve));
          await sendIt();
          await isSent;
        },
        waiting.signal,
      );
    const account = ctx.viewer && `account ${ctx.region} ${ctx.viewer.id}`;
    await (account === null ? inTurnOfAddress() : inTurnOf(account, inTurnOfAddress, waiting.signal));
    return SENT;
  };
}

/** Sends the kept list in the best encoding for the request, compressed once for all. */
async function sendKept(ctx: ListCtx, { head, rest, compressed, at }: Kept): Promise<typeof SENT> {
  if (rest !== null) return send(ctx, { head, rest });
  const { deps, request, reply } = ctx;
  reply.header('age', Math.max(0, Math.floor((deps.now() - at) / 1000)));
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS) as Encoding | null;
  if (encoding === null) return send(ctx, { head, rest });
  const known = compressed.get(encoding) ?? COMPRESS[encoding](head);
  compressed.set(encoding, known);
  reply.header('content-encoding', encoding);
  return send(ctx, { head: await known, rest });
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
  const lists = createTimedMap<Kept>(KEPT_MS, deps.now);
  const loading = new SharedWork();
  const sendInTurn = createSending();
  const isLong = ({ head }: Kept): boolean => head.length > ETAG_MAX_BYTES;

  const load = async (region: RegionId): Promise<Kept> => {
    const read: Read<Row> = (last) => deps.database.read(region, (db) => readFor(null)(db, last));
    const { head, rest } = await readList(read, options, KEPT_MAX);
    const kept = { head: Buffer.from(head), rest, compressed: new Map(), at: deps.now() };
    if (isLong(kept)) lists.set(region, kept);
    return kept;
  };

  return async (ctx) => {
    const { region, viewer } = ctx;
    if (viewer !== null && !isSameForAll)
      return sendInTurn(ctx, () => sendList(ctx, readFor(viewer), options));
    const kept = lists.get(region) ?? (await loading.run(region, new Callers(), () => load(region)));
    if (!isLong(kept)) return send(ctx, { head: String(kept.head), rest: null });
    return sendInTurn(ctx, () => sendKept(ctx, kept));
  };
}
