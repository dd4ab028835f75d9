/**
 * Keyed fingerprints of erased persons. They recognise an id or a name that arrives later, and do not contain it. The key is
 * random, different in each region, and kept in the database.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { personErasures } from '#api/db/person-schema.ts';
import { meta, players } from '#api/db/schema.ts';
import { anyOfPlaceholder, arrayText } from '#api/db/sql.ts';
import { buildStatement, runStatement, SCHEMA_NAME } from '#api/db/statements.ts';

/** Row of `meta` with the key. */
const KEY = 'erasure-key';

/** Account ids and names of one or more persons. */
export interface Identities {
  ids: ReadonlySet<number>;
  names: ReadonlySet<string>;
}

/** Shorter names are parts of ordinary texts; the publisher has none. In characters. */
const NAME_MIN_LENGTH = 3;

const STORED_KEY = buildStatement(sql`select value from ${meta} where key = ${KEY}`);
const FOUND = buildStatement(
  sql`select fingerprint from ${personErasures} where fingerprint = ${anyOfPlaceholder('fingerprints', 'text')}`,
);

async function readKey(db: Db): Promise<string | null> {
  const [row] = await runStatement<{ value: string }>(db, STORED_KEY, {});
  return row?.value ?? null;
}

const fingerprint = (key: string, kind: 'id' | 'name', value: number | string): string =>
  createHmac('sha256', key).update(`${kind}:${value}`).digest('base64url');

/** Of a name in lower case, and as it is written, which is all that old erasures have. */
const fingerprintsOf = (key: string, name: string): string[] => [
  ...new Set([name, name.toLowerCase()].map((form) => fingerprint(key, 'name', form))),
];

/**
 * Locks out erasures while replays or the publisher's answers are stored (shared), or everything that stores them during an
 * erasure (exclusive). Must come before the locks of rows, because an erasure locks rows after it.
 */
export async function lockErasures(db: Db, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await db.execute(sql`select ${lock}(hashtextextended('erasures:' || ${SCHEMA_NAME}, 0))`);
}

/** Which of the ids and names, in any letter case, belong to erased persons. */
export async function findErased(db: Db, { ids, names }: Identities): Promise<Identities> {
  const key = await readKey(db);
  if (key === null || ids.size + names.size === 0) return { ids: new Set(), names: new Set() };
  const byId = new Map([...ids].map((id) => [fingerprint(key, 'id', id), id]));
  const byName = new Map([...names].map((name) => [name, fingerprintsOf(key, name)]));
  const fingerprints = arrayText([...byId.keys(), ...[...byName.values()].flat()]);
  const rows = await runStatement<{ fingerprint: string }>(db, FOUND, { fingerprints });
  const found = new Set(rows.map((row) => row.fingerprint));
  return {
    ids: new Set([...found].flatMap((one) => byId.get(one) ?? [])),
    names: new Set([...names].filter((name) => byName.get(name)?.some((one) => found.has(one)))),
  };
}

/** Whether the account was erased and has not signed in since. */
export async function isErased(db: Db, id: number): Promise<boolean> {
  const { ids } = await findErased(db, { ids: new Set([id]), names: new Set() });
  return ids.size > 0;
}

/** The players who were not erased: the publisher still lists erased players. */
export async function withoutErased<T extends { id: number }>(db: Db, players: readonly T[]): Promise<T[]> {
  const { ids } = await findErased(db, { ids: new Set(players.map(({ id }) => id)), names: new Set() });
  return players.filter(({ id }) => !ids.has(id));
}

/** Stores the fingerprints of one person; `now` in milliseconds since 1970. */
export async function keepErasure(db: Db, { ids, names }: Identities, now: number): Promise<void> {
  await db
    .insert(meta)
    .values({ key: KEY, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const key = (await readKey(db)) ?? '';
  const values = new Set([
    ...[...ids].map((id) => fingerprint(key, 'id', id)),
    ...[...names].flatMap((name) => fingerprintsOf(key, name)),
  ]);
  const common = { erasureId: randomUUID(), erasedAt: new Date(now) };
  await db
    .insert(personErasures)
    .values([...values].map((value) => ({ fingerprint: value, ...common })))
    .onConflictDoUpdate({ target: personErasures.fingerprint, set: common });
}

/** Removes the fingerprints of an account that signs in: it starts again (rule 20.9). */
export async function forgetErasure(db: Db, id: number): Promise<void> {
  const key = await readKey(db);
  if (key === null) return;
  const [own] = await db
    .select({ erasureId: personErasures.erasureId })
    .from(personErasures)
    .where(eq(personErasures.fingerprint, fingerprint(key, 'id', id)));
  if (own !== undefined) await db.delete(personErasures).where(eq(personErasures.erasureId, own.erasureId));
}

/** The names of at least three characters that no other account has, in any letter case. */
export async function ownNames(db: Db, { ids, names }: Identities): Promise<Set<string>> {
  const long = [...names].filter((name) => [...name].length >= NAME_MIN_LENGTH);
  if (long.length === 0) return new Set();
  const lower = sql<string>`lower(${players.username})`;
  const rows = await db
    .select({ name: lower })
    .from(players)
    .where(
      and(
        inArray(
          lower,
          long.map((name) => name.toLowerCase()),
        ),
        notInArray(players.id, [...ids]),
      ),
    );
  const taken = new Set(rows.map(({ name }) => name));
  return new Set(long.filter((name) => !taken.has(name.toLowerCase())));
}
