/** Sign-in tokens: JWTs that are valid in one region until they expire or the user's seed changes. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { DAY_MS } from '#lib/domain/time.ts';
import { type RegionId, regions } from '#lib/regions.ts';
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
const SECRET_FILE = 'jwt-secret';

/** The user of a token. `seed` is the stored one. */
export interface TokenSubject {
  id: number;
  username: string;
  roles: readonly Role[];
  seed: string;
}

/** Signs and verifies tokens with one secret. */
export interface Tokens {
  /** A token of the region, valid for 8 days from `now` (milliseconds since 1970). */
  sign(region: RegionId, subject: TokenSubject, now: number): Promise<string>;
  /**
   * User and seed of a token; null when it is forged, expired, malformed or of another region. The seed must still be
   * compared with the stored one.
   */
  verify(region: RegionId, token: string, now: number): Promise<{ user: SessionUser; seed: string } | null>;
}

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

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);

/**
 * Creates the signer; secrets have at least 32 characters. Tokens of the `previous` secret are accepted, so that the secret
 * can be changed without signing anyone out.
 */
export function createTokens(secret: string, previous: string | null = null): Tokens {
  const key = keyOf(secret);
  const accepted = previous === null ? [key] : [key, keyOf(previous)];
  return {
    sign(region, subject, now) {
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
        .setExpirationTime(Math.floor((now + TOKEN_LIFETIME_DAYS * DAY_MS) / 1000))
        .sign(key);
    },
    async verify(region, token, now) {
      if (!isCanonical(token)) return null;
      const payload = await payloadOf(token, accepted, now);
      if (payload?.[CLAIMS.region] !== regions[region].label) return null;
      const user = SessionUserSchema.safeParse(payload);
      const seed = GuidSchema.safeParse(payload[CLAIMS.seed]);
      return user.success && seed.success ? { user: user.data, seed: seed.data } : null;
    },
  };
}

/** The configured secret, or a random one that is created once and kept in the data folder, readable by its owner only. */
export function loadSecret(config: Pick<ApiConfig, 'jwtSecret' | 'dataDir'>): string {
  if (config.jwtSecret !== null) return config.jwtSecret;
  const file = path.join(config.dataDir, SECRET_FILE);
  makeDataFolderPrivate(config.dataDir);
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copied file may be readable by others.
    chmodSync(file, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}
