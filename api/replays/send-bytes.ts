/** Files from the database, in whole or in the range that a video element asks for. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `bytes=first-last`, `bytes=first-` or `bytes=-count`; null for anything else, or several ranges. */
function rangeOf(header: string | undefined, size: number): { first: number; last: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return { first: Math.max(0, size - Number(to)), last: size - 1 };
  return { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

/** Sends the bytes as `type`: 200, 206 for a range, 416 for one outside. Browsers must not guess another type. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, type: string): void {
  reply.headers({
    'content-type': type,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const range = rangeOf(request.headers.range, bytes.length);
  if (range === null) {
    reply.send(bytes);
  } else if (range.first > range.last || range.first >= bytes.length) {
    reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  } else {
    const { first, last } = range;
    reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`);
    reply.send(bytes.subarray(first, last + 1));
  }
}
