/** Finds what is stored about a person: names, posts, and battles in which the person took part. */
import { eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { players, posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import type { Identities } from '#api/persons/fingerprints.ts';
import { mentionPattern, REMOVED_PLAYER } from '#api/persons/mask.ts';
import { playerName } from '#lib/schemas/player.ts';
import type { Replay, ReplayFacts } from '#lib/schemas/replay.ts';

/** The account with its stored name and all names under which it appears in replays, without placeholders. */
export async function identify(db: Db, id: number): Promise<Identities> {
  const [player] = await db.select({ name: players.username }).from(players).where(eq(players.id, id));
  const member = JSON.stringify([{ accountId: id }]);
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct member->>'name' as name from ${replays}, jsonb_array_elements(${replays.players}) as member
    where ${replays.players} @> ${member}::jsonb and (member->>'accountId')::bigint = ${id}`);
  const names = new Set([player?.name ?? '', ...rows.map(({ name }) => name)]);
  for (const placeholder of ['', playerName(id), REMOVED_PLAYER]) names.delete(placeholder);
  return { ids: new Set([id]), names };
}

/** JSON as text to search for mentions. Without its escapes, such as `\n`, whose letters would belong to the name after them. */
export const searchable = (json: SQLWrapper): SQL =>
  sql`regexp_replace(${json}::text, ${'\\\\([bfnrt]|u[0-9a-f]{4})'}, ' ', 'g')`;

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

/** Posts by and about the account, locked until the transaction ends. */
export function findOwnPosts(db: Db, id: number): Promise<(typeof posts.$inferSelect)[]> {
  return db
    .select()
    .from(posts)
    .where(or(eq(posts.authorId, id), eq(posts.playerId, id)))
    .orderBy(posts.createdAt, posts.id)
    .for('update');
}

/** A replay of a post by and about others, in which a person appears. */
export interface ForeignReplay {
  id: string;
  postId: string;
  players: Replay['players'];
  chatMessages: Replay['chatMessages'];
  facts: ReplayFacts | null;
}

/** Replays of other posts whose roster, facts or chat contain the person, or mention a name; locked. */
export async function findForeignReplays(
  db: Db,
  persons: Identities,
  ownPosts: readonly string[],
): Promise<ForeignReplay[]> {
  const pattern = mentionPattern(persons);
  const rows = await db
    .select({
      id: replays.id,
      postId: replays.postId,
      players: replays.players,
      chatMessages: replays.chatMessages,
      facts: replays.facts,
    })
    .from(replays)
    .where(
      sql`(${searchable(replays.players)} ~* ${pattern} or ${searchable(replays.chatMessages)} ~* ${pattern}
        or ${searchable(replays.facts)} ~* ${pattern}) and not ${replays.postId} = ${anyOf(ownPosts)}`,
    )
    .for('update');
  return rows as ForeignReplay[];
}
