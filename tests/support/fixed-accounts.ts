/** The fixed accounts, for databases without the seeded world. */

import { millisecondsInDay } from 'date-fns/constants';
import type { Db } from '#api/db/database.ts';
import { platformBans } from '#api/db/moderation-schema.ts';
import { players, users } from '#api/db/schema.ts';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';

const MOD_ID = 500000003;

/** Adds the fixed accounts that a region lacks; `now` in milliseconds since 1970. Needs a transaction. */
export async function ensureFixedAccounts(db: Db, now: number): Promise<void> {
  const at = new Date(now);
  const created = await db
    .insert(players)
    .values(
      FIXED_ACCOUNTS.map(({ id, username, wgHidden = false, optedOut = false }) => ({
        id,
        username,
        wgHidden,
        optedOut,
        gameKarma: 0,
        refreshedAt: at,
        optOutChanged: optedOut ? new Date(now - 30 * millisecondsInDay) : null,
        wgAccountCreatedAt: new Date(now - 2000 * millisecondsInDay),
        lastBattleTime: new Date(now - millisecondsInDay),
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: players.id });
  await db
    .insert(users)
    .values(FIXED_ACCOUNTS.map(({ id, roles }) => ({ id, roles: [...roles] })))
    .onConflictDoNothing();
  const banned = FIXED_ACCOUNTS.filter(
    (account) => account.banned && created.some((row) => row.id === account.id),
  );
  if (banned.length === 0) return;
  await db.insert(platformBans).values(
    banned.map(({ id }) => ({
      userId: id,
      modId: MOD_ID,
      reason: 'Repeated insults in posts.',
      createdAt: at,
    })),
  );
}
