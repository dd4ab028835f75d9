/** Replies of players to posts about them (Rules 31.1 to 31.6), and reports and removals of replies (Rule 31.7). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions } from '#api/db/decision-schema.ts';
import { uncountReports } from '#api/model/reviews/queue.ts';
import type { Notification } from '#lib/schemas/notification.ts';
import {
  ADMIN,
  AURORA,
  BORODINO,
  CONTENT,
  DAY,
  HOOD,
  HOUR,
  MOD,
  postDto,
  SUPPORT,
} from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { connectHub, readStream } from '#tests/support/hub-client.ts';

const WORDS = 'I was low on health.';
const EDITED = { title: 'Calmer', content: CONTENT, flairs: 0 };

const api = setUpApi();
let author: number;
let player: number;
let post: string;
beforeEach(async () => {
  author = await api.addPlayer();
  player = await api.addPlayer();
  post = await api.addPost({ author, player, flairs: 1, createdAt: api.clock.now });
});

/** Waits a second before the call, so that decisions have different times. */
const call = (method: string, path: string, as: number | undefined, body?: object) => {
  api.clock.now += 1000;
  return api.call(method, path, { as, ...(body && { body }) });
};
const answer = (content = WORDS, as = player, id = post) =>
  call('PUT', `/api/post/${id}/reply`, as, { content });
const withdraw = (as = player) => call('DELETE', `/api/post/${post}/reply`, as);
const removal = (method: string, as = MOD) =>
  call(
    method,
    `/api/mod/reviews/${post}/reply/removal`,
    as,
    method === 'POST' ? { reason: 'An insult', rules: ['insults'] } : undefined,
  );
const remove = async (): Promise<string> => (await removal('POST')).json.id;
const edit = async (): Promise<string> => {
  api.clock.now += 1000;
  return (await api.moderate(post, { updatedPost: EDITED })).json.id;
};
const restore = () => removal('DELETE');
const report = (as: number, ofReply = true) =>
  call('POST', '/api/report', as, { postId: post, rule: 'insults', words: '', moment: null, ofReply });
const keep = (as = MOD) => call('POST', `/api/mod/reviews/${post}/keep`, as, { sentence: 'It is fair.' });
const claim = (as = MOD) => call('POST', `/api/mod/reviews/${post}/claim`, as);
const read = async (as?: number) => (await call('GET', `/api/post/${post}`, as)).json.model;
const replySeenBy = async (as?: number) => (await read(as)).reply?.content;
const own = async (as: number) => (await call('GET', `/api/report?postId=${post}`, as)).json;
const refusal = ({ status, text }: { status: number; text: string }) => [status, text];
const events = () =>
  api.events.flatMap(({ event }) => (event.type === 'editedPost' ? [event.post.reply?.content] : []));
/** What the account was told and can still read. */
const told = (id: number): Notification[] => {
  const gone = api.events.flatMap(({ event }) => (event.type === 'deletedNotification' ? [event.id] : []));
  return api.events.flatMap(({ event }) =>
    event.type === 'newNotification' && event.notification.accountId === id
      ? gone.includes(event.notification.id)
        ? []
        : [event.notification]
      : [],
  );
};

