/** The tables of sign-ins, roles, former and looked-up names, and erasures; see `schema.ts`. */
import { boolean, date, index, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId, instant, players, regionSchema } from '#api/db/schema.ts';

/** Used OpenID response nonces; none is accepted twice. */
export const openidNonces = regionSchema.table(
  'openid_nonces',
  {
    nonce: text('nonce').primaryKey(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [index('openid_nonces_seen').on(table.seenAt)],
);

/** Every change of a role, also by commands; `accountId` is null once the person was erased. */
export const roleChanges = regionSchema.table(
  'role_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: accountId('account_id').references(() => players.id),
    role: text('role').notNull(),
    /** Granted, else revoked. */
    granted: boolean('granted').notNull(),
    /** The command and the system account that ran it. */
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('role_changes_changed').on(table.changedAt),
    index('role_changes_account').on(table.accountId),
  ],
);

/** Names that players had before the publisher reported a new one. A trigger on `players` adds them. */
export const formerNames = regionSchema.table(
  'former_names',
  {
    playerId: accountId('player_id')
      .notNull()
      .references(() => players.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** When the name was last replaced. */
    replacedAt: instant('replaced_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.playerId, table.name] })],
);

/** Names that were looked up at the publisher, of accounts that are not stored otherwise. Only the call by names reads them. */
export const namedAccounts = regionSchema.table(
  'named_accounts',
  {
    /** In lower case. */
    name: text('name').primaryKey(),
    id: accountId('id').notNull(),
    /** When it was looked up, in UTC. */
    day: date('day', { mode: 'date' }).notNull(),
  },
  (table) => [index('named_accounts_day').on(table.day)],
);

/**
 * Keyed fingerprints of the ids and names of persons who were erased: what still arrives about them is masked or ignored. A
 * sign-in removes those of its account.
 */
export const personErasures = regionSchema.table(
  'person_erasures',
  {
    fingerprint: text('fingerprint').primaryKey(),
    /** The same for all fingerprints of one erasure. */
    erasureId: uuid('erasure_id').notNull(),
    erasedAt: instant('erased_at').notNull().defaultNow(),
  },
  (table) => [index('person_erasures_erasure').on(table.erasureId)],
);
