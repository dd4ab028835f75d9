/** Reports of posts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { ReportSchema } from '#lib/schemas/report.ts';
import { ADMIN, AURORA, BORODINO, CONTENT, DAY, HOOD, HOUR, MOD, SUPPORT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';

const api = setUpApi();
let post: string;
beforeEach(async () => {
  post = await api.addPost({ author: BORODINO, player: HOOD, createdAt: api.clock.now });
});

const report = (as: number, body: object = {}) =>
  api.call('POST', '/api/report', {
    as,
    body: { postId: post, rule: 'insults', words: 'Calls him names', moment: 95, ...body },
  });
const own = async (as: number, query = `?postId=${post}`) =>
  (await api.call('GET', `/api/report${query}`, { as })).json;
const outcomes = (id: number) =>
  api.events.flatMap(({ event }) =>
    event.type === 'newNotification' && event.notification.accountId === id ? [event.notification] : [],
  );
const claim = (as: number) => api.call('POST', `/api/mod/reviews/${post}/claim`, { as });
const keep = (as: number, sentence = 'It describes the battle.') =>
  api.call('POST', `/api/mod/reviews/${post}/keep`, { as, body: { sentence } });
const remove = async (): Promise<string> => (await api.moderate(post)).json.id;
const edit = async (): Promise<string> =>
  (await api.moderate(post, { updatedPost: { title: 'Calmer', content: CONTENT, flairs: 0 } })).json.id;

describe('a report', () => {
  test('is stored and found by its author (Rule 28.10)', async () => {
    const answer = await report(AURORA);
    expect(answer.status).toBe(201);
    expect(ReportSchema.parse(answer.json)).toMatchObject({
      postId: post,
      rule: 'insults',
      words: 'Calls him names',
      moment: 95,
      outcome: 'open',
    });
    expect(await own(AURORA)).toEqual([answer.json]);
    expect(await own(HOOD)).toEqual([]);
  });

  test('of the subject is taken, but not the author’s, and one per post (Rules 28.10 and 28.11)', async () => {
    expect((await report(HOOD)).status).toBe(201);
    const author = await report(BORODINO);
    expect([author.status, author.text]).toEqual([422, 'You cannot report your own post.']);
    const again = await report(HOOD, { rule: 'other' });
    expect([again.status, again.text]).toEqual([422, 'You have reported this post already.']);
    expect(await own(HOOD)).toHaveLength(1);
  });

  test.each<[number, object]>([
    [400, { rule: '' }],
    [400, { rule: 'Insults & more' }],
    [400, { rule: '<b>insults</b>' }],
    [400, { words: 'x'.repeat(501) }],
    [400, { moment: -1 }],
    [400, { postId: 'none' }],
    [404, { postId: '00000000-0000-4000-8000-00000000dead' }],
    [410, {}],
  ])('gets %i with %o', async (status, body) => {
    if (status === 410) await remove();
    expect((await report(AURORA, body)).status).toBe(status);
  });

  test('is limited to 10 within 24 hours (Rule 28.12)', async () => {
    const reporter = await api.addPlayer();
    for (let count = 0; count < 10; count++) {
      post = await api.addPost({ author: BORODINO, player: HOOD });
      expect((await report(reporter)).status).toBe(201);
      api.clock.now += HOUR;
    }
    post = await api.addPost({ author: BORODINO, player: HOOD });
    const { status, json } = await report(reporter);
    expect([status, json.until]).toEqual([429, new Date(api.clock.now + 14 * HOUR).toISOString()]);
    api.clock.now += 14 * HOUR;
    expect((await report(reporter)).status).toBe(201);
  });

  test('is not taken from a muted account until that ends (Rule 28.13)', async () => {
    const reporter = await api.addPlayer();
    const { id } = (await report(reporter)).json;
    const muting = { as: MOD, body: { days: 3 } };
    expect((await api.call('POST', `/api/mod/reviews/${post}/reports/${id}/mute`, muting)).status).toBe(204);
    post = await api.addPost({ author: BORODINO, player: HOOD });
    const until = new Date(api.clock.now + 3 * DAY).toISOString();
    const { status, text } = await report(reporter);
    expect([status, text]).toEqual([403, `Moderators do not take your reports until ${until}.`]);
    api.clock.now += 3 * DAY;
    expect((await report(reporter)).status).toBe(201);
  });
});

describe('the outcome', () => {
  test.each([
    ['kept', () => keep(MOD), 'It describes the battle.'],
    ['edited', edit, ''],
    ['removed', remove, ''],
    ['deleted', () => api.call('DELETE', `/api/post/${post}`, { as: BORODINO }), ''],
  ] as const)('%s is told to the reporter (Rule 28.15)', async (outcome, decide, sentence) => {
    const reporter = await api.addPlayer();
    await report(reporter);
    await decide();
    expect(outcomes(reporter)).toMatchObject([{ type: 8, postId: post, outcome, sentence }]);
    expect(await own(reporter)).toMatchObject([{ outcome, sentence }]);
  });

  test('is told to the player whom the deleted post was about (Rule 28.15)', async () => {
    await report(HOOD);
    await api.call('DELETE', `/api/post/${post}`, { as: BORODINO });
    const told = outcomes(HOOD).find(({ type }) => type === 8);
    expect(told).toMatchObject({ outcome: 'deleted' });
    const withdrawn = expect.objectContaining({ type: 'deletedNotification', id: told?.id });
    expect(api.events.map(({ event }) => event)).not.toContainEqual(withdrawn);
  });

  test('that is reverted is no longer told (Rule 28.16)', async () => {
    const reporter = await api.addPlayer();
    await report(reporter);
    await keep(MOD);
    await api.call('DELETE', `/api/mod/reviews/${post}/keep`, { as: MOD });
    expect(await own(reporter)).toMatchObject([{ outcome: 'open', sentence: null, decidedAt: null }]);
    const [told] = outcomes(reporter);
    expect(api.events.map(({ event }) => event)).toContainEqual({
      type: 'deletedNotification',
      accountId: reporter,
      id: told?.id,
    });
  });

  test('of a reverted removal is open again', async () => {
    await report(AURORA);
    await api.revert(await remove());
    expect(await own(AURORA)).toMatchObject([{ outcome: 'open' }]);
    expect((await claim(MOD)).json.reports).toHaveLength(1);
  });
});

describe('numbers of reports (Rule 28.17)', () => {
  const numberOf = async (as: number | undefined) => {
    const options = { as };
    const { model } = (await api.call('GET', `/api/post/${post}`, options)).json;
    const listed = (await api.call('GET', `/api/post/${HOOD}/received`, options)).json;
    return [model.reports, listed.find(({ id }: { id: string }) => id === post).reports];
  };

  test('are on posts for staff alone, without posts that involve them or are decided', async () => {
    await report(AURORA);
    await report(HOOD);
    for (const as of [MOD, ADMIN]) expect(await numberOf(as)).toEqual([2, 2]);
    for (const as of [undefined, AURORA, BORODINO, HOOD, SUPPORT])
      expect(await numberOf(as)).toEqual([undefined, undefined]);
    await report(MOD);
    expect(await numberOf(MOD)).toEqual([0, 0]);
    expect(await numberOf(ADMIN)).toEqual([3, 3]);
    await keep(ADMIN);
    expect(await numberOf(ADMIN)).toEqual([0, 0]);
  });

  test('are on profiles: posts about and by the player', async () => {
    const [author, player] = [await api.addPlayer(), await api.addPlayer()];
    for (let count = 0; count < 2; count++) {
      post = await api.addPost({ author, player });
      await report(AURORA);
    }
    const counts = async (id: number) =>
      (await api.call('GET', `/api/report/counts/${id}`, { as: MOD })).json;
    expect(await counts(player)).toMatchObject({ about: 2, by: 0 });
    expect(await counts(author)).toMatchObject({ about: 0, by: 2 });
  });
});

describe('the outcome of an action that is reverted later (Rule 28.16)', () => {
  let first: number;
  let second: number;
  let edited: string;
  beforeEach(async () => {
    [first, second] = [await api.addPlayer(), await api.addPlayer()];
    await report(first);
    edited = await edit();
    api.clock.now += 1_000;
    await report(second);
    api.clock.now += 1_000;
  });

  const revertEdit = async () => {
    expect((await api.revert(edited)).status).toBe(205);
  };
  const withdrawn = (id: number) =>
    api.events.filter(({ event }) => event.type === 'deletedNotification' && event.accountId === id);

  test('is open again, alone', async () => {
    await keep(ADMIN);
    await revertEdit();
    expect(await own(first)).toMatchObject([{ outcome: 'open', decidedAt: null }]);
    expect(await own(second)).toMatchObject([{ outcome: 'kept' }]);
    expect([withdrawn(first), withdrawn(second)]).toMatchObject([[{}], []]);
    const { json } = await claim(MOD);
    expect([json.tab, json.reports]).toMatchObject(['reported', [{}]]);
  });

  test('is open again with newer open ones', async () => {
    await revertEdit();
    expect((await claim(MOD)).json.reports).toHaveLength(2);
    const listed = await api.call('GET', '/api/mod/reviews?tab=reported', { as: MOD });
    const entry = listed.json.entries.find(({ postId }: { postId: string }) => postId === post);
    expect(entry.reports).toBe(2);
  });

  test('is that of a removal that is in force', async () => {
    const removal = await remove();
    await revertEdit();
    for (const id of [first, second]) {
      expect(await own(id)).toMatchObject([{ outcome: 'removed' }]);
      expect(outcomes(id).at(-1)).toMatchObject({ type: 8, outcome: 'removed' });
    }
    expect((await claim(ADMIN)).status).toBe(410);
    await api.revert(removal);
    expect((await claim(MOD)).json.reports).toHaveLength(2);
  });
});

test('the revert of an action that closed no report leaves a newer decision alone', async () => {
  const edited = await edit();
  api.clock.now += 1_000;
  const reporter = await api.addPlayer();
  await report(reporter);
  api.clock.now += 1_000;
  await keep(ADMIN);
  await api.revert(edited);
  expect(await own(reporter)).toMatchObject([{ outcome: 'kept' }]);
  expect((await claim(MOD)).status).toBe(410);
});
