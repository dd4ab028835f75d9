/** Computes and stores the advice about posts (rules 28.1 and 28.2). */
import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#api/db/database.ts';
import { meta, posts, type StoredPost } from '#api/db/schema.ts';
import { lockLaterPosts, readFacts } from '#api/model/advice/facts.ts';
import { type AppliedKarma, moveKarma } from '#api/model/posts/karma.ts';
import { followAdvice } from '#api/model/reviews/queue.ts';
import { adviceOn, RULE_VERSION } from '#lib/domain/advice/advice.ts';

/** Stores the codes of the advice about posts, and returns them. */
export async function adviseAll(db: Db, ids: readonly string[]): Promise<string[][]> {
  const all: string[][] = [];
  if (ids.length === 0) return all;
  for (const { id, advice: stored, facts } of await readFacts(db, ids)) {
    const advice = adviceOn(facts);
    if (advice.join() !== stored.join()) await db.update(posts).set({ advice }).where(eq(posts.id, id));
    await followAdvice(db, id, advice);
    all.push(advice);
  }
  return all;
}

/**
 * Stores the codes of the advice about a post, and returns them. Call it after each change of the post or its replay: later
 * posts whose advice depends on it get theirs, too.
 */
export async function storeAdvice({ db }: Pick<Tx, 'db'>, postId: string): Promise<string[]> {
  const [advice = []] = await adviseAll(db, [postId]);
  await adviseAll(db, await lockLaterPosts(db, [postId]));
  return advice;
}

/**
 * Changes a locked post, and what depends on it: the advice, which it returns, and the karma that the post
 * gives its player, which becomes `karma`.
 */
export async function changePost(
  { db }: Pick<Tx, 'db'>,
  post: StoredPost,
  changes: Partial<typeof posts.$inferInsert>,
  karma: AppliedKarma,
): Promise<string[]> {
  await db
    .update(posts)
    .set({ ...changes, ...karma })
    .where(eq(posts.id, post.id));
  const advice = await storeAdvice({ db }, post.id);
  await moveKarma(db, post.playerId, post, karma);
  return advice;
}

/** Row of `meta` with the version of the rules, and the last post that they have been applied to; none after all of them. */
const KEY = 'advised';
/** Posts per transaction: few enough that other writes never wait long. */
const BATCH = 100;

/** This row once all posts are advised about. */
export const ADVISED_MARK = { key: KEY, value: `${RULE_VERSION}` };

/** Whether former rules have advised about some posts. */
export async function hasOutdatedAdvice(db: Db): Promise<boolean> {
  const [row] = await db.select().from(meta).where(eq(meta.key, KEY));
  return row?.value !== ADVISED_MARK.value;
}

/** Applies the rules of this version to the next posts. Needs a transaction. */
export async function adviseAgain(db: Db): Promise<void> {
  await db.insert(meta).values({ key: KEY, value: '' }).onConflictDoNothing();
  const [row] = await db.select().from(meta).where(eq(meta.key, KEY)).for('update');
  const [version, last] = row?.value.split(' ') ?? [];
  const isCurrent = version === `${RULE_VERSION}`;
  if (isCurrent && last === undefined) return;
  const batch = await db
    .select({ id: posts.id })
    .from(posts)
    .where(isCurrent && last ? gt(posts.id, last) : undefined)
    .orderBy(asc(posts.id))
    .limit(BATCH);
  const ids = batch.map(({ id }) => id);
  // Locked in the same order as by changes, none of which may store newer advice meanwhile.
  await db
    .select({ id: posts.id })
    .from(posts)
    .where(inArray(posts.id, ids))
    .orderBy(asc(posts.createdAt), asc(posts.id))
    .for('no key update');
  await adviseAll(db, ids);
  const next = ids.at(BATCH - 1);
  const value = next === undefined ? ADVISED_MARK.value : `${RULE_VERSION} ${next}`;
  await db.update(meta).set({ value }).where(eq(meta.key, KEY));
}