describe('a reply', () => {
  test('is part of the post in every list and event, and moves no karma (Rule 31.2)', async () => {
    const karma = await api.karmaOf(player);
    await answer();
    const reply = { content: WORDS, createdAt: new Date(api.clock.now).toISOString(), updatedAt: null };
    expect((await read()).reply).toEqual(reply);
    for (const path of ['latest?', `${player}/received?`, `${author}/sent?`]) {
      const { json } = await call('GET', `/api/post/${path}pageSize=100`, undefined);
      expect(json.find(({ id }: { id: string }) => id === post)).toMatchObject({ reply, updatedAt: null });
    }
    expect(events()).toEqual([WORDS]);
    expect(await api.karmaOf(player)).toEqual(karma);
  });

  test('is changed by a later one (Rules 31.1 and 31.4)', async () => {
    await answer();
    await answer('  It was bad luck. ');
    const updatedAt = new Date(api.clock.now).toISOString();
    await answer('It was bad luck.');
    expect((await read()).reply).toMatchObject({ content: 'It was bad luck.', updatedAt });
    expect(events()).toEqual([WORDS, 'It was bad luck.']);
  });

  test('has 1 to 500 characters (Rule 31.1)', async () => {
    for (const content of ['', ' ', 'x'.repeat(501)]) expect((await answer(content)).status).toBe(400);
    expect((await answer('x'.repeat(500))).status).toBe(204);
  });

  test('is refused with a sentence (Rules 31.1 and 31.4)', async () => {
    expect(refusal(await answer(WORDS, author))).toEqual([
      403,
      'Only the player whom a post is about can answer it.',
    ]);
    await api.ban(player);
    expect(refusal(await answer())).toEqual([403, 'You are banned from posting on the platform.']);
    player = await api.addPlayer({ optedOut: true });
    post = await api.addPost({ author, player });
    expect(refusal(await answer())).toEqual([403, 'You have opted out of the platform.']);
    player = await api.addPlayer();
    post = await api.addPost({ author, player, readOnly: true });
    expect(refusal(await answer())).toEqual([
      403,
      'Moderators have made this post read-only, so you cannot answer it.',
    ]);
    post = await api.addPost({ author, player, modLocked: true });
    expect(refusal(await answer())).toEqual([
      403,
      'Moderators have removed this post, so its reply stays as it is.',
    ]);
    expect((await answer(WORDS, player, '00000000-0000-4000-8000-00000000dead')).status).toBe(404);
  });

  test('is changed and withdrawn after the post was made read-only (Rule 31.4)', async () => {
    await answer();
    await edit();
    expect((await answer('Better now.')).status).toBe(204);
    expect([(await withdraw()).status, await replySeenBy()]).toEqual([204, undefined]);
    expect((await answer()).status).toBe(403);
  });

  test('is withdrawn, also by a banned player, and can be written again (Rule 31.4)', async () => {
    await answer();
    await api.ban(player);
    expect((await withdraw()).status).toBe(204);
    for (const as of [undefined, player, MOD]) expect(await replySeenBy(as)).toBeUndefined();
    expect(events()).toEqual([WORDS, undefined]);
    expect((await withdraw()).status).toBe(404);
  });

  test('is written 20 times within 24 hours, withdrawn ones included (Rule 31.1)', async () => {
    const first = api.clock.now;
    for (let count = 0; count < 3; count++) {
      expect((await answer()).status).toBe(204);
      await withdraw();
    }
    const rewritten = api.clock.now - 1000;
    for (let count = 0; count < 17; count++)
      expect((await answer(WORDS, player, await api.addPost({ author, player }))).status).toBe(204);
    const next = await api.addPost({ author, player });
    const { status, json } = await answer(WORDS, player, next);
    const until = new Date(rewritten + DAY).toISOString();
    expect([status, json.until, json.detail]).toEqual([
      429,
      until,
      `You have answered as many posts as an account may within 24 hours. You can write the next answer on ${until}.`,
    ]);
    expect(first).toBeLessThan(rewritten);
    api.clock.now = rewritten + DAY;
    expect((await answer(WORDS, player, next)).status).toBe(204);
  });

  test('keeps the limit when many are sent at once (Rule 31.1)', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 24; count++) ids.push(await api.addPost({ author, player }));
    const sent = await Promise.all(ids.map((id) => answer(WORDS, player, id)));
    expect(sent.filter(({ status }) => status === 204)).toHaveLength(20);
  });

  test('is absent while its author has opted out, except for them and staff (Rule 31.5)', async () => {
    await answer();
    const optOut = (optedOut: boolean) => call('PUT', '/api/profile', player, { id: player, optedOut });
    expect((await optOut(true)).status).toBe(204);
    const viewers = [undefined, author, HOOD, SUPPORT, player, MOD, ADMIN];
    const seen = async () => {
      const found: unknown[] = [];
      for (const as of viewers) found.push(await replySeenBy(as));
      return found;
    };
    expect(await seen()).toEqual([undefined, undefined, undefined, undefined, WORDS, WORDS, WORDS]);
    expect((await report(HOOD)).status).toBe(404);
    await api.changePlayer(player, { optOutChanged: null });
    await optOut(false);
    expect(await seen()).toEqual(viewers.map(() => WORDS));
  });

  test('is in no feed and no preview, and does not date them (Rule 31.6)', async () => {
    const paths = [
      '/feed/latest.atom',
      `/feed/player/${player}.atom`,
      `/og/post/${post}.json`,
      `/og/player/${player}.json`,
    ];
    const texts = async () =>
      Promise.all(paths.map(async (path) => (await call('GET', path, undefined)).text));
    const before = await texts();
    await answer();
    expect(await texts()).toEqual(before);
  });
});

