/** Sends one static file: negotiated encoding, conditional requests, single byte ranges, HEAD. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StaticFile } from '#scripts/site-server/static-files.ts';

/** True when the browser takes an encoding; `br;q=0` is a refusal. */
function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

interface Variant {
  body: Buffer;
  etag: string;
  encoding?: 'br' | 'gzip';
}

function variantOf(file: StaticFile, request: IncomingMessage): Variant {
  const plain = { body: file.body, etag: `"${file.etag}"` };
  if (request.headers.range !== undefined) return plain;
  for (const encoding of ['br', 'gzip'] as const) {
    const body = file[encoding];
    if (body && accepts(request.headers['accept-encoding'], encoding)) {
      return { body, etag: `"${file.etag}-${encoding}"`, encoding };
    }
  }
  return plain;
}

function isUnchanged(request: IncomingMessage, etag: string): boolean {
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === etag);
}

/** First and last byte of a single range, `null` when there is none to honour, `'unsatisfiable'` when it lies outside. */
function rangeOf(request: IncomingMessage, variant: Variant): [number, number] | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const condition = request.headers['if-range'];
  if (!match || (condition !== undefined && condition !== variant.etag)) return null;
  const [, from = '', to = ''] = match;
  const size = variant.body.length;
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? 'unsatisfiable' : [first, last];
}

/** Answers with `file`. Only a 200 takes part in conditional requests and ranges. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status: 200 | 404 = 200,
): void {
  const variant = variantOf(file, request);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Security-Policy', file.policy);
  response.setHeader('Cache-Control', status === 200 ? file.cacheControl : 'no-cache');
  if (file.br || file.gzip) response.setHeader('Vary', 'Accept-Encoding');
  if (variant.encoding) response.setHeader('Content-Encoding', variant.encoding);
  if (status === 200) {
    response.setHeader('ETag', variant.etag);
    response.setHeader('Accept-Ranges', 'bytes');
    if (isUnchanged(request, variant.etag)) {
      response.writeHead(304).end();
      return;
    }
    if (sendRange(request, response, variant)) return;
  }
  response.writeHead(status, { 'Content-Length': variant.body.length });
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

function sendRange(request: IncomingMessage, response: ServerResponse, variant: Variant): boolean {
  const range = rangeOf(request, variant);
  if (range === null) return false;
  const size = variant.body.length;
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
    return true;
  }
  const [first, last] = range;
  response.writeHead(206, {
    'Content-Range': `bytes ${first}-${last}/${size}`,
    'Content-Length': last - first + 1,
  });
  response.end(request.method === 'HEAD' ? undefined : variant.body.subarray(first, last + 1));
  return true;
}
