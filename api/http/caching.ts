/**
 * Which answers shared caches such as a CDN may keep: those to visitors, where every visitor gets the same (rule 24.21).
 * `sharedSeconds` in the description of a call decides how long.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiConfig } from '#api/config/load-config.ts';
import { REGION_IDS, regionOfHost, regions } from '#lib/regions.ts';
import type { Call } from '#lib/schemas/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The described call of the route, if it has one. */
    call?: Call;
  }
  interface FastifyReply {
    /** Whether the address has the version of the answer, so that browsers may keep it. */
    isVersioned: boolean;
  }
}

type Config = Pick<ApiConfig, 'regions' | 'siteOrigins'>;

/** Statuses of successful answers. A cache that checks whether its copy is current gets 304. */
const SHAREABLE: readonly number[] = [200, 204, 304];

/** The headers by which the responses of one address differ. In lower case, as @fastify/compress compares it. */
const VARY = 'origin, accept-encoding, cookie, authorization';

/** Matches the sign-in cookie of any region, because hosts of several regions may share a domain. */
const SIGN_IN_COOKIE = new RegExp(`(^|;)\\s*(${REGION_IDS.map((id) => regions[id].cookieName).join('|')})=`);

/** Not for shared caches, because a moderator or an opt-out may hide the content (rule 24.23). */
const VERSIONED = 'max-age=31536000, immutable';

const sharedSecondsOf = ({ routeOptions }: FastifyRequest): number | undefined =>
  routeOptions.config?.call?.sharedSeconds;

/** Whether the request may come from a user: it carries a token, whether valid or not. */
const hasCredentials = ({ headers, query }: FastifyRequest): boolean =>
  headers.authorization !== undefined ||
  SIGN_IN_COOKIE.test(headers.cookie ?? '') ||
  Object.keys(query ?? {}).includes('access_token');

/**
 * The origin that an answer allows to read it: the request's, if it is one of the region's sites; null for others. An answer
 * to a request without one may be kept, and reused by a cache that ignores `Vary`: it allows the region's site.
 */
export function allowedOrigin(
  { regions: served, siteOrigins }: Config,
  request: FastifyRequest,
): string | null {
  const sites = siteOrigins[regionOfHost(request.headers.host, served)];
  const { origin } = request.headers;
  if (origin !== undefined) return sites.includes(origin) ? origin : null;
  return (sharedSecondsOf(request) !== undefined && sites[0]) || null;
}

function isShareable(config: Config, request: FastifyRequest, reply: FastifyReply): boolean {
  return (
    SHAREABLE.includes(reply.statusCode) &&
    !reply.hasHeader('set-cookie') &&
    !hasCredentials(request) &&
    allowedOrigin(config, request) !== null
  );
}

function cacheControlOf(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const { sharedSeconds, privateSeconds } = request.routeOptions.config?.call ?? {};
  if (sharedSeconds !== undefined && isShareable(config, request, reply))
    return `public, ${reply.isVersioned ? VERSIONED : 'max-age=0'}, s-maxage=${sharedSeconds}`;
  if (privateSeconds !== undefined && SHAREABLE.includes(reply.statusCode))
    return `private, max-age=${privateSeconds}`;
  return 'private, no-cache';
}

/** Adds `Cache-Control` to every answer that lacks it. Unless a call says otherwise, browsers always revalidate. */
export function installCaching(app: FastifyInstance, config: Config): void {
  app.decorateReply('isVersioned', false);
  app.addHook('onSend', async (request, reply, payload) => {
    const { sharedSeconds, privateSeconds } = request.routeOptions.config?.call ?? {};
    if (sharedSeconds !== undefined || privateSeconds !== undefined) reply.header('vary', VARY);
    if (!reply.hasHeader('cache-control'))
      reply.header('cache-control', cacheControlOf(config, request, reply));
    return payload;
  });
}
