/** Replies of players to posts about them (Rules 31.1 to 31.6), and reports and removals of replies (Rule 31.7). */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { decisions, replies } from '#api/db/decision-schema.ts';
import { reports } from '#api/db/review-schema.ts';
import { applyRetention } from '#api/jobs/housekeeping/retention.ts';
import { uncountReports } from '#api/model/reviews/queue.ts';
import { WARNED_SENTENCE } from '#lib/domain/posting.ts';
import { ADMIN, ADMIN_AND_MOD, CONTENT, DAY, HOOD, HOUR, MOD, postDto, SUPPORT } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import * as shared from '#tests/support/decisions.ts';

const WORDS = 'I was low on health.';

const api = setUpApi();
let author: number;
let player: number;
let post: string;
const write = async (options: object = {}): Promise<void> => {
  post = await api.addPost({ author, player, flairs: 1, createdAt: api.clock.now, ...options });
};
beforeEach(async () => {
  [author, player] = [await api.addPlayer(), await api.addPlayer()];
  await write();
});

/** Sends a call a second later, so that decisions have different times. */
const call = (method: string, path: string, as?: number, body?: object) => {
  api.clock.now += 1000;
  return api.call(method, path, { as, ...(body && { body }) });
};
const reply = (content = WORDS, as = player) => call('PUT', `/api/post/${post}/reply`, as, { content });
const withdraw = () => call('DELETE', `/api/post/${post}/reply`, player);
const AGAINST_RULES = { reason: 'An insult', rules: ['insults'] };
const remove = (as = MOD) => call('POST', `/api/mod/reviews/${post}/reply/removal`, as, AGAINST_RULES);
const restore = () => call('DELETE', `/api/mod/reviews/${post}/reply/removal`, MOD);
const edit = async (): Promise<string> => {
  api.clock.now += 1000;
  const updatedPost = { title: 'Calmer', content: CONTENT, flairs: 0 };
  return (await api.moderate(post, { updatedPost })).json.id;
};
const report = (as: number, ofReply = true) => {
  api.clock.now += 1000;
  return shared.report(api, post, as, { ofReply });
};
const keep = () => call('POST', `/api/mod/reviews/${post}/keep`, MOD, { sentence: 'It is fair.' });
const unkeep = () => call('DELETE', `/api/mod/reviews/${post}/keep`, MOD);
const claim = (as = MOD) => call('POST', `/api/mod/reviews/${post}/claim`, as);
const read = async (as?: number) => (await call('GET', `/api/post/${post}`, as)).json.model;
const own = async (as: number) => (await call('GET', `/api/report?postId=${post}`, as)).json;
const refused = ({ status, text }: { status: number; text: string }) => [status, text];
/** The reply as each viewer finds it. */
const seenBy = async (...viewers: (number | undefined)[]) => {
  const seen: unknown[] = [];
  for (const as of viewers) seen.push((await read(as)).reply?.content);
  return seen;
};
const announced = () =>
  api.events.flatMap(({ event }) => (event.type === 'editedPost' ? [event.post.reply?.content] : []));
const told = (id: number) => shared.told(api, id);
const pending = (id: number) => shared.pending(api, id);

