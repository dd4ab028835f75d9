/** Runs the edge handler in Node, over the files of this process. */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FileAnswer, FileRequest } from '#scripts/site-server/static-files.ts';
import type { EdgeHandler } from '../../src/edge/handler.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Higher qualities take longer than they save in transfer. */
const BROTLI_QUALITY = 5;

/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([204, 304]);

/** Any other host gets the first region, as without the handler. */
const HOST = /^[\w.-]+(:\d+)?$/;

function toRequest({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const host = HOST.test(headers.host ?? '') ? headers.host : 'localhost';
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://${host}${url}`, { method, headers: given });
}

function toResponse({ status, headers, stream }: FileAnswer, method: string): Response {
  const hasBody = method !== 'HEAD' && !WITHOUT_BODY.has(status);
  if (!hasBody) stream.destroy();
  const body = hasBody ? (Readable.toWeb(stream) as unknown as BodyInit) : null;
  return new Response(body, { status, headers });
}

/** Compresses a page that the handler has filled. Files of the build are compressed already. */
async function sendFilled(page: Response, response: ServerResponse, accepted: string): Promise<void> {
  const plain = Buffer.from(await page.arrayBuffer());
  const encoding = negotiate(accepted, ['br', 'gzip']);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const body =
    encoding === 'br'
      ? await compressBrotli(plain, { params })
      : encoding === 'gzip'
        ? await compressGzip(plain)
        : plain;
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.writeHead(page.status).end(body);
}

/** Serves a page through the handler; `openShell` opens the page's file. `address`: the sender's, if it is known. */
export async function answerAtEdge(
  edge: EdgeHandler,
  incoming: IncomingMessage,
  response: ServerResponse,
  openShell: (request: FileRequest) => Promise<FileAnswer>,
  address?: string,
): Promise<void> {
  const fetchStatic = async (request: Request): Promise<Response> => {
    const { method } = request;
    return toResponse(await openShell({ method, headers: Object.fromEntries(request.headers) }), method);
  };
  const answer = await edge(toRequest(incoming), fetchStatic, address);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.body === null) {
    response.writeHead(answer.status).end();
  } else if (answer.headers.has('content-length')) {
    response.writeHead(answer.status);
    await pipeline(Readable.fromWeb(answer.body as unknown as ReadableStream), response);
  } else {
    await sendFilled(answer, response, incoming.headers['accept-encoding'] ?? '');
  }
}

/**
 * A `fetch` for which `na.localhost` is this machine, as it is for browsers. With `ownPort`, every API listens there, in this
 * process.
 */
export function fetchFromApi(ownPort?: () => number): (request: Request) => Promise<Response> {
  return async (request) => {
    const { protocol, hostname, host, port, pathname, search } = new URL(request.url);
    const isLocal = protocol === 'http:' && /(^|\.)localhost$/.test(hostname);
    if (ownPort === undefined && !isLocal) return fetch(request);
    // `fetch` does not send another host than the one it connects to.
    const headers = { ...Object.fromEntries(request.headers), host };
    const { signal } = request;
    const outgoing = http.get({
      host: '127.0.0.1',
      port: ownPort?.() ?? port,
      path: pathname + search,
      headers,
      signal,
    });
    // An error after the response is reported by its body.
    outgoing.on('error', () => undefined);
    const [incoming] = (await once(outgoing, 'response', { signal })) as [IncomingMessage];
    const { statusCode: status = 500 } = incoming;
    const body = WITHOUT_BODY.has(status) ? null : (Readable.toWeb(incoming) as unknown as BodyInit);
    return new Response(body, { status });
  };
}
