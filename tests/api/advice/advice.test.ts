/** Advice about posts: when it is computed, and who sees it. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#api/db/database.ts';
import { modActions } from '#api/db/moderation-schema.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { reviews } from '#api/db/review-schema.ts';
import { deletedPosts, meta, type players, posts, users } from '#api/db/schema.ts';
import { advisePostsAgain } from '#api/jobs/housekeeping/housekeeping.ts';
import { lockLaterPosts } from '#api/model/advice/facts.ts';
import { storeAdvice } from '#api/model/advice/store.ts';
import { packFlairs } from '#lib/domain/flairs.ts';
import {
  ADMIN,
  AURORA,
  BORODINO,
  CONTENT,
  DAY,
  HOOD,
  HOUR,
  MOD,
  START,
  type StoredPost,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { fileOf, fullBattle, headerOnlyReplayFile } from '#tests/support/replay-file.ts';

const api = setUpApi();
beforeEach(() =>
  api.database.transaction('eu', async (db) => {
    for (const table of [modActions, posts, deletedPosts]) await db.delete(table);
  }),
);

const NEUTRAL = 0;
const GOOD = packFlairs({ performance: null, teamplay: true, courtesy: null });
const BAD = packFlairs({ performance: null, teamplay: false, courtesy: null });
const RUDE = packFlairs({ performance: null, teamplay: null, courtesy: false });

/** A battle with AURORA and these on board. The second writes in the chat, and is sunk after 100 seconds. */
function battleFile(...others: number[]): Uint8Array {
  const battle = fullBattle();
  for (const [index, accountId] of [AURORA, ...others].entries())
    Object.assign(battle.participants[index] ?? {}, { accountId });
  return fileOf(battle);
}

const stored = async (id: string): Promise<string[]> => {
  const [row] = await api.database.read('eu', (db) => db.select().from(posts).where(eq(posts.id, id)));
  return row?.advice ?? [];
};
const advised = (id: string) => api.database.transaction('eu', (db) => storeAdvice({ db }, id));
const read = async (id: string, as?: number) => (await api.call('GET', `/api/post/${id}`, { as })).json.model;
const create = async (player: number, replay: Uint8Array, flairs = NEUTRAL) =>
  (await api.createPost({ player: { id: player }, flairs }, { replay })).json;

describe('Advice is computed', () => {
  test('when a post is written, edited, and edited by a moderator, and when that is reverted (Rule 28.2)', async () => {
    const { id } = await create(BORODINO, battleFile(HOOD, BORODINO));
    const before = await stored(id);
    expect(before).not.toContain('no-message');
    const text = { title: 'A fair fight', content: CONTENT };
    await api.call('PUT', '/api/post', { as: AURORA, body: { id, ...text, flairs: RUDE } });
    expect(await stored(id)).toEqual([...before, 'no-message']);
    const { json: action } = await api.moderate(id, { updatedPost: { ...text, flairs: GOOD } });
    expect(await stored(id)).toEqual(before);
    await api.revert(action.id);
    expect(await stored(id)).toEqual([...before, 'no-message']);
  });

  test('for a player whom the replay does not show, and for one without account ids (Rule 28.1)', async () => {
    const stranger = await create(HOOD, battleFile(BORODINO));
    expect(await stored(stranger.id)).toContain('player-not-shown');
    const header = await create(BORODINO, headerOnlyReplayFile());
    expect(await stored(header.id)).toContain('not-checked');
  });

  test('for a second post about the same battle, and for an old battle (Rule 28.1)', async () => {
    const first = await create(BORODINO, battleFile(BORODINO, HOOD));
    api.clock.now += HOUR;
    const second = await create(HOOD, battleFile(BORODINO, HOOD));
    expect(
      [await stored(first.id), await stored(second.id)].map((codes) => codes.includes('same-battle')),
    ).toEqual([false, true]);
    expect(await advised(first.id)).not.toContain('same-battle');
  });

  test('again for all posts after a change of the rules, in pieces (Rule 28.2)', async () => {
    const { id } = await create(HOOD, battleFile(BORODINO));
    for (let count = 0; count < 100; count += 1) await api.addPost({ author: MOD, advice: ['of-before'] });
    await api.database.transaction('eu', async (db) => {
      await db.update(posts).set({ advice: ['of-before'] });
      await db.delete(meta).where(eq(meta.key, 'advised'));
    });
    await advisePostsAgain(api.database, new AbortController().signal, 0);
    const rows = await api.database.read('eu', (db) => db.select().from(posts));
    expect(rows.filter(({ advice }) => advice.includes('of-before'))).toEqual([]);
    expect(await stored(id)).toContain('player-not-shown');
    await api.database.transaction('eu', (db) => db.update(posts).set({ advice: ['by-hand'] }));
    await advisePostsAgain(api.database, new AbortController().signal, 0);
    expect(await stored(id)).toEqual(['by-hand']);
  });
});

