/** No one but its author learns who wrote a report (Rule 28.14): a walk over everything that the API sends. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  ADMIN,
  ADMIN_AND_MOD,
  BORODINO,
  CONTENT,
  createTestApi,
  HOOD,
  MOD,
  SUPPORT,
  type TestApi,
} from '#tests/support/api.ts';
import { linked, report } from '#tests/support/decisions.ts';
import { settleMessages, startDiscord } from '#tests/support/discord-server.ts';
import { exportOf } from '#tests/support/person.ts';

const NAME = 'Quiet_Reporter';
const WORDS = 'Only the reporter knows these words';

let discord: Awaited<ReturnType<typeof startDiscord>>;
let api: TestApi;
let reporter: number;
let author: number;
let player: number;
let post: string;
let logged: string;

beforeAll(async () => {
  logged = '';
  discord = await startDiscord();
  const env = { DISCORD_WEBHOOK_EU: discord.url(1), DISCORD_MODERATION_WEBHOOK_EU: discord.url(2) };
  api = await createTestApi({ env });
  for (const level of ['info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(api.app.log, level).mockImplementation((...args: unknown[]) => {
      logged += JSON.stringify(args);
    });
  author = await api.addPlayer();
  player = await api.addPlayer();
  reporter = await api.addPlayer({ username: NAME });
  post = await api.addPost({ author, player, createdAt: api.clock.now });
  const body = { postId: post, rule: 'insults', words: WORDS, moment: 12 };
  const reply = { as: player, body: { content: 'I was low on health.' } };
  expect((await api.call('PUT', `/api/post/${post}/reply`, reply)).status).toBe(204);
  for (const part of [body, { ...body, ofReply: true }])
    expect((await api.call('POST', '/api/report', { as: reporter, body: part })).status).toBe(201);
});
afterEach(() => {
  api.events.length = 0;
});
afterAll(async () => {
  await api.close();
  await discord.close();
});

/** Whether a text reveals the reporter; their words only count where `words` is set. */
function revealed(text: string, words = true): string[] {
  return [NAME, String(reporter), ...(words ? [WORDS] : [])].filter((part) => text.includes(part));
}

/** Everything that hubs send to others than the reporter. */
const heard = () =>
  JSON.stringify(
    api.events.filter(
      ({ event }) => event.type !== 'newNotification' || event.notification.accountId !== reporter,
    ),
  );

const addresses = () => [
  `/api/post/${post}`,
  '/api/post/latest',
  `/api/post/${player}/received`,
  `/api/post/${author}/sent`,
  `/api/player/${player}`,
  `/api/player/${author}`,
  `/api/profile/${author}`,
  '/api/report',
  `/api/report?postId=${post}`,
  `/api/report/counts/${player}`,
  '/api/mod/reviews?tab=reported',
  '/api/mod/reviews/counts',
  `/api/mod/action/list?postId=${post}`,
  `/api/mod/bans/${author}`,
  `/og/post/${post}.json`,
  `/og/player/${player}.json`,
  '/feed/latest.atom',
  `/feed/player/${player}.atom`,
  '/api/stats',
];

async function walk(): Promise<void> {
  for (const as of [undefined, author, player, HOOD, SUPPORT, MOD, ADMIN])
    for (const path of addresses()) {
      const answer = await api.call('GET', path, { as });
      expect([path, as, revealed(answer.text)]).toEqual([path, as, []]);
    }
}

