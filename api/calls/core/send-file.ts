/** Sends a stored file, or the range of it that a video element or a resumed download requests. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import rangeParser from 'range-parser';
import { type Ctx, SENT } from '#api/calls/core/route.ts';
import type { StoredFile } from '#api/files/store.ts';
import { notFound, problem } from '#api/http/errors.ts';
import { matchesEtag } from '#api/http/etag.ts';

type SendCtx = Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>;

/** The range of a request; null for the whole file, which is also sent for several ranges and malformed headers. */
function spanOf(header: string, size: number): rangeParser.Range | 'outside' | null {
  const ranges = rangeParser(size, header, { combine: true });
  if (ranges === -2 || !header.startsWith('bytes=')) return null;
  // A suffix longer than the file means the whole file (RFC 9110, 14.1.2).
  if (ranges === -1) return /^bytes=-0*[1-9]\d*$/.test(header) ? { start: 0, end: size - 1 } : 'outside';
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}

/** Sends the file, or the requested range of it. */
async function sendContent(
  { request, reply }: Pick<SendCtx, 'request' | 'reply'>,
  file: StoredFile,
  etag: string,
): Promise<void> {
  const { range, 'if-range': ifRange = etag } = request.headers;
  const span = range === undefined || ifRange !== etag ? null : spanOf(range, file.size);
  if (span === 'outside') {
    await file.close();
    reply.code(416).header('content-range', `bytes */${file.size}`).send();
    return;
  }
  if (span !== null) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${file.size}`);
  reply.header('content-length', span === null ? file.size : span.end - span.start + 1);
  if (request.method !== 'HEAD') {
    reply.send(await file.read(span ?? undefined));
    return;
  }
  await file.close();
  reply.send(Readable.from([]));
}

/**
 * The signed address of the file for a GET request; null when the API sends the file itself.
 * It is signed for that method alone.
 */
async function addressFor(
  { deps, region, request, reply }: SendCtx,
  sha256: string,
  type: string,
): Promise<string | null> {
  if (request.method !== 'GET' || isKnown(request, sha256)) return null;
  const disposition = reply.getHeader('content-disposition');
  return deps.files.addressOf(region, sha256, { type, disposition: disposition?.toString() });
}

/** A part of a small file, as a file. */
async function partOf(file: StoredFile, part: (whole: Buffer) => Buffer): Promise<StoredFile> {
  const bytes = part(await buffer(await file.read()));
  return {
    size: bytes.length,
    read: async ({ start, end } = { start: 0, end: bytes.length }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
    close: async () => {},
  };
}

const etagOf = (sha256: string): string => `"${sha256}"`;

const isKnown = ({ headers }: FastifyRequest, sha256: string): boolean =>
  matchesEtag(headers['if-none-match'], etagOf(sha256));

/**
 * Sends the file as `type`: 200, 206 for a range, 304, or 416 for a range outside. For a file in a bucket it redirects to a
 * signed address (rule 24.26), unless it is sent `direct`. `part` takes what is sent from a small file. A
 * missing file is logged and gets 404.
 */
export async function sendFile(
  ctx: SendCtx,
  sha256: string | null,
  type: string,
  { direct = false, part }: { direct?: boolean; part?: (whole: Buffer) => Buffer } = {},
): Promise<typeof SENT> {
  const { deps, region, request, reply } = ctx;
  if (sha256 === null) throw notFound();
  const address = direct ? null : await addressFor(ctx, sha256, type);
  if (address !== null) {
    reply.removeHeader('content-disposition').header('cache-control', 'private, no-store');
    reply.redirect(address, 302);
    return SENT;
  }
  const file = await deps.files.open(region, sha256);
  if (file === null) {
    request.log.error({ region, sha256, path: request.routeOptions.url }, 'a stored file is missing');
    throw problem(404, { detail: 'This file is no longer available.' });
  }
  reply.headers({
    'content-type': type,
    'accept-ranges': 'bytes',
    etag: etagOf(sha256),
    // Browsers must not guess another type.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (!isKnown(request, sha256))
    await sendContent(ctx, part ? await partOf(file, part) : file, etagOf(sha256));
  else {
    await file.close();
    reply.code(304).removeHeader('content-type').send();
  }
  return SENT;
}
