/** Notes of staff, second opinions, and the ladder in records (Rules 31.32 to 31.34). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { reviews } from '#api/db/review-schema.ts';
import { ReviewItemSchema, ReviewListSchema } from '#lib/schemas/review.ts';
import { ADMIN, ADMIN_AND_MOD, AURORA, DAY, MOD, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { report } from '#tests/support/decisions.ts';

const api = setUpApi();
let author: number;
let post: string;
/** A new post about a new player, in the queue. */
const write = async (as: number): Promise<string> =>
  (await api.createPost({ author: { id: as }, player: { id: await api.addPlayer() } }, { as })).json.id;
beforeEach(async () => {
  author = await api.addPlayer();
  post = await write(author);
});

const call = (method: string, part: string, as: number, body?: object) =>
  api.call(method, `/api/mod/${part}`, { as, ...(body && { body }) });
const note = (fields: object, as = MOD) =>
  call('POST', 'notes', as, { playerId: null, postId: null, words: 'Calm since May.', ...fields });
const ask = (as = MOD, id = post) => call('PUT', `reviews/${id}/ask`, as, { words: 'Is this banter?' });
const keep = () => call('POST', `reviews/${post}/keep`, ADMIN, { sentence: 'It is fair.' });
/** The item as its claim returns it; releases it. */
const item = async (as = MOD) => {
  const { json } = await call('POST', `reviews/${post}/claim`, as);
  await call('DELETE', `reviews/${post}/claim`, as);
  const { notes = [], ...found } = ReviewItemSchema.parse(json);
  const about = found.author.notes?.map(({ words }) => words);
  return { ...found, words: notes.map(({ words }) => words), about };
};

describe('a note (Rule 31.33)', () => {
  test('is in the record of its player or in its item, with author and date, the newest first, and deleted by its author only', async () => {
    const { json } = await note({ playerId: author });
    const by = { author: { id: MOD, username: 'Cossack_Mod' }, createdAt: new Date(START).toISOString() };
    expect(json).toEqual({ id: json.id, words: 'Calm since May.', ...by });
    api.clock.now += 1_000;
    await note({ playerId: author, words: 'Second.' }, ADMIN);
    await note({ postId: post, words: 'Third.' });
    const found = await item(ADMIN);
    expect([found.about, found.words]).toEqual([['Second.', 'Calm since May.'], ['Third.']]);
    expect([found.author.notes?.[1], found.player.notes]).toEqual([json, []]);
    const statuses = [];
    for (const as of [ADMIN, MOD, MOD]) statuses.push((await call('DELETE', `notes/${json.id}`, as)).status);
    expect([statuses, (await item()).about]).toEqual([[404, 204, 404], ['Second.']]);
  });

  test('is on one other player, or on an item that the writer may see', async () => {
    const one = 'Name either a player or a post.';
    const refusals: [object, number, string?][] = [
      [{}, 422, one],
      [{ playerId: author, postId: post }, 422, one],
      [{ playerId: MOD }, 422, 'You cannot write a note on yourself.'],
      [{ playerId: 599_999_999 }, 404],
      [{ postId: '00000000-0000-4000-8000-00000000dead' }, 404],
      [{ postId: await write(MOD) }, 404],
    ];
    for (const [fields, status, text = expect.any(String)] of refusals)
      expect(await note(fields)).toMatchObject({ status, text });
  });

  test('is never read by its player, not even in an item that involves everyone', async () => {
    await note({ playerId: ADMIN });
    post = await write(ADMIN);
    for (const as of [MOD, ADMIN_AND_MOD]) await report(api, post, as);
    expect(await item(ADMIN)).toMatchObject({ isEveryoneInvolved: true, about: [] });
  });

  test('is in no answer outside the queue', async () => {
    for (const fields of [{ playerId: author }, { postId: post }]) await note({ ...fields, words: 'Zebra.' });
    const paths = [`player/${author}`, `profile/${author}`, `post/${post}`, `post/${author}/sent`];
    for (const path of [...paths, 'mod/reviews?tab=new', `mod/bans/${author}`])
      for (const as of [author, MOD])
        expect((await api.call('GET', `/api/${path}`, { as })).text).not.toContain('Zebra');
    expect(JSON.stringify(api.events)).not.toContain('Zebra');
  });
});

