/** Finds what is stored about a person: names, posts, and battles in which the person took part. */
import { eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { columnsOf } from '#api/commands/person/coverage.ts';
import type { Db } from '#api/db/database.ts';
import { notifications } from '#api/db/message-schema.ts';
import { formerNames } from '#api/db/person-schema.ts';
import { replays } from '#api/db/replay-schema.ts';
import { players, posts, type StoredPost } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { type Identities, ownNames } from '#api/model/players/erasures.ts';
import { mentionPattern } from '#api/model/replays/mask.ts';
import { playerName } from '#lib/schemas/player.ts';
import { REMOVED_PLAYER, type Replay, type ReplayFacts } from '#lib/schemas/replay.ts';

const isName = (id: number, name: string): boolean => !['', playerName(id), REMOVED_PLAYER].includes(name);

/** The account with its names: the current and former ones of the publisher, and `given`, which the operator has checked. */
export async function identify(db: Db, id: number, given: readonly string[] = []) {
  const current = db.select({ name: players.username }).from(players).where(eq(players.id, id));
  const former = db.select({ name: formerNames.name }).from(formerNames).where(eq(formerNames.playerId, id));
  const stored = (await current.unionAll(former)).map(({ name }) => name);
  const known = new Set([...stored, ...given].filter((name) => isName(id, name)));
  const ids = new Set([id]);
  const names = await ownNames(db, { ids, names: known });
  return {
    // These recognise the account in texts and replays.
    ids,
    names,
    /** Those of `names` that the publisher gave the account: only these are recognised after an erasure. */
    lastingNames: new Set(stored.filter((name) => names.has(name))),
    /** Names from the publisher, and those the operator gave, that are not used: too short, or another account has them. */
    unusedNames: [...known].filter((name) => !names.has(name)),
  };
}
export type Person = Awaited<ReturnType<typeof identify>>;

/** Names that only replays show. Anyone can write a file with any name, so that they are never used by themselves. */
export async function findCandidates(
  db: Db,
  id: number,
  { names, unusedNames }: Person,
  isFound: SQL,
): Promise<string[]> {
  const observers = sql`${replays.facts}->'observers'`;
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct member->>'name' as name
    from ${replays}, jsonb_array_elements(${replays.players} || coalesce(${observers}, '[]')) as member
    where ${isFound} and (member->>'accountId')::bigint = ${id} order by name`);
  return rows
    .map(({ name }) => name)
    .filter((name) => isName(id, name) && ![...names, ...unusedNames].includes(name));
}

/** Whether any of the conditions is true. */
export const isAny = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`;

/** JSON as text to search for mentions. Without its escapes, such as `\n`, whose letters would belong to the name after them. */
const searchable = (json: SQLWrapper): SQL =>
  sql`regexp_replace(${json}::text, ${'\\\\([bfnrt]|u[0-9a-f]{4})'}, ' ', 'g')`;

/** Whether the column of a row matches a pattern of `mask.ts`. */
export function isMatch(table: string, column: string, pattern: string): SQL {
  const name = sql.identifier(column);
  const isJson = columnsOf(table, 'json', 'battle').includes(column);
  return sql`${isJson ? searchable(name) : sql`${name}::text`} ~* ${pattern}`;
}

/**
 * Locks the account, so that no post by or about it is added, then the players it wrote about, by id. Like all changes of
 * posts: players first.
 */
export async function lockPlayers(db: Db, id: number): Promise<void> {
  await db.select({ id: players.id }).from(players).where(eq(players.id, id)).for('update');
  const subjects = db.select({ id: posts.playerId }).from(posts).where(eq(posts.authorId, id));
  await db
    .select({ id: players.id })
    .from(players)
    .where(inArray(players.id, subjects))
    .orderBy(players.id)
    .for('no key update');
}

/** Posts by and about the account. `lock`: until the transaction ends. */
export async function findOwnPosts(db: Db, id: number, lock = false): Promise<StoredPost[]> {
  const own = db
    .select()
    .from(posts)
    .where(or(eq(posts.authorId, id), eq(posts.playerId, id)))
    .orderBy(posts.createdAt, posts.id);
  return lock ? own.for('update') : own;
}

/** A replay of a post by and about others, in which a person appears. */
export interface ForeignReplay {
  id: string;
  postId: string;
  players: Replay['players'];
  chatMessages: Replay['chatMessages'];
  facts: ReplayFacts | null;
  /** Whether everyone can read the post. */
  isPublic: boolean;
}

/**
 * Replays of other posts whose roster, facts or chat contain the person, or mention a name. `lock`: until the transaction ends.
 */
export async function findForeignReplays(
  db: Db,
  persons: Identities,
  ownPosts: readonly string[],
  isFound: SQL,
  lock = false,
): Promise<ForeignReplay[]> {
  const pattern = mentionPattern(persons);
  const isShown = isAny(columnsOf('replays', 'battle').map((column) => isMatch('replays', column, pattern)));
  const found = db
    .select({
      id: replays.id,
      postId: replays.postId,
      players: replays.players,
      chatMessages: replays.chatMessages,
      facts: replays.facts,
      isPublic: sql<boolean>`(select post.is_public from ${posts} as post where post.id = ${replays.postId})`,
    })
    .from(replays)
    .where(sql`${isFound} and ${isShown} and not ${replays.postId} = ${anyOf(ownPosts)}`)
    .orderBy(replays.id);
  return (await (lock ? found.for('update') : found)) as ForeignReplay[];
}

/** Notifications of others with a post by the account, which may be deleted by now, or about its ban. */
export function isNotificationAbout(id: number): SQL {
  const { payload } = notifications;
  return sql`${String(id)} in (${payload}#>>'{post,author,id}', ${payload}->>'userId')`;
}
