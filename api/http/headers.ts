/** Headers of every request and answer: the id of the request, security, read-only mode, and the demo's host. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustedProxies } from '#api/base/trusted-proxies.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { ReadOnlyMode } from '#api/db/read-only.ts';
import { problem } from '#api/http/errors.ts';
import { READ_ONLY_HEADER } from '#lib/domain/read-only.ts';
import { regionOfHost } from '#lib/regions.ts';
import { hasUsableHost, isLoopbackHost } from '#lib/settings/deployment.ts';

/** Header of requests and answers. */
export const REQUEST_ID = 'x-request-id';

/** Short, and nothing that could end a line of the log or start another field. */
const SAFE = /^[\w.:-]{1,64}$/;

/** The id that a trusted proxy has given to the request, or a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string {
  const given = headers[REQUEST_ID];
  const isFromProxy = trusted(socket.remoteAddress ?? '', 0);
  return isFromProxy && typeof given === 'string' && SAFE.test(given) ? given : randomUUID();
}

/** Content security policy of data: a browser that shows it loads and runs nothing, and no page may frame it. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer. `same-site`, because pages on another host of the domain show the replays' videos. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** One year, without subdomains. */
const STRICT_TRANSPORT = 'max-age=31536000';

type Config = Pick<ApiConfig, 'regions' | 'apiOrigins'>;

/** The headers of an answer, with Strict-Transport-Security only where the API is reached over HTTPS. */
export function securityHeaders(
  { regions, apiOrigins }: Config,
  request: FastifyRequest,
): Record<string, string> {
  const origin = apiOrigins?.[regionOfHost(request.headers.host, regions)] ?? `${request.protocol}:`;
  return origin.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': STRICT_TRANSPORT }
    : { ...SECURITY_HEADERS };
}

/** The status that refuses a request for its Host header: 421 for another machine than the demo's; null if it is right. */
export function hostRefusal(
  { mode }: Pick<ApiConfig, 'mode'>,
  { rawHeaders, headers }: IncomingMessage,
): keyof typeof HOST_SENTENCES | null {
  if (!hasUsableHost(rawHeaders)) return 400;
  return mode === 'demo' && !isLoopbackHost(headers.host ?? '') ? 421 : null;
}

const HOST_SENTENCES = {
  400: 'The request must have one Host header, with a port below 65536.',
  421: 'This is a demo with invented data. It answers only on its own machine, at localhost.',
};

/**
 * Adds the id of its request, the headers, and that of read-only mode to every answer, and refuses requests for other hosts.
 * Must be called before anything that may respond.
 */
export function installHeaders(
  app: FastifyInstance,
  config: Config & Pick<ApiConfig, 'mode'>,
  readOnly: ReadOnlyMode,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID]: request.id, ...securityHeaders(config, request) });
    if (readOnly.isOn) reply.header(READ_ONLY_HEADER, 'true');
    const refused = hostRefusal(config, request.raw);
    if (refused !== null) throw problem(refused, { detail: HOST_SENTENCES[refused] });
  });
}
