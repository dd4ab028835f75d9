/**
 * The user who sent a request: by the hubs' `access_token`, the region's cookie, or a bearer token, in this order. Tokens are
 * JWTs that are valid in one region until they expire or the user's seed changes.
 */
import type { IncomingMessage } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import { addMilliseconds } from 'date-fns/addMilliseconds';
import { millisecondsInDay } from 'date-fns/constants';
import { sql } from 'drizzle-orm';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ApiConfig } from '#api/config/load-config.ts';
import { type Database, DatabaseUnavailable, type Db } from '#api/db/database.ts';
import { users } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { knownRoles, type TokenSubject } from '#api/model/auth/queries.ts';
import { type RegionId, regionOfHost, regions } from '#lib/regions.ts';
import { GuidSchema } from '#lib/schemas/common.ts';
import {
  CLAIMS,
  type Role,
  type SessionUser,
  SessionUserSchema,
  TOKEN_LIFETIME_DAYS,
} from '#lib/schemas/session.ts';

const ISSUER = 'fleet-karma-api';
const AUDIENCE = 'fleet-karma';

/** Signs and verifies tokens with one secret. */
export type Tokens = ReturnType<typeof createTokens>;

/**
 * True when every part is canonical base64url. Decoders also accept padding, white space and other last characters, so one
 * token would have several spellings.
 */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** The claims of a token that one of the keys signed and that is valid now; null for any other. */
async function payloadOf(
  token: string,
  keys: readonly Uint8Array[],
  now: number,
): Promise<JWTPayload | null> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(now),
        requiredClaims: ['exp', CLAIMS.seed, CLAIMS.id],
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return null;
    }
  }
  return null;
}

/** User, seed and region (its label) of a valid token, and when it expires, in seconds since 1970; null for any other. */
async function verified(token: string, keys: readonly Uint8Array[], now: number) {
  const payload = isCanonical(token) ? await payloadOf(token, keys, now) : null;
  const user = SessionUserSchema.safeParse(payload);
  const seed = GuidSchema.safeParse(payload?.[CLAIMS.seed]);
  if (payload?.exp === undefined || !user.success || !seed.success) return null;
  return { user: user.data, seed: seed.data, region: payload[CLAIMS.region], expiresAt: payload.exp };
}

type Verified = NonNullable<Awaited<ReturnType<typeof verified>>>;

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/** Valid tokens that are remembered, because verifying one takes as long as the rest of a call. */
const REMEMBERED = 2_000;

/**
 * Creates the signer; secrets have at least 32 characters. Tokens of the `previous` secret are accepted, so that the secret
 * can be changed without signing anyone out.
 */
export function createTokens(secret: string, previous: string | null = null) {
  const key = keyOf(secret);
  const accepted = previous === null ? [key] : [key, keyOf(previous)];
  const remembered = new LRUCache<string, Verified>({ max: REMEMBERED });
  return {
    /** A token of the region, valid for 8 days from `now` (milliseconds since 1970). */
    sign(region: RegionId, subject: TokenSubject, now: number): Promise<string> {
      const { roles } = subject;
      const claims = {
        [CLAIMS.id]: String(subject.id),
        [CLAIMS.name]: subject.username,
        // One role is a string, several are an array. Without roles there is no claim.
        ...(roles.length > 0 && { [CLAIMS.role]: roles.length === 1 ? roles[0] : roles }),
        [CLAIMS.region]: regions[region].label,
        [CLAIMS.regionName]: regions[region].name,
        [CLAIMS.seed]: subject.seed,
      };
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(addMilliseconds(now, TOKEN_LIFETIME_DAYS * millisecondsInDay))
        .sign(key);
    },
    /**
     * User and seed of a token; null when it is forged, expired, malformed or of another region. The seed must still be
     * compared with the stored one.
     */
    async verify(region: RegionId, token: string, now: number): Promise<Verified | null> {
      const found = remembered.get(token) ?? (await verified(token, accepted, now));
      if (found === null) return null;
      remembered.set(token, found);
      const isExpired = found.expiresAt <= Math.floor(now / 1000);
      return isExpired || found.region !== regions[region].label ? null : found;
    },
  };
}

/** A signed-in user, with the seed that the sign-in is valid for. */
export interface Session extends SessionUser {
  seed: string;
}

/** Finds the user who sent a request, with the roles that the account has now; null without a valid token. */
export type Authenticator = ReturnType<typeof createAuthenticator>;

interface Dependencies {
  config: Pick<ApiConfig, 'regions' | 'siteOrigins'>;
  database: Database;
  tokens: Tokens;
  now: () => number;
}

const HUB_PATH = /^\/api\/hubs\//i;

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

/** The first token that the request carries. Upgrades to hubs are raw requests, without Fastify's cookies. */
function tokenOf(request: IncomingMessage, region: RegionId, config: Dependencies['config']): string | null {
  const cookie = () =>
    mayUseCookie(request, region, config) &&
    fastifyCookie.parse(request.headers.cookie ?? '')[regions[region].cookieName];
  return hubToken(request) ?? (cookie() || bearerToken(request));
}

const ACCESS = buildStatement(sql`select seed, roles from ${users} where id = ${sql.placeholder('id')}`);

/** The stored seed and roles of a user; null when there is no such user. */
async function findAccess(db: Db, id: number): Promise<{ seed: string; roles: Role[] } | null> {
  const [row] = await runStatement<{ seed: string; roles: string[] }>(db, ACCESS, { id });
  return row === undefined ? null : { seed: row.seed, roles: knownRoles(row.roles) };
}

/** Creates the authenticator, which calls and hubs share. Needs the app to register @fastify/cookie. */
export function createAuthenticator({ config, database, tokens, now }: Dependencies) {
  return {
    /** Throws a DatabaseUnavailable when the account cannot be looked up: no one is signed out by a failure (rule 22.18). */
    async authenticate(request: IncomingMessage): Promise<Session | null> {
      const region = regionOfHost(request.headers.host, config.regions);
      const token = tokenOf(request, region, config);
      if (token === null) return null;
      const verified = await tokens.verify(region, token, now());
      if (verified === null) return null;
      const access = await database
        .read(region, (db) => findAccess(db, verified.user.id))
        .catch((error: unknown) => {
          throw new DatabaseUnavailable(error);
        });
      // The token states the roles as they were when it was issued; the stored ones count (rule 20.4).
      return access?.seed === verified.seed ? { ...verified.user, ...access } : null;
    },
  };
}
