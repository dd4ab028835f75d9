/** Reads and writes of sign-in: users with their seed and roles, and used nonces. */
import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { openidNonces } from '#api/db/person-schema.ts';
import { players, users } from '#api/db/schema.ts';
import { forgetErasure } from '#api/model/players/erasures.ts';
import { ROLES, type Role } from '#lib/schemas/session.ts';

/** The user of a token. `seed` is the stored one. */
export interface TokenSubject {
  id: number;
  username: string;
  roles: readonly Role[];
  seed: string;
}

/** A response is accepted for this long after the publisher made it, in milliseconds. */
export const RESPONSE_MAX_AGE_MS = 5 * 60_000;

/** The roles among stored words that the API knows. */
export const knownRoles = (roles: readonly string[]): Role[] => ROLES.filter((role) => roles.includes(role));

/** The stored seeds of several users. Users who do not exist are missing. */
export async function findSeeds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: users.id, seed: users.seed })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, seed }) => [id, seed]));
}

/** The claims of a new token; null when there is no such user. */
export async function findSubject(db: Db, id: number): Promise<TokenSubject | null> {
  const [row] = await db
    .select({ id: users.id, username: players.username, roles: users.roles, seed: users.seed })
    .from(users)
    .innerJoin(players, eq(players.id, users.id))
    .where(eq(users.id, id));
  return row === undefined ? null : { ...row, roles: knownRoles(row.roles) };
}

/**
 * Records a sign-in: creates the player and the user if needed, updates a changed name. An erased account starts again
 * (rule 20.9). Needs a transaction.
 */
export async function recordSignIn(
  db: Db,
  account: { id: number; username: string },
  now: number,
): Promise<TokenSubject> {
  const at = new Date(now);
  await forgetErasure(db, account.id);
  await db
    .insert(players)
    .values({ id: account.id, username: account.username, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({
      target: players.id,
      set: { username: account.username, updatedAt: at },
      setWhere: sql`${players.username} <> ${account.username}`,
    });
  const [row] = await db
    .insert(users)
    .values({ id: account.id, lastLoginAt: at, createdAt: at })
    .onConflictDoUpdate({ target: users.id, set: { lastLoginAt: at } })
    .returning({ seed: users.seed, roles: users.roles });
  if (row === undefined) throw new Error('The sign-in created no user.');
  return { ...account, roles: knownRoles(row.roles), seed: row.seed };
}

/** Gives a user a new seed, which makes all earlier tokens invalid. */
export async function renewSeed(db: Db, id: number): Promise<void> {
  await db.update(users).set({ seed: randomUUID() }).where(eq(users.id, id));
}

/** Whether a response nonce has been used. */
export async function isNonceUsed(db: Db, nonce: string): Promise<boolean> {
  const rows = await db.select().from(openidNonces).where(eq(openidNonces.nonce, nonce));
  return rows.length > 0;
}

/** Stores a response nonce; false when it was used before. Deletes those older than `forgetBefore`. */
export async function useNonce(db: Db, nonce: string, now: number, forgetBefore: number): Promise<boolean> {
  await db.delete(openidNonces).where(sql`${openidNonces.seenAt} < ${new Date(forgetBefore).toISOString()}`);
  const inserted = await db
    .insert(openidNonces)
    .values({ nonce, seenAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ nonce: openidNonces.nonce });
  return inserted.length === 1;
}
