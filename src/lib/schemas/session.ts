/** The claims of the sign-in token and the user they describe. */
import { playerName } from '#lib/schemas/player.ts';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { z } from '#lib/schemas/zod.ts';

/** Days that a token is valid. */
export const TOKEN_LIFETIME_DAYS = 8;
/** Days that the sign-in cookie is kept. */
export const COOKIE_LIFETIME_DAYS = 7;

/** Roles of the product. */
export const ROLES = ['admin', 'mod', 'wg'] as const;
export type Role = (typeof ROLES)[number];

/** Claim names on the wire. */
export const CLAIMS = {
  id: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier',
  name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
  role: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
  region: 'wargaming.net/identity/claims/region',
  regionName: 'wargaming.net/identity/claims/regionname',
  seed: 'seed',
} as const;

/** The user that a token's claims describe, under any of the claim names in use. */
export const SessionUserSchema = z.pipe(
  z.transform((claims: unknown) => {
    const all = (typeof claims === 'object' && claims !== null ? claims : {}) as Record<string, unknown>;
    const first = (...names: string[]) => names.map((name) => all[name]).find((value) => value !== undefined);
    const roles = first(CLAIMS.role, 'role', 'roles') ?? [];
    const known = (Array.isArray(roles) ? roles : [roles]).filter((role) => ROLES.includes(role as Role));
    const id = Number(first(CLAIMS.id, 'nameid', 'sub'));
    const name = first(CLAIMS.name, 'unique_name', 'name');
    return {
      id,
      username: typeof name === 'string' && name !== '' && !isVisible(name) ? playerName(id) : name,
      roles: known,
      expiration: typeof all.exp === 'number' ? all.exp * 1000 : all.exp,
    };
  }),
  z.object({
    id: z.int().check(z.gte(1)),
    username: z.string().check(z.minLength(1)),
    roles: z.array(z.literal(ROLES)),
    /** Milliseconds since 1970. */
    expiration: z.number(),
  }),
);
export type SessionUser = z.output<typeof SessionUserSchema>;