test('of later posts of the same author reads only the replays of its battle (Rule 28.2)', async () => {
  const { id } = await create(BORODINO, battleFile(BORODINO));
  for (let count = 1; count <= 50; count += 1)
    await api.addPost({ author: AURORA, createdAt: START + count });
  let plan = '';
  await api.database.transaction('eu', async (db) => {
    await db.execute(sql`insert into ${replays} (post_id, file_name, file_size, arena_id)
      select id, 'a', 1, id from ${posts} where id <> ${id}`);
    // As with many posts.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await db.execute(sql.raw(`set local enable_${way} = off`));
    const explained = async (query: SQL) => {
      const { rows } = await db.execute(sql`explain (analyze, format json) ${query}`);
      plan = JSON.stringify(rows);
      return { rows: [] };
    };
    await lockLaterPosts({ execute: explained } as unknown as Db, [id]);
  });
  const reads = plan.matchAll(/"Relation Name":"replays"[^{]*?"Actual Rows":([\d.]+),"Actual Loops":(\d+)/g);
  const found = [...reads].map(([, rows, loops]) => Math.max(Number(rows), 1) * Number(loops));
  expect(found).toEqual([1, 1]);
});

describe('Ganging up (Rule 28.1)', () => {
  const mate = (more: Partial<typeof players.$inferInsert> = {}) => api.addPlayer(more);
  const about = async (player: number, author: number, post: StoredPost = {}) =>
    api.addPost({ author, player, flairs: BAD, hasReplay: true, createdAt: START - HOUR, ...post });
  const signedIn = (ids: number[], createdAt: Date) =>
    api.database.transaction('eu', async (db) => {
      for (const id of ids) await db.update(users).set({ createdAt }).where(eq(users.id, id));
    });

  test('is three members of a clan who rate alike within 72 hours', async () => {
    const clanId = await api.addClan();
    const player = await api.addPlayer();
    const [first = 0, second = 0, third = 0] = await Promise.all([1, 2, 3].map(() => mate({ clanId })));
    await about(player, first, { createdAt: START - 72 * HOUR });
    await about(player, second);
    await about(player, await mate());
    const last = { createdAt: START };
    expect(await advised(await about(player, third, last))).toEqual(['clan-mates']);
    expect(await advised(await about(player, third, { ...last, flairs: GOOD }))).toEqual([]);
    expect(await advised(await about(player, third, { ...last, flairs: NEUTRAL }))).toEqual([]);
    expect(await advised(await about(player, third, { createdAt: START + 1 }))).toEqual([]);
  });

  test('is three accounts that were new, but not accounts that came later', async () => {
    const player = await api.addPlayer();
    const [first = 0, second = 0, third = 0] = await Promise.all([1, 2, 3].map(() => mate()));
    await about(player, first);
    await about(player, second);
    const last = await about(player, third, { createdAt: START });
    await signedIn([first, second, third], new Date(START - 6 * DAY));
    expect(await advised(last)).toEqual(['new-accounts']);
    for (const other of [START, START - 8 * DAY]) {
      await signedIn([first], new Date(other));
      expect(await advised(last)).toEqual([]);
    }
  });

  test('is three authors with replays of one battle', async () => {
    const player = await api.addPlayer();
    const ids: string[] = [];
    for (const ms of [0, 1, 2]) ids.push(await about(player, await mate(), { createdAt: START - HOUR + ms }));
    for (const id of ids) await api.addReplay(id, { sha256: 'x', arenaId: '77' });
    expect(await advised(ids.at(-1) ?? '')).toContain('one-battle');
  });

  test('is praise in return within seven days', async () => {
    const [one = 0, two = 0] = await Promise.all([1, 2].map(() => mate()));
    await about(one, two, { flairs: GOOD, createdAt: START - 7 * DAY });
    const praise = { flairs: GOOD, createdAt: START };
    expect(await advised(await about(two, one, praise))).toEqual(['traded-praise']);
    expect(await advised(await about(two, one, { createdAt: START }))).toEqual([]);
    expect(await advised(await about(two, one, { ...praise, createdAt: START + 1 }))).toEqual([]);
  });
});

describe('Advice that depends on an earlier post follows its changes (Rule 28.2)', () => {
  const drop = async (id: string, as: number) => {
    const { status } = await api.call('DELETE', `/api/post/${id}?ignoreChecks=${as === MOD}`, { as });
    expect(status).toBe(205);
  };

  test('a second post about one battle, whose first is removed, restored or deleted', async () => {
    const first = await create(BORODINO, battleFile(BORODINO, HOOD));
    api.clock.now += HOUR;
    const second = await create(HOOD, battleFile(BORODINO, HOOD));
    const reused = async () => (await stored(second.id)).includes('same-battle');
    expect(await reused()).toBe(true);
    const { json: removal } = await api.moderate(first.id);
    expect(await reused()).toBe(false);
    await api.revert(removal.id);
    expect(await reused()).toBe(true);
    await drop(first.id, MOD);
    expect(await reused()).toBe(false);
  });

  test('praise in return, whose first is no longer praise, removed or deleted', async () => {
    const praise = (author: number, player: number, hours: number) =>
      api.addPost({ author, player, flairs: GOOD, hasReplay: true, createdAt: api.clock.now - hours * HOUR });
    const change = (id: string, flairs: number) =>
      api.call('PUT', '/api/post', {
        as: HOOD,
        body: { id, title: 'A fair fight', content: CONTENT, flairs },
      });
    const first = await praise(HOOD, AURORA, 2);
    const second = await praise(AURORA, HOOD, 1);
    expect(await advised(second)).toEqual(['traded-praise']);
    await change(first, NEUTRAL);
    expect(await stored(second)).toEqual([]);
    await change(first, GOOD);
    expect(await stored(second)).toEqual(['traded-praise']);
    const { json: removal } = await api.moderate(first);
    expect(await stored(second)).toEqual([]);
    await api.revert(removal.id);
    await drop(first, HOOD);
    expect(await stored(second)).toEqual([]);
  });

  test('three authors about one battle, of whom one deletes the post, also in the queue', async () => {
    const player = await api.addPlayer();
    const ids: string[] = [];
    for (const hours of [3, 2, 1]) {
      const createdAt = api.clock.now - hours * HOUR;
      ids.push(await api.addPost({ author: await api.addPlayer(), player, flairs: BAD, createdAt }));
    }
    const [first = '', , last = ''] = ids;
    for (const id of ids)
      await api.addReplay(id, { sha256: 'y', arenaId: '78', decoderVersion: NOT_CHECKED });
    const review = { postId: last, authorId: AURORA, playerId: player, kind: 1, openedAt: new Date() };
    await api.database.transaction('eu', (db) => db.insert(reviews).values(review));
    expect(await advised(last)).toEqual(['one-battle']);
    await drop(first, MOD);
    expect(await stored(last)).toEqual([]);
    const rows = await api.database.read('eu', (db) =>
      db.select().from(reviews).where(eq(reviews.postId, last)),
    );
    expect(rows).toMatchObject([{ kind: 0 }]);
  });
});

describe('Everyone sees what is about evidence, and staff the rest (Rule 28.3)', () => {
  const ALL = ['player-not-shown', 'sunk-early'];
  const EVIDENCE = ['player-not-shown'];

  test('over HTTP: not its author nor its subject, staff or not', async () => {
    const id = await api.addPost({ author: AURORA, player: BORODINO, advice: ALL });
    for (const as of [undefined, AURORA, BORODINO, HOOD, SUPPORT])
      expect((await read(id, as)).advice, `${as}`).toEqual(EVIDENCE);
    for (const as of [MOD, ADMIN]) expect((await read(id, as)).advice, `${as}`).toEqual(ALL);
    const listed = (await api.call('GET', '/api/post/latest', { as: MOD })).json;
    expect(listed[0].advice).toEqual(ALL);
    const own = await api.addPost({ author: MOD, player: ADMIN, advice: ALL });
    for (const as of [MOD, ADMIN]) expect((await read(own, as)).advice, `${as}`).toEqual(EVIDENCE);
  });

  test('over hubs: no one the rest', async () => {
    const { id } = await create(HOOD, battleFile(BORODINO), RUDE);
    expect(await stored(id)).toEqual(expect.arrayContaining(['player-not-shown']));
    const events = api.postEvents().filter(({ event }) => 'post' in event && event.post.id === id);
    expect(events).toMatchObject([{ event: { post: { advice: EVIDENCE } } }]);
    expect(JSON.stringify(events)).not.toContain('old-battle');
  });

  test('a post without advice has no such field', async () => {
    expect(await read(await api.addPost(), MOD)).not.toHaveProperty('advice');
  });
});