test('the ladder counts decisions and warnings of 12 months that were not reverted (Rule 31.32)', async () => {
  const decide = (kind: string, days: number, revertedAt: Date | null = null) => {
    const createdAt = new Date(START - days * DAY);
    const row = { id: randomUUID(), kind, personId: author, createdAt, revertedAt };
    return api.database.transaction('eu', (db) => db.insert(decisions).values(row));
  };
  for (const kind of ['edited', 'reply-removed', 'warned', 'banned', 'kept'])
    for (const days of [0, 364, 365]) await decide(kind, days);
  for (const kind of ['reply-removed', 'warned']) await decide(kind, 0, new Date(START));
  const { json } = await api.moderate(await api.addPost({ author }));
  expect((await item()).author.ladder).toEqual({ decisions: 5, warnings: 2 });
  await api.revert(json.id);
  expect((await item()).author.ladder).toEqual({ decisions: 4, warnings: 2 });
});

describe('asking a colleague (Rule 31.34)', () => {
  const listed = async (as: number, page = 1) => {
    const { json } = await call('GET', `reviews?tab=new&page=${page}`, as);
    return ReviewListSchema.parse(json).entries.map(({ postId }) => postId);
  };
  /** The only items of the queue, oldest first. */
  const fill = async (count: number): Promise<string[]> => {
    await api.database.transaction('eu', (db) => db.delete(reviews));
    const posts: string[] = [];
    for (; posts.length < count; api.clock.now += 1) posts.push(await write(await api.addPlayer()));
    return posts;
  };

  test('keeps the note, names the asker to the next one, lets the item go, and reloads open queues', async () => {
    await call('POST', `reviews/${post}/claim`, MOD);
    api.events.length = 0;
    expect((await ask()).status).toBe(204);
    expect(api.events).toMatchObject([{ event: { change: { postId: post, change: 'opened' } } }]);
    expect(await item(ADMIN)).toMatchObject({ askedBy: { id: MOD }, words: ['Is this banter?'] });
  });

  test('shows the question, which its asker alone withdraws; an earlier one stays as a note', async () => {
    await ask(ADMIN_AND_MOD);
    await call('PUT', `reviews/${post}/ask`, MOD, { words: 'Again?' });
    api.clock.now += 1_000;
    await note({ postId: post, words: 'Later.' });
    const { question, words } = await item(ADMIN);
    expect([question?.words, words.sort()]).toEqual(['Again?', ['Again?', 'Is this banter?', 'Later.']]);
    const withdraw = (as: number) => call('DELETE', `notes/${question?.id}`, as);
    expect((await withdraw(ADMIN_AND_MOD)).status).toBe(404);
    api.events.length = 0;
    expect([(await withdraw(MOD)).status, (await withdraw(MOD)).status]).toEqual([204, 404]);
    expect(api.events).toMatchObject([{ event: { change: { postId: post, change: 'opened' } } }]);
    const left = { askedBy: null, question: null, words: ['Later.', 'Is this banter?'] };
    expect(await item(ADMIN)).toMatchObject(left);
  });

  test('puts the item first for all others and last for who asks', async () => {
    const [one, two, three, four] = await fill(4);
    await ask(MOD, three);
    await ask(ADMIN, two);
    expect([await listed(MOD), await listed(ADMIN), await listed(ADMIN_AND_MOD)]).toEqual([
      [two, one, four, three],
      [three, one, four, two],
      [two, three, one, four],
    ]);
    const { entries } = (await call('GET', 'reviews?tab=new&page=1', MOD)).json;
    expect(entries.map(({ asked = false }) => asked)).toEqual([true, false, false, false]);
  });

  test('leaves no item out on later pages', async () => {
    const posts = await fill(51);
    const [first = '', second = '', ...rest] = posts;
    await ask(MOD, first);
    expect([await listed(MOD), await listed(MOD, 2)]).toEqual([[second, ...rest], [first]]);
    await ask(ADMIN, second);
    expect([await listed(ADMIN), await listed(ADMIN, 2)]).toEqual([[first, ...rest], [second]]);
    expect(await listed(ADMIN, 3)).toEqual([]);
  });

  test('needs a free item that is open, and lasts until the decision, whenever the post is reported', async () => {
    await call('POST', `reviews/${post}/claim`, ADMIN);
    expect((await ask()).status).toBe(423);
    expect((await ask(MOD, await write(MOD))).status).toBe(404);
    await call('DELETE', `reviews/${post}/claim`, ADMIN);
    await ask();
    await report(api, post, await api.addPlayer());
    expect((await item()).askedBy).toMatchObject({ id: MOD });
    await keep();
    expect((await ask()).status).toBe(410);
    await report(api, post, AURORA);
    expect((await item()).askedBy).toBeNull();
  });
});