describe('a reply', () => {
  test('is part of the post in lists and events, and moves no karma (Rule 31.2)', async () => {
    const karma = await api.karmaOf(player);
    await reply(`  ${WORDS} `);
    const shown = { content: WORDS, createdAt: new Date(api.clock.now).toISOString(), updatedAt: null };
    expect((await read()).reply).toEqual(shown);
    for (const path of ['latest?', `${player}/received?`, `${author}/sent?`]) {
      const { json } = await call('GET', `/api/post/${path}pageSize=100`);
      const listed = json.find(({ id }: { id: string }) => id === post);
      expect(listed.reply).toEqual(shown);
      expect(listed).not.toHaveProperty('updatedAt');
    }
    expect([announced(), await api.karmaOf(player)]).toEqual([[WORDS], karma]);
  });

  test('is refused with a sentence (Rule 31.1)', async () => {
    const others = 'Only the player whom a post is about can answer it.';
    expect(refused(await reply(WORDS, author))).toEqual([403, others]);
    await write({ readOnly: true });
    const readOnly = 'Moderators have made this post read-only, so you cannot answer it.';
    expect(refused(await reply())).toEqual([403, readOnly]);
    await write({ modLocked: true });
    const removed = 'Moderators have removed this post, so its reply stays as it is.';
    expect(refused(await reply())).toEqual([403, removed]);
  });

  test('of 1 to 500 characters is changed, also on a read-only post, and withdrawn, also by a banned player (Rules 31.1 and 31.4)', async () => {
    for (const content of ['', ' ', 'x'.repeat(501)]) expect((await reply(content)).status).toBe(400);
    await reply('x'.repeat(500));
    await edit();
    expect((await reply('Better now.')).status).toBe(204);
    const updatedAt = new Date(api.clock.now).toISOString();
    await reply('Better now.');
    expect((await read()).reply).toMatchObject({ content: 'Better now.', updatedAt });
    await api.ban(player);
    expect((await withdraw()).status).toBe(204);
    expect(await seenBy(undefined, player, MOD)).toEqual([undefined, undefined, undefined]);
    expect(announced().slice(-2)).toEqual(['Better now.', undefined]);
    await write();
    expect((await withdraw()).status).toBe(404);
  });

  test('is written 20 times within 24 hours, withdrawn ones included (Rule 31.1)', async () => {
    const until = api.clock.now + 1000 + DAY;
    for (let count = 0; count < 3; count++) {
      await reply();
      await withdraw();
    }
    for (let count = 0; count < 17; count++) {
      await write();
      expect((await reply()).status).toBe(204);
    }
    await write();
    const { status, json } = await reply();
    const date = new Date(until).toISOString();
    const detail = `You have answered as many posts as an account may within 24 hours. You can write the next answer on ${date}.`;
    expect([status, json]).toMatchObject([429, { until: date, detail }]);
    api.clock.now = until;
    expect((await reply()).status).toBe(204);
  });

  test('counts each answer for 24 hours, also those that the release before has stored (Rule 31.1)', async () => {
    const next = async () => (await call('GET', `/api/profile/${player}`, player)).json.nextReplyAt;
    for (let count = 0; count < 21; count++) {
      expect([(await reply()).status, await next()]).toEqual([204, null]);
      await withdraw();
      api.clock.now += 2 * HOUR;
    }
    const createdAt = new Date(api.clock.now);
    const stored = { answers: [], writes: 20, createdAt };
    await api.database.transaction('eu', (db) =>
      db.update(replies).set(stored).where(eq(replies.postId, post)),
    );
    expect((await reply()).status).toBe(429);
    expect(await next()).toBe(new Date(createdAt.getTime() + DAY).toISOString());
    expect((await call('GET', `/api/profile/${player}`, MOD)).json).not.toHaveProperty('nextReplyAt');
  });

  test('is neither written nor changed before a warning is read, but withdrawn (Rule 31.1)', async () => {
    await reply();
    const warning = { userId: player, postId: null, reason: 'Insults' };
    expect((await call('POST', '/api/mod/warnings', MOD, warning)).status).toBe(202);
    expect(refused(await reply('Again'))).toEqual([403, WARNED_SENTENCE]);
    expect([(await withdraw()).status, (await reply()).status]).toEqual([204, 403]);
  });

  test('is stored with at most two empty lines in a row (Rule 31.1)', async () => {
    await reply('One\n\n\nTwo\r\n \n\t\n\n\n\nThree');
    expect(await seenBy(undefined)).toEqual(['One\n\n\nTwo\n\n\nThree']);
  });

  test('is absent while its author has opted out, except for them and staff (Rule 31.5)', async () => {
    await reply();
    const optOut = (optedOut: boolean) => call('PUT', '/api/profile', player, { id: player, optedOut });
    await optOut(true);
    expect(await seenBy(undefined, author, HOOD, SUPPORT)).toEqual(Array(4).fill(undefined));
    expect(await seenBy(player, MOD, ADMIN)).toEqual(Array(3).fill(WORDS));
    expect((await report(HOOD)).status).toBe(404);
    await api.changePlayer(player, { optOutChanged: null });
    await optOut(false);
    expect(await seenBy(undefined, author)).toEqual([WORDS, WORDS]);
  });

  test('is in no feed and no preview, and does not date them (Rule 31.6)', async () => {
    const paths = ['/feed/latest.atom', `/feed/player/${player}.atom`, `/og/post/${post}.json`];
    const texts = () => Promise.all(paths.map(async (path) => (await call('GET', path)).text));
    const before = await texts();
    await reply();
    expect(await texts()).toEqual(before);
  });
});

