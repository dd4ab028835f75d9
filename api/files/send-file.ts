/** Sends a stored file, or the range of it that a video element or a resumed download requests. */
import { Readable } from 'node:stream';
import rangeParser from 'range-parser';
import { notFound, problem } from '#api/http/errors.ts';
import { matchesEtag } from '#api/http/etag.ts';
import { type Ctx, SENT } from '#api/http/route.ts';

/** The range of a request; null for the whole file, which also answers several ranges and malformed headers. */
function spanOf(header: string, size: number): rangeParser.Range | 'outside' | null {
  const ranges = rangeParser(size, header, { combine: true });
  if (ranges === -2 || !header.startsWith('bytes=')) return null;
  // A suffix longer than the file means the whole file (RFC 9110, 14.1.2).
  if (ranges === -1) return /^bytes=-0*[1-9]\d*$/.test(header) ? { start: 0, end: size - 1 } : 'outside';
  return ranges.length === 1 ? (ranges[0] ?? null) : null;
}

/** Sends the file as `type`: 200, 206 for a range, 304, or 416 for a range outside. A missing file is logged and gets 404. */
export async function sendFile(
  { deps, region, request, reply }: Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>,
  sha256: string | null,
  type: string,
): Promise<typeof SENT> {
  if (sha256 === null) throw notFound();
  const file = await deps.files.open(region, sha256);
  if (file === null) {
    request.log.error({ region, sha256, path: request.routeOptions.url }, 'a stored file is missing');
    throw problem(404, { detail: 'This file is no longer available.' });
  }
  const { handle, size } = file;
  const etag = `"${sha256}"`;
  const { range, 'if-range': ifRange = etag, 'if-none-match': known } = request.headers;
  const span = range === undefined || ifRange !== etag ? null : spanOf(range, size);
  reply.headers({
    'content-type': type,
    'accept-ranges': 'bytes',
    etag,
    // Browsers must not guess another type.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (matchesEtag(known, etag)) {
    await handle.close();
    reply.code(304).removeHeader('content-type').send();
  } else if (span === 'outside') {
    await handle.close();
    reply.code(416).header('content-range', `bytes */${size}`).send();
  } else {
    if (span !== null) reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${size}`);
    reply.header('content-length', span === null ? size : span.end - span.start + 1);
    if (request.method === 'HEAD') {
      await handle.close();
      reply.send(Readable.from([]));
    } else reply.send(handle.createReadStream(span ?? {}));
  }
  return SENT;
}
