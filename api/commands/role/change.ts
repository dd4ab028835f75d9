/** Roles of accounts: granting, revoking and listing them. Every change is recorded. */
import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { roleChanges } from '#api/db/person-schema.ts';
import { players, users } from '#api/db/schema.ts';
import { playerName } from '#lib/schemas/player.ts';
import type { Role } from '#lib/schemas/session.ts';

/** A role, whose it becomes or was, and who changes it. */
export interface RoleChange {
  accountId: number;
  role: Role;
  /** The command and the system account that runs it. */
  changedBy: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Whether the region has the player, who may never have signed in. */
export const isKnown = async (db: Db, id: number): Promise<boolean> =>
  (await db.$count(players, eq(players.id, id))) > 0;

/**
 * Creates the account's rows if it never signed in. Its name is a placeholder until it is looked up or signs in. Locks the
 * user and returns the roles. Needs a transaction.
 */
async function ensureUser(db: Db, id: number, now: number): Promise<readonly string[]> {
  const at = new Date(now);
  await db
    .insert(players)
    .values({ id, username: playerName(id), createdAt: at, updatedAt: at })
    .onConflictDoNothing();
  await db.insert(users).values({ id, createdAt: at }).onConflictDoNothing();
  const [user] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, id)).for('update');
  return user?.roles ?? [];
}

/** Stores the user's roles, and the record of the change. */
async function store(
  db: Db,
  { accountId, role, changedBy, now }: RoleChange,
  granted: boolean,
  user: { roles: string[]; seed?: string },
): Promise<void> {
  await db.update(users).set(user).where(eq(users.id, accountId));
  await db.insert(roleChanges).values({ accountId, role, granted, changedBy, changedAt: new Date(now) });
}

/** Grants the role; false when the account has it already. It counts from the account's next request. Needs a transaction. */
export async function grantRole(db: Db, change: RoleChange): Promise<boolean> {
  const { accountId, role, now } = change;
  const roles = await ensureUser(db, accountId, now);
  if (roles.includes(role)) return false;
  await store(db, change, true, { roles: [...roles, role] });
  return true;
}

/**
 * Revokes the role, and ends the account's sign-ins by a new seed, because their tokens state the role; false when the
 * account does not have it. Needs a transaction.
 */
export async function revokeRole(db: Db, change: RoleChange): Promise<boolean> {
  const { accountId, role } = change;
  const [user] = await db.select().from(users).where(eq(users.id, accountId)).for('update');
  if (!user?.roles.includes(role)) return false;
  const roles = user.roles.filter((one) => one !== role);
  await store(db, change, false, { roles, seed: randomUUID() });
  return true;
}

/** All accounts with at least one role, by id. */
export function listRoles(db: Db) {
  return db
    .select({
      id: users.id,
      username: players.username,
      roles: users.roles,
      /** Null for an account that has not signed in yet. */
      lastLoginAt: users.lastLoginAt,
    })
    .from(users)
    .innerJoin(players, eq(players.id, users.id))
    .where(sql`cardinality(${users.roles}) > 0`)
    .orderBy(asc(users.id));
}
export type RoleHolder = Awaited<ReturnType<typeof listRoles>>[number];
