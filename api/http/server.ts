/** The HTTP server: its limits, the bodies it reads, its answers to broken requests, and how it closes. */

import { type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { isEnding, limitBodies, responseWithLimits } from '#api/http/bodies.ts';
import { answerTo } from '#api/http/error-handler.ts';
import { REQUEST_ID, requestIdOf, SECURITY_HEADERS, securityHeaders } from '#api/http/headers.ts';
import { loggerOptions } from '#api/http/logger.ts';
import { isApiPath } from '#lib/domain/api-paths.ts';

/** Largest JSON body, in bytes. */
const BODY_LIMIT = 256 * 1024;
/** Time to receive a request that is no upload, in milliseconds (rule 17.10). */
const REQUEST_TIMEOUT_MS = 60_000;
/** Time to receive its headers. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Interval between checks for slow headers, in milliseconds. */
const CHECK_INTERVAL_MS = 10_000;
/** Longest path parameter. Longer ones get a plain 404 in place of the schema's message. */
const PARAM_MAX_LENGTH = 2_000;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to a request that is malformed or too slow, which the framework never sees, and closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (isEnding(socket)) return void socket.destroy();
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  const title = STATUS_CODES[status];
  const body = JSON.stringify({ type: 'about:blank', title, status });
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) socket.write([`HTTP/1.1 ${status} ${title}`, ...lines, '', body].join('\r\n'));
  socket.destroy(error);
}

/** Options of the server. */
export interface ServerOptions {
  config: Pick<ApiConfig, 'logLevel' | 'trustedProxies' | 'regions' | 'siteOrigins' | 'apiOrigins'>;
  /** Time to receive a whole request, in milliseconds. */
  requestTimeoutMs?: number;
}

/** Creates the server without any route. */
export function createServer({
  config,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: loggerOptions(config.logLevel),
    genReqId: (request) => requestIdOf(request, config.trustedProxies),
    // `installAccessLog` writes one line per request.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: config.trustedProxies,
    bodyLimit: BODY_LIMIT,
    // Node would cut bodies off without an answer that browsers can read: see `limitBodies`.
    requestTimeout: 0,
    http: {
      ServerResponse: responseWithLimits(requestTimeoutMs),
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 2, CHECK_INTERVAL_MS),
      headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
    },
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: PARAM_MAX_LENGTH },
    frameworkErrors: (error, request, reply) =>
      answerTo(error, request).send(
        reply.headers({ ...securityHeaders(config, request), [REQUEST_ID]: request.id }),
      ),
    clientErrorHandler: answerClientError,
    // Requests on open connections are served until the end: see `endConnectionsOnClose`.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  limitBodies(app.server, requestTimeoutMs);
  return app;
}

/** Also the literal `application/*+json`, which the documents of running regions name. */
const JSON_TYPES = /^(text\/json|application\/[^;\s]*\+json)\s*(;|$)/i;

/** Adds parsers for forms, and for JSON under all its names: empty where the call takes no body. */
export function installBodyTypes(app: FastifyInstance): void {
  const asText = { parseAs: 'string' } as const;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asText,
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
  const parse = app.getDefaultJsonParser('error', 'error');
  for (const type of ['application/json', JSON_TYPES])
    app.addContentTypeParser<string>(type, asText, (request, body, done) => {
      const { call } = request.routeOptions.config;
      const isRead = call === undefined || call.body !== undefined || call.multipart !== undefined;
      if (body === '' && !isRead) done(null);
      else parse(request, body, done);
    });
}

/** Set by the process: an API that drains is no longer ready, but still responds; one that hangs up closes connections. */
export interface Lifecycle {
  draining: boolean;
  hangingUp: boolean;
}

/**
 * Once the API no longer listens, answers close their connections: kept alive, they would delay the end until the client
 * disconnects (rule 17.11), and a proxy would send requests that then get no answer. Not earlier: a proxy would open a
 * connection for each request, and one that waits when the port is closed is lost, unless the socket was passed.
 * Requests on open connections are served.
 */
export function endConnectionsOnClose(app: FastifyInstance, lifecycle: Lifecycle): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing || lifecycle.hangingUp) reply.header('connection', 'close');
    return payload;
  });
}

/** Serves the site on the API's port: requests for other addresses than the API's go to `site` (Rule 27.2). */
export function mountSite(app: FastifyInstance, site: RequestListener, lifecycle: Lifecycle): void {
  const [api] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', api).on('request', (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    if (isApiPath(path)) return api(request, response);
    if (lifecycle.hangingUp) response.setHeader('Connection', 'close');
    site(request, response);
  });
}
