/**
 * The user who sent a request: by the hubs' `access_token`, the region's cookie, or a bearer token, in this order. Tokens are
 * JWTs that are valid in one region until they expire or the user's seed changes.
 */
import type { IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { sql } from 'drizzle-orm';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { Database, Db } from '#api/db/database.ts';
import { users } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { knownRoles } from '#api/model/auth/queries.ts';
import type { Tokens } from '#api/model/auth/tokens.ts';
import { type RegionId, regionOfHost, regions } from '#lib/regions.ts';
import type { Role, SessionUser } from '#lib/schemas/session.ts';

/** A signed-in user, with the seed that the sign-in is valid for. */
export interface Session extends SessionUser {
  seed: string;
}

/** Finds the user who sent a request, with the roles that the account has now; null without a valid token. */
export interface Authenticator {
  authenticate(request: IncomingMessage): Promise<Session | null>;
}

interface Dependencies {
  config: Pick<ApiConfig, 'regions' | 'siteOrigins'>;
  database: Database;
  tokens: Tokens;
  now: () => number;
}

const HUB_PATH = /^\/api\/hubs\//i;

/** Value of a cookie; null when it is missing or empty. Upgrades to hubs are raw requests, without Fastify's cookies. */
function readCookie(header: string | undefined, name: string): string | null {
  return (header && fastifyCookie.parse(header)[name]) || null;
}

function hubToken(request: IncomingMessage): string | null {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return HUB_PATH.test(path) ? new URLSearchParams(query).get('access_token') : null;
}

function bearerToken(request: IncomingMessage): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Pages of other origins must not write with the visitor's cookie. Browsers send the origin with every write. */
function mayUseCookie(request: IncomingMessage, region: RegionId, config: Dependencies['config']): boolean {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return true;
  return [`http://${host}`, `https://${host}`, ...config.siteOrigins[region]].includes(origin);
}

/** The first token that the request carries. */
function tokenOf(request: IncomingMessage, region: RegionId, config: Dependencies['config']): string | null {
  const cookie = () =>
    mayUseCookie(request, region, config)
      ? readCookie(request.headers.cookie, regions[region].cookieName)
      : null;
  return hubToken(request) ?? cookie() ?? bearerToken(request);
}

const ACCESS = buildStatement(sql`select seed, roles from ${users} where id = ${sql.placeholder('id')}`);

/** The stored seed and roles of a user; null when there is no such user. */
async function findAccess(db: Db, id: number): Promise<{ seed: string; roles: Role[] } | null> {
  const [row] = await runStatement<{ seed: string; roles: string[] }>(db, ACCESS, { id });
  return row === undefined ? null : { seed: row.seed, roles: knownRoles(row.roles) };
}

/** Creates the authenticator, which calls and hubs share. Needs the app to register @fastify/cookie. */
export function createAuthenticator({ config, database, tokens, now }: Dependencies): Authenticator {
  return {
    async authenticate(request) {
      const region = regionOfHost(request.headers.host, config.regions);
      const token = tokenOf(request, region, config);
      if (token === null) return null;
      const verified = await tokens.verify(region, token, now());
      if (verified === null) return null;
      const access = await database.read(region, (db) => findAccess(db, verified.user.id));
      // The token states the roles as they were when it was issued; the stored ones count (rule 20.4).
      return access?.seed === verified.seed ? { ...verified.user, ...access } : null;
    },
  };
}
