/** ETags of small successful answers, so that an unchanged one costs 304 and no body. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Largest answer that gets an ETag, in bytes. */
export const ETAG_MAX_BYTES = 65_536;
const EXCLUDED = /^\/api\/(auth|status)(\/|\?|$)/i;

/** Weak, because a compressed answer is the same content in other bytes. */
const etagOf = (payload: string | Buffer): string =>
  `W/"${createHash('sha1').update(payload).digest('base64url')}"`;

/** Whether an `If-None-Match` header names the ETag. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}

function isEligible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer {
  return (
    reply.statusCode === 200 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
    payload.length > 0 &&
    Buffer.byteLength(payload) <= ETAG_MAX_BYTES &&
    !EXCLUDED.test(request.url)
  );
}

/** Answers differ by viewer: shared caches keep none, and a browser asks again each time. */
export function installEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
    if (!isEligible(request, reply, payload) || reply.hasHeader('etag')) return payload;
    const etag = etagOf(payload);
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