describe('the author of the post', () => {
  const pending = async (id: number) => {
    const { connection } = await connectHub(api, 'notifications', id);
    const pairs = (await readStream(connection, 'GetPendingNotifications')) as { item2: Notification }[];
    return pairs.map(({ item2 }) => item2);
  };

  test('is notified of a new reply, but not of a change (Rule 31.6)', async () => {
    await answer();
    await answer('It was bad luck.');
    expect(told(author)).toMatchObject([{ type: 10, postId: post, post: { reply: { content: WORDS } } }]);
    expect(await pending(author)).toMatchObject([{ post: { reply: { content: 'It was bad luck.' } } }]);
  });

  test('is no longer told of a reply that was withdrawn or removed, and hears of the next one', async () => {
    await answer();
    await withdraw();
    expect(told(author)).toEqual([]);
    await answer('Once more.');
    expect(told(author)).toMatchObject([{ type: 10 }]);
    await remove();
    expect([told(author), await pending(author)]).toEqual([[], []]);
  });

  test('leaves no copy of the reply in notifications when the post is edited or deleted (Rule 31.5)', async () => {
    await answer();
    await call('PUT', '/api/post', author, { ...postDto(), id: post, player: { id: player } });
    await call('DELETE', `/api/post/${post}`, author);
    const kept = await pending(player);
    expect(kept.map(({ type }) => type)).toEqual([4]);
    expect(JSON.stringify([kept, told(player)])).not.toContain(WORDS);
  });
});

