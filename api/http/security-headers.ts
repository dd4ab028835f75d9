/** Security headers of every answer. Pages replace the policy with their own. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { regionOfHost } from '#lib/regions.ts';

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

/** Adds the headers; must be called before anything that may respond. */
export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config, request));
  });
}
