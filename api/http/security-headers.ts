/** Headers that protect every answer of the API. Pages replace the policy by their own, which lets in what they need. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiConfig } from '#api/config.ts';
import { regionOfHost } from '#lib/regions.ts';

/** The policy of answers that are data: a browser that shows one loads, runs and frames nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sent with everything. `same-site`: pages of the site, on another host of the domain, show replays' videos. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A year, for this host alone. */
const STRICT_TRANSPORT = 'max-age=31536000';

type Config = Pick<ApiConfig, 'apiOrigins'>;

/** The headers of an answer; browsers are held to HTTPS only where the API is reached over it. */
export function securityHeaders(config: Config, request: FastifyRequest): Record<string, string> {
  const origin = config.apiOrigins?.[regionOfHost(request.headers.host)] ?? `${request.protocol}:`;
  return origin.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': STRICT_TRANSPORT }
    : { ...SECURITY_HEADERS };
}

/** Installs the headers; to be called before anything that may answer. */
export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config, request));
  });
}
