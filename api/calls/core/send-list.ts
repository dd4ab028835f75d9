/** Lists without pages: read and sent in pieces, so that memory use does not grow with the region. */
import { Readable } from 'node:stream';
import { type Ctx, SENT } from '#api/calls/core/route.ts';
import type { Db } from '#api/db/database.ts';
import { LIST_PIECE } from '#api/db/sql.ts';
import { ETAG_MAX_BYTES } from '#api/http/etag.ts';

/** Reads the next rows after `after` in a fixed order; from the start when it is null. */
export type ReadPiece<Row> = (db: Db, after: Row | null) => Promise<Row[]>;

/** How a list is sent. */
export interface ListOptions<Row> {
  toItem?: (row: Row) => unknown;
  /** Rows per piece: `read` returns fewer only at the end. */
  piece?: number;
  /** Status of an empty list, which then has no body. */
  emptyStatus?: 204;
}

/** The type of a list. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const EMPTY = '[]';

/** The JSON array of the rows, in pieces. */
export async function* piecesOf<Row>(
  read: (after: Row | null) => Promise<Row[]>,
  { toItem = (row) => row, piece = LIST_PIECE }: ListOptions<Row>,
): AsyncGenerator<string> {
  let separator = '[';
  for (let after: Row | null = null, isLast = false; !isLast; ) {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(toItem(row))).join(',');
    if (rows.length > 0) separator = ',';
    after = rows.at(-1) ?? null;
    isLast = rows.length < piece;
  }
  yield separator === '[' ? EMPTY : ']';
}

async function* after(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
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
  if (request.method === 'HEAD') await pieces.return(undefined);
  reply.send(Readable.from(request.method === 'HEAD' ? [] : after(head, pieces)));
  return SENT;
}