describe('a report of a reply (Rule 31.7)', () => {
  beforeEach(async () => {
    await answer();
  });

  test('is taken from everyone but its author, once and besides one of the post', async () => {
    for (const as of [author, HOOD]) expect((await report(as)).status).toBe(201);
    expect(refusal(await report(player))).toEqual([422, 'You cannot report your own reply.']);
    expect(refusal(await report(HOOD))).toEqual([422, 'You have reported this reply already.']);
    for (const as of [player, HOOD]) expect((await report(as, false)).status).toBe(201);
    expect((await own(HOOD)).map(({ ofReply }: { ofReply?: true }) => ofReply)).toEqual([undefined, true]);
    const { reports } = (await claim()).json;
    expect(reports.map(({ ofReply }: { ofReply?: true }) => ofReply)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
    expect((await read(MOD)).reports).toBe(4);
  });

  test('gets 404 without a reply, and after it was withdrawn or removed', async () => {
    await withdraw();
    expect((await report(HOOD)).status).toBe(404);
    await answer();
    await remove();
    expect((await report(HOOD)).status).toBe(404);
  });

  test('counts for the limit of the day together with reports of posts (Rule 28.12)', async () => {
    const reporter = await api.addPlayer();
    for (let count = 0; count < 5; count++) {
      post = await api.addPost({ author, player });
      await answer();
      for (const ofReply of [true, false]) expect((await report(reporter, ofReply)).status).toBe(201);
    }
    post = await api.addPost({ author, player });
    await answer();
    expect((await report(reporter)).status).toBe(429);
  });

  test('involves its author, so the item is not theirs to see (Rule 28.26)', async () => {
    await report(MOD);
    expect((await claim()).status).toBe(404);
    expect((await removal('POST')).status).toBe(403);
    expect((await claim(ADMIN)).status).toBe(200);
  });

  test('is closed when the reply is withdrawn; the item stays for the post', async () => {
    await report(HOOD);
    await claim();
    await withdraw();
    expect(await own(HOOD)).toMatchObject([{ outcome: 'deleted', ofReply: true }]);
    expect(told(HOOD)).toMatchObject([{ type: 8, outcome: 'deleted', ofReply: true, post: { id: post } }]);
    expect((await claim()).json).toMatchObject({ tab: 'new', reports: [] });
  });

  test('leaves the counts with its erased author, like one of the post', async () => {
    const reporter = await api.addPlayer();
    for (const as of [reporter, HOOD]) await report(as);
    await report(reporter, false);
    await api.database.transaction('eu', (db) => uncountReports(db, reporter));
    expect((await read(MOD)).reports).toBe(1);
  });
});

describe('a decision about reports of both parts (Rule 31.7)', () => {
  let ofPost: number;
  let ofReply: number;
  beforeEach(async () => {
    await answer();
    [ofPost, ofReply] = [await api.addPlayer(), await api.addPlayer()];
    await report(ofPost, false);
    await report(ofReply);
  });
  const outcomes = async () => [(await own(ofPost))[0].outcome, (await own(ofReply))[0].outcome];
  const openReports = async () => {
    const { status, json } = await claim();
    return status === 200 ? json.reports.length : status;
  };

  test('keeps or removes the post: all are closed', async () => {
    const { id } = (await api.moderate(post)).json;
    expect([await outcomes(), await openReports()]).toEqual([['removed', 'removed'], 410]);
    await api.revert(id);
    expect([await outcomes(), await openReports()]).toEqual([['open', 'open'], 2]);
    await keep();
    expect([await outcomes(), await openReports()]).toEqual([['kept', 'kept'], 410]);
    await call('DELETE', `/api/mod/reviews/${post}/keep`, MOD);
    expect([await outcomes(), await openReports()]).toEqual([['open', 'open'], 2]);
  });

  test('edits the post, then removes the reply: each closes its own, the second the item', async () => {
    await claim(ADMIN);
    await edit();
    expect([await outcomes(), await openReports()]).toEqual([['edited', 'open'], 1]);
    expect((await read(MOD)).reports).toBe(1);
    await remove();
    expect([await outcomes(), await openReports()]).toEqual([['edited', 'removed'], 410]);
    await restore();
    expect([await outcomes(), await openReports()]).toEqual([['edited', 'open'], 1]);
    expect([told(ofPost), told(ofReply)]).toMatchObject([[{ type: 8, outcome: 'edited' }], []]);
  });

  test('removes the reply, then the edit of the post is reverted: only its reports are open again', async () => {
    await remove();
    const id = await edit();
    expect([await outcomes(), await openReports()]).toEqual([['edited', 'removed'], 410]);
    await api.revert(id);
    expect([await outcomes(), await openReports()]).toEqual([['open', 'removed'], 1]);
  });

  test('tells who reported both which part it is about, and takes back only that', async () => {
    await report(ofPost);
    await edit();
    await remove();
    const shown = { type: 8, outcome: 'removed', ofReply: true };
    expect(told(ofPost)).toMatchObject([{ type: 8, outcome: 'edited' }, shown]);
    await restore();
    expect(told(ofPost)).toMatchObject([{ outcome: 'edited' }]);
  });
});

describe('a removed reply (Rules 31.5 and 31.7)', () => {
  beforeEach(async () => {
    await answer();
  });
  const stored = async () =>
    (await api.database.read('eu', (db) => db.select().from(decisions).where(eq(decisions.postId, post))))[0];

  test('is left to its author and staff, who see that it was removed', async () => {
    await remove();
    for (const as of [player, MOD, ADMIN])
      expect((await read(as)).reply).toMatchObject({ content: WORDS, removed: true });
    for (const as of [undefined, author, HOOD, SUPPORT]) expect(await replySeenBy(as)).toBeUndefined();
    expect(events()).toEqual([WORDS, undefined]);
  });

  test('can neither be changed nor withdrawn nor removed again', async () => {
    await remove();
    const sentence = 'Moderators have removed your reply, so you cannot change it.';
    expect(refusal(await answer('Again'))).toEqual([403, sentence]);
    expect(refusal(await withdraw())).toEqual([403, sentence]);
    expect((await removal('POST')).status).toBe(410);
  });

  test('is kept as a decision, of which its author is notified', async () => {
    const id = await remove();
    expect(await stored()).toMatchObject({
      id,
      kind: 'reply-removed',
      personId: player,
      otherId: author,
      modId: MOD,
      rules: ['insults'],
      reason: 'An insult',
      former: { title: '', content: WORDS, flairs: 0 },
      revertedAt: null,
    });
    const shown = {
      type: 11,
      decisionId: id,
      kind: 'reply-removed',
      reason: 'An insult',
      rules: ['insults'],
    };
    expect(told(player)).toMatchObject([shown]);
    expect(JSON.stringify(told(player))).not.toContain(String(MOD));
  });

  test('is shown again when that is reverted, and can be changed', async () => {
    await remove();
    expect((await restore()).status).toBe(205);
    expect([await replySeenBy(), told(player)]).toEqual([WORDS, []]);
    expect((await stored())?.revertedAt).toEqual(new Date(api.clock.now - 1000));
    expect((await restore()).status).toBe(404);
    expect((await answer('Calmer now')).status).toBe(204);
  });

  test('on a held post leaves the item open, without which it would never count (Rule 28.6)', async () => {
    post = await api.addPost({ author, player, held: true });
    await answer();
    await report(HOOD);
    await remove();
    expect((await claim()).json).toMatchObject({ reports: [], held: true });
  });

  test('replaces no earlier decision about the post, which can still be undone (Rule 28.35)', async () => {
    await report(AURORA, false);
    await keep();
    api.clock.now += HOUR;
    await removal('POST', await admin());
    expect((await call('DELETE', `/api/mod/reviews/${post}/keep`, MOD)).status).toBe(204);
  });

  test('does not exist without a reply, or on a removed post', async () => {
    await api.moderate(post);
    expect((await removal('POST')).status).toBe(410);
    post = await api.addPost({ author: BORODINO, player: HOOD });
    expect((await removal('POST')).status).toBe(404);
  });

  /** Another moderator. */
  async function admin(): Promise<number> {
    const id = await api.addPlayer();
    await api.setRoles(id, ['mod']);
    return id;
  }
});
