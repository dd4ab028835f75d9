/** Sends the timeline of a replay. */
import { pipeline } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { type Ctx, SENT } from '#api/calls/core/route.ts';
import { notFound, problem } from '#api/http/errors.ts';
import { matchesEtag } from '#api/http/etag.ts';

/**
 * Sends the timeline as it is stored, compressed with brotli, or decompressed for a client that does not accept that. The API
 * sends it from a bucket, too, because signed addresses of a bucket support neither other origins nor other encodings.
 */
export async function sendTimeline(
  { deps, region, request, reply }: Pick<Ctx, 'deps' | 'region' | 'request' | 'reply'>,
  sha256: string | null,
): Promise<typeof SENT> {
  if (sha256 === null) throw notFound();
  // Weak, because the encoding changes the bytes but not the content.
  const etag = `W/"${sha256}"`;
  reply.headers({ etag, 'content-type': 'application/json; charset=utf-8' });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).removeHeader('content-type').send();
    return SENT;
  }
  const file = await deps.files.open(region, sha256);
  if (file === null) {
    request.log.error({ region, sha256 }, 'a stored timeline is missing');
    reply.removeHeader('etag');
    throw problem(404, { detail: 'The timeline of this replay is no longer available.' });
  }
  const content = await file.read();
  if (negotiate(request.headers['accept-encoding'] ?? '', ['br']) === 'br') {
    reply.headers({ 'content-encoding': 'br', 'content-length': file.size });
    reply.send(content);
    return SENT;
  }
  const plain = createBrotliDecompress();
  // Unlike `pipe`, this also closes the file when the client leaves. The reply handles errors.
  pipeline(content, plain, () => {});
  reply.send(plain);
  return SENT;
}
