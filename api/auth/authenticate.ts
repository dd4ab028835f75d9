/** Who sent a request: by the hubs' `access_token`, the region's cookie, or a bearer token, in this order. */
import type { IncomingMessage } from 'node:http';
import { findSeed } from '#api/auth/queries.ts';
import type { Tokens } from '#api/auth/tokens.ts';
import type { ApiConfig } from '#api/config.ts';
import type { Database } from '#api/db/database.ts';
import { type RegionId, regionOfHost, regions } from '#lib/regions.ts';
import type { SessionUser } from '#lib/schemas/session.ts';

/** Finds the user behind a request; null when there is no token, or one that is not valid. */
export interface Authenticator {
  authenticate(request: IncomingMessage): Promise<SessionUser | null>;
}

interface Dependencies {
  config: Pick<ApiConfig, 'siteOrigins'>;
  database: Database;
  tokens: Tokens;
  now: () => number;
}

const HUB_PATH = /^\/api\/hubs\//i;

/** Value of a cookie, percent-decoded; null when absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() !== name) continue;
    try {
      return decodeURIComponent(value.join('=').trim()) || null;
    } catch {
      return null;
    }
  }
  return null;
}

function hubToken(request: IncomingMessage): string | null {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return HUB_PATH.test(path) ? new URLSearchParams(query).get('access_token') : null;
}

function bearerToken(request: IncomingMessage): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** True for an origin that may send the region's cookie along. */
export function isAllowedOrigin(
  config: Pick<ApiConfig, 'siteOrigins'>,
  region: RegionId,
  origin: string,
): boolean {
  return config.siteOrigins[region].includes(origin);
}

/** A page of another origin may not act with the visitor's cookie: browsers always name the origin of a write. */
function mayUseCookie(request: IncomingMessage, region: RegionId, config: Dependencies['config']): boolean {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return true;
  return (
    isAllowedOrigin(config, region, origin) || origin === `http://${host}` || origin === `https://${host}`
  );
}

/** The first token that the request carries. */
function tokenOf(request: IncomingMessage, region: RegionId, config: Dependencies['config']): string | null {
  const cookie = () =>
    mayUseCookie(request, region, config)
      ? readCookie(request.headers.cookie, regions[region].cookieName)
      : null;
  return hubToken(request) ?? cookie() ?? bearerToken(request);
}

/** Creates the one authenticator of the API, for calls and hubs alike. */
export function createAuthenticator({ config, database, tokens, now }: Dependencies): Authenticator {
  return {
    async authenticate(request) {
      const region = regionOfHost(request.headers.host);
      const token = tokenOf(request, region, config);
      if (token === null) return null;
      const verified = await tokens.verify(region, token, now());
      if (verified === null) return null;
      const seed = await database.read(region, (db) => findSeed(db, verified.user.id));
      return seed === verified.seed ? verified.user : null;
    },
  };
}
