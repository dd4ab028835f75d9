/**
 * Weak ETags of small successful GET answers, so that an unchanged one is sent as 304 without its body. @fastify/etag has
 * no such conditions: it also tags errors and writes, of any size, and compares only a single tag.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';

/** Largest answer that gets an ETag, in bytes. */
export const ETAG_MAX_BYTES = 65_536;
const EXCLUDED = /^\/api\/(auth|status)(\/|\?|$)/i;

/**
 * The ETag of an answer. Weak, because compression changes the bytes but not the content. Read-only mode counts as content,
 * because some caches keep the headers of an answer that has not changed.
 */
export function etagOf(payload: string | Buffer, isReadOnly = false): string {
  const hash = createHash('sha1').update(payload).digest('base64url');
  return `W/"${hash}${isReadOnly ? '-read-only' : ''}"`;
}

/** Whether an `If-None-Match` header, a list of tags or `*`, contains the ETag. */
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

/** Adds the ETags. */
export function installEtags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isEligible(request, reply, payload) || reply.hasHeader('etag')) return payload;
    const etag = etagOf(payload, reply.hasHeader(READ_ONLY_HEADER));
    reply.header('etag', etag);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