describe('notifications', () => {
  test('tell the author of the post of a reply, not of a change or of one that is gone (Rule 31.6)', async () => {
    await reply('Bad luck.');
    await reply();
    expect(told(author)).toMatchObject([
      { type: 10, postId: post, post: { reply: { content: 'Bad luck.' } } },
    ]);
    expect(await pending(author)).toMatchObject([{ type: 10, post: { reply: { content: WORDS } } }]);
    await withdraw();
    expect(told(author)).toEqual([]);
    await reply();
    expect(told(author)).toMatchObject([{ type: 10 }]);
    await remove();
    expect([told(author), await pending(author)]).toEqual([[], []]);
  });

  test('about the post store no copy of the reply (Rule 31.5)', async () => {
    await reply();
    await call('PUT', '/api/post', author, { ...postDto(), id: post, player: { id: player } });
    await call('DELETE', `/api/post/${post}`, author);
    const kept = await pending(player);
    expect([kept, told(player)]).toMatchObject([[{ type: 4 }], [{ type: 4 }]]);
    expect(JSON.stringify([kept, told(player)])).not.toContain(WORDS);
  });
});

describe('a report of a reply (Rule 31.7)', () => {
  beforeEach(() => reply());

  test('is taken from everyone but its author, once and besides one of the post', async () => {
    for (const as of [author, HOOD]) expect((await report(as)).status).toBe(201);
    expect(refused(await report(player))).toEqual([422, 'You cannot report your own reply.']);
    expect(refused(await report(HOOD))).toEqual([422, 'You have reported this reply already.']);
    for (const as of [player, HOOD]) expect((await report(as, false)).status).toBe(201);
    const parts = (reports: { ofReply?: true }[]) => reports.map(({ ofReply }) => ofReply);
    expect(parts(await own(HOOD))).toEqual([undefined, true]);
    expect(parts((await claim()).json.reports)).toEqual([true, true, undefined, undefined]);
    expect((await read(MOD)).reports).toBe(4);
  });

  test('keeps its author from deciding and from the words of what was withdrawn', async () => {
    for (const as of [HOOD, MOD]) await report(as);
    expect([(await claim()).status, (await remove()).status]).toEqual([404, 403]);
    await withdraw();
    expect([(await claim()).status, (await remove()).status]).toEqual([404, 403]);
    expect((await remove(ADMIN_AND_MOD)).status).toBe(202);
    expect((await read(MOD)).reply).toMatchObject({ content: '', removed: true });
  });

  test('leaves the counts with its erased author, like one of the post', async () => {
    const reporter = await api.addPlayer();
    for (const ofReply of [true, false]) await report(reporter, ofReply);
    await report(HOOD);
    await api.database.transaction('eu', (db) => uncountReports(db, reporter));
    expect((await read(MOD)).reports).toBe(1);
  });
});

/** What moderators read of the reply: its reports, its former words and the present ones, and whether it is new since the decision. */
const judged = async () => {
  const { status, json } = await claim();
  if (status !== 200) return status;
  const { tab, reports, replyVersions, isReplyChanged, post: shown } = json;
  const former = replyVersions.map(({ content }: { content: string }) => content);
  return { tab, reports: reports.length, former, now: shown.reply?.content, changed: isReplyChanged };
};

/** Removes what is not kept for so many days. */
const forget = (days: number) =>
  applyRetention(api.database, api.clock.now + days * DAY, new AbortController().signal);