test('while it is open', async () => {
  expect(revealed(heard())).toEqual([]);
  await walk();
  await settleMessages(api.database);
  const sent = JSON.stringify([...discord.messages.values()]);
  expect(sent).toContain('Post reported');
  expect(revealed(sent)).toEqual([]);
  for (const id of [author, player]) {
    const found = await exportOf(api.database, id);
    const [item] = found?.tables.reviews ?? [];
    expect([item?.post_id, item?.reports, item?.kind, item?.opened_at]).toEqual([
      post,
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('when a moderator takes it up: the words are shown, not the name', async () => {
  const { status, text } = await api.call('POST', `/api/mod/reviews/${post}/claim`, { as: MOD });
  expect([status, revealed(text, false), revealed(heard())]).toEqual([200, [], []]);
  expect(text).toContain(WORDS);
});

test('when it is decided, to author and subject too', async () => {
  const removal = { as: ADMIN_AND_MOD, body: { reason: 'An insult' } };
  const removed = await api.call('POST', `/api/mod/reviews/${post}/reply/removal`, removal);
  expect(removed.status).toBe(202);
  const updatedPost = { title: 'Toned down', content: CONTENT, flairs: 0 };
  expect((await api.moderate(post, { updatedPost })).status).toBe(202);
  expect(heard()).toContain('newNotification');
  expect(revealed(heard())).toEqual([]);
  await walk();
  await settleMessages(api.database);
  const sent = JSON.stringify([...discord.messages.values()]);
  expect(sent).not.toContain('Post reported');
  expect(revealed(sent)).toEqual([]);
});

test('when they object to a decision that keeps the post', async () => {
  const postId = await api.addPost({ author, player });
  await report(api, postId, reporter, { words: WORDS });
  const keep = { as: MOD, body: { sentence: 'It is fair.' } };
  await api.call('POST', `/api/mod/reviews/${postId}/keep`, keep);
  const decisionId = linked(api, reporter);
  const objection = { as: reporter, body: { words: 'Read it again' } };
  const { json } = await api.call('POST', `/api/decisions/${decisionId}/objection`, objection);
  const seen = [
    `/api/decisions/${decisionId}`,
    '/api/mod/decisions?kind=kept',
    '/api/mod/objections',
    `/api/mod/objections/${json.id}`,
  ];
  for (const as of [author, player, HOOD, MOD, ADMIN])
    for (const path of seen) {
      const { status, text } = await api.call('GET', path, { as });
      const expected = as === MOD || as === ADMIN ? 200 : path.startsWith('/api/mod') ? 403 : 404;
      // The words of a report are shown to who decides about its objection.
      expect([path, as, status, revealed(text, path !== seen[3])]).toEqual([path, as, expected, []]);
    }
  await settleMessages(api.database);
  const sent = JSON.stringify([...discord.messages.values()]);
  expect(sent).toContain('/moderation?tab=objections');
  expect([revealed(sent), revealed(heard())]).toEqual([[], []]);
  const verdict = { as: ADMIN, body: { verdict: 'upheld', reason: 'It is within the guidelines.' } };
  await api.call('POST', `/api/mod/objections/${json.id}/decision`, verdict);
  await settleMessages(api.database);
  expect(JSON.stringify([...discord.messages.values()])).not.toContain('Objection to a decision');
  expect(heard()).toContain('"isDecider":true');
  await report(api, postId, HOOD);
  const claim = ['POST', `/api/mod/reviews/${postId}/claim`] as const;
  for (const [method, path] of [...seen.slice(0, 2).map((path) => ['GET', path] as const), claim]) {
    const { text } = await api.call(method, path, { as: MOD });
    expect([path, text.includes('Read it again'), revealed(text, method === 'GET')]).toEqual([
      path,
      true,
      [],
    ]);
  }
  expect(revealed(heard())).toEqual([]);
});

test('in exports of the author, the subject and others', async () => {
  for (const id of [author, player, BORODINO, MOD]) {
    const found = await exportOf(api.database, id);
    expect([id, revealed(JSON.stringify(found))]).toEqual([id, []]);
    const kept = found?.tables.decisions?.filter(({ kind }) => kind === 'kept') ?? [];
    expect([id, kept.length]).toEqual([id, id === MOD ? 1 : 0]);
    const deciders = found?.tables.reviews?.map(({ decided_by: by }) => by) ?? [];
    expect([id, deciders.filter((by) => by !== null && Number(by) !== id)]).toEqual([id, []]);
  }
  const own = await exportOf(api.database, reporter);
  expect(JSON.stringify(own)).toContain(WORDS);
});

test('in the log', () => {
  expect(revealed(logged)).toEqual([]);
});
