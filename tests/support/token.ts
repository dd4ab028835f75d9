/** Tokens as the API signs them, without a valid signature: enough for the site, which only reads the claims. */
import { CLAIMS, type Role } from '#lib/schemas/session.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of the user, valid for a day from now unless `exp` (seconds since 1970) says otherwise. */
export function makeToken({
  id = 500_000_001,
  username = 'Aurora_Captain',
  roles = [],
  exp = Math.floor(Date.now() / 1000) + 86_400,
}: {
  id?: number;
  username?: string;
  roles?: readonly (Role | string)[];
  exp?: number;
} = {}): string {
  const role = roles.length === 0 ? {} : { [CLAIMS.role]: roles.length === 1 ? roles[0] : roles };
  const claims = { [CLAIMS.id]: String(id), [CLAIMS.name]: username, ...role, exp };
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}