describe('a reply in the queue', () => {
  const ITEM = { tab: 'new', reports: 0, former: [], now: WORDS, changed: false };
  const INSULT = 'You are a fool.';

  test('opens the item of its post once, and leaves the last decision in force', async () => {
    await write({ held: true });
    await reply(INSULT);
    expect(await judged()).toEqual({ ...ITEM, now: INSULT });
    await keep();
    expect(await judged()).toBe(410);
    await reply();
    const { openedAt } = (await claim()).json;
    expect(await judged()).toEqual({ ...ITEM, changed: true });
    await reply('Well.');
    expect((await claim()).json).toMatchObject({ openedAt, held: false });
    await forget(31);
    await report(HOOD);
    expect(await judged()).toMatchObject({ tab: 'reported', changed: true });
    expect((await unkeep()).status).toBe(204);
    expect((await claim()).json).toMatchObject({ held: true, isReplyChanged: false });
    await write({ advice: ['no-replay'] });
    await reply();
    expect(await judged()).toMatchObject({ tab: 'advised' });
  });

  test('that is removed and restored leaves the decision about the post in force', async () => {
    await write({ held: true });
    await reply();
    await keep();
    await reply('Well.');
    const removal = `/api/mod/reviews/${post}/reply/removal`;
    expect((await api.call('POST', removal, { as: MOD, body: { reason: 'Insults' } })).status).toBe(202);
    expect(await judged()).toBe(410);
    expect((await api.call('DELETE', removal, { as: MOD })).status).toBe(205);
    expect((await claim()).json).toMatchObject({ held: false });
    expect((await unkeep()).status).toBe(204);
    expect((await claim()).json).toMatchObject({ held: true });
  });

  test('shows the words that were reported, and may be reported again (Rule 31.7)', async () => {
    await reply(INSULT);
    await report(HOOD);
    for (const words of ['Idiot.', 'Good', WORDS]) await reply(words);
    const former = [INSULT, 'Good'];
    expect(await judged()).toEqual({ ...ITEM, tab: 'reported', reports: 1, former });
    await keep();
    await reply(INSULT);
    expect(await judged()).toEqual({ ...ITEM, now: INSULT, changed: true });
    expect([(await report(HOOD)).status, (await report(HOOD)).status]).toEqual([201, 422]);
    await reply();
    expect((await report(HOOD)).status).toBe(201);
    expect(await judged()).toMatchObject({ reports: 2, former: [INSULT], now: WORDS });
    await remove();
    expect(told(HOOD)).toMatchObject([{ outcome: 'kept' }, { outcome: 'removed', ofReply: true }]);
  });

  test('is reported as it was read: 409 once it was changed (Rule 31.7)', async () => {
    await reply();
    const read = new Date(api.clock.now).toISOString();
    await reply(INSULT);
    const readNow = new Date(api.clock.now).toISOString();
    const send = (replyAt: string) => shared.report(api, post, HOOD, { ofReply: true, replyAt });
    expect(refused(await send(read))).toEqual([409, 'The reply was changed. Read it again.']);
    expect((await send(readNow)).status).toBe(201);
    const [stored] = await api.database.read('eu', (db) =>
      db.select().from(reports).where(eq(reports.postId, post)),
    );
    expect(stored).toMatchObject({ aboutId: player, replyAt: new Date(readNow) });
  });

  test('that is withdrawn stays with its words until a decision, if it was reported (Rule 31.7)', async () => {
    await reply(INSULT);
    await report(HOOD);
    await withdraw();
    const item = { ...ITEM, tab: 'reported', reports: 1, former: [INSULT], now: undefined };
    expect(await judged()).toEqual(item);
    expect(await own(HOOD)).toMatchObject([{ outcome: 'open' }]);
    const { id } = (await remove()).json;
    expect(await judged()).toBe(410);
    expect((await call('GET', `/api/decisions/${id}`, player)).json.former.content).toBe(INSULT);
    expect(told(player)).toMatchObject([{ type: 11, kind: 'reply-removed' }]);
    expect((await read(player)).reply).toMatchObject({ content: '', removed: true });
    const sentence =
      'Moderators have removed your reply, so you can neither change it nor write another one.';
    expect(refused(await reply())).toEqual([403, sentence]);
    await restore();
    expect(await judged()).toEqual(item);
    await forget(89);
    expect(await judged()).toEqual(item);
    await forget(91);
    expect(await judged()).toMatchObject({ reports: 1, former: [] });
    await keep();
    expect([await judged(), (await reply()).status]).toEqual([410, 204]);
  });

  test('that no one reported leaves nothing once it is withdrawn (Rule 31.4)', async () => {
    await reply(INSULT);
    await withdraw();
    expect(await judged()).toEqual({ ...ITEM, now: undefined });
    expect((await remove()).status).toBe(404);
  });
});

describe('a decision about reports of both parts (Rule 31.7)', () => {
  let both: number;
  let ofReply: number;
  beforeEach(async () => {
    await reply();
    [both, ofReply] = [await api.addPlayer(), await api.addPlayer()];
    await report(both);
    await report(both, false);
    await report(ofReply);
  });
  /** The outcomes for the post and for the reply, and how many reports the item has; 410 once it is decided. */
  const state = async () => {
    const { status, json } = await claim();
    const [ofPost] = await own(both);
    const [report] = await own(ofReply);
    return [ofPost.outcome, report.outcome, status === 200 ? json.reports.length : status];
  };

  test('closes all of them when the post is kept or removed', async () => {
    const { id } = (await api.moderate(post)).json;
    expect(await state()).toEqual(['removed', 'removed', 410]);
    await api.revert(id);
    expect(await state()).toEqual(['open', 'open', 3]);
    await keep();
    expect(await state()).toEqual(['kept', 'kept', 410]);
    await unkeep();
    expect(await state()).toEqual(['open', 'open', 3]);
  });

  test('closes those of the edited post, then those of the removed reply, and the item with the last', async () => {
    await claim(ADMIN);
    const edited = await edit();
    expect(await state()).toEqual(['edited', 'open', 2]);
    await remove();
    expect(await state()).toEqual(['edited', 'removed', 410]);
    const [ofPost, ofIt] = [{ outcome: 'edited' }, { outcome: 'removed', ofReply: true }];
    expect([told(both), told(ofReply)]).toMatchObject([[ofPost, ofIt], [ofIt]]);
    await restore();
    expect(await state()).toEqual(['edited', 'open', 2]);
    expect([told(both), told(ofReply)]).toMatchObject([[ofPost], []]);
    await remove();
    await api.revert(edited);
    expect(await state()).toEqual(['open', 'removed', 1]);
  });
});

describe('a removed reply (Rules 31.5 and 31.7)', () => {
  beforeEach(() => reply());

  test('is left to its author and staff as it is, and shown again when that is reverted', async () => {
    const { id } = (await remove()).json;
    expect(await seenBy(undefined, author, HOOD, SUPPORT)).toEqual(Array(4).fill(undefined));
    for (const as of [player, MOD, ADMIN])
      expect((await read(as)).reply).toMatchObject({ content: WORDS, removed: true });
    const sentence =
      'Moderators have removed your reply, so you can neither change it nor write another one.';
    for (const answer of [await reply('Again'), await withdraw()])
      expect(refused(answer)).toEqual([403, sentence]);
    expect([(await remove()).status, (await report(HOOD)).status]).toEqual([410, 404]);
    await call('POST', `/api/decisions/${id}/objection`, player, { words: 'It was no insult.' });
    expect((await restore()).status).toBe(205);
    expect(announced()).toEqual([WORDS, undefined, WORDS]);
    expect(told(player)).toMatchObject([{ type: 12, decisionId: id, verdict: 'reversed' }]);
    expect((await restore()).status).toBe(404);
    expect((await reply('Calmer now')).status).toBe(204);
    await api.moderate(post);
    expect((await remove()).status).toBe(410);
  });

  test('is kept as a decision, of which its author is notified', async () => {
    const { id } = (await remove()).json;
    const isOfPost = eq(decisions.postId, post);
    const [stored] = await api.database.read('eu', (db) => db.select().from(decisions).where(isOfPost));
    const former = { title: '', content: WORDS, flairs: 0 };
    const people = { personId: player, otherId: author, modId: MOD };
    expect(stored).toMatchObject({ id, kind: 'reply-removed', ...people, ...AGAINST_RULES, former });
    expect(told(player)).toMatchObject([
      { type: 11, decisionId: id, kind: 'reply-removed', ...AGAINST_RULES },
    ]);
    expect(JSON.stringify(told(player))).not.toContain(String(MOD));
  });

  test('leaves the item of a held post open, without which that would never count', async () => {
    await write({ held: true });
    await reply();
    await report(HOOD);
    await remove();
    expect((await claim()).json).toMatchObject({ reports: [], held: true });
  });

  test('replaces no earlier decision about the post', async () => {
    await report(HOOD, false);
    await keep();
    await remove(ADMIN_AND_MOD);
    expect((await unkeep()).status).toBe(204);
  });
});
