/** Messages on Discord (Rules 23.10 to 23.12). */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiConfig } from '#api/config/load-config.ts';
import { discordMessages } from '#api/db/message-schema.ts';
import { createDiscord, type Discord } from '#api/discord/discord.ts';
import { escapeMarkdown } from '#api/discord/messages.ts';
import { perRegion } from '#lib/regions.ts';
import {
  ADMIN,
  AURORA,
  BORODINO,
  CONTENT,
  createTestApi,
  DAY,
  MOD,
  postDto,
  START,
  type TestApi,
} from '#tests/support/api.ts';
import { settleMessages, startDiscord, storedMessages } from '#tests/support/discord-server.ts';
import { withEffects } from '#tests/support/test-database.ts';

type Server = Awaited<ReturnType<typeof startDiscord>>;

let server: Server;
let api: TestApi;
beforeAll(async () => {
  server = await startDiscord();
  const env = {
    DISCORD_WEBHOOK_EU: server.url(1),
    DISCORD_MODERATION_WEBHOOK_EU: server.url(2),
  };
  api = await createTestApi({ env });
});
beforeEach(() => {
  server.requests.length = 0;
});
afterEach(async () => {
  // Nothing is left for the next test.
  for (const region of ['eu', 'na'] as const)
    await api.database.transaction(region, (db) => db.delete(discordMessages));
  server.messages.clear();
  server.overrides.length = 0;
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const rows = () => storedMessages(api.database);
const settle = () => settleMessages(api.database);

async function post(fields: Record<string, unknown> = {}): Promise<{ id: string; player: number }> {
  api.clock.now += 2 * DAY;
  const player = await api.addPlayer({ username: `Target_${server.requests.length}_${api.clock.now}` });
  const { status, json } = await api.createPost({ player: { id: player }, ...fields });
  expect(status).toBe(201);
  return { id: json.id, player };
}
const contents = (): string => JSON.stringify([...server.messages.values()]);

describe('a new post', () => {
  test('is announced with a link, without mentions and without its ticket id (Rule 23.10)', async () => {
    const { id } = await post({
      title: 'Thanks @everyone <@1> **bold**',
      supportTicketStatus: { hasTicket: true, ticketId: '123456789' },
    });
    await settle();
    const [request] = server.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '?wait=true']);
    expect(request?.body).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'Thanks \\@everyone \\<\\@1\\> \\*\\*bold\\*\\*',
          url: `http://localhost:4321/posts/${id}`,
          description: expect.stringContaining('**Aurora\\_Captain** about **Target'),
          color: expect.any(Number),
          timestamp: new Date(api.clock.now).toISOString(),
          footer: { text: 'Fleet Karma EU' },
        },
      ],
    });
    expect(JSON.stringify(request)).not.toContain('123456789');
  });

  test('is edited and deleted there when its author does so', async () => {
    const { id, player } = await post();
    await settle();
    const body = { ...postDto({ player: { id: player }, title: 'Said better now' }), id };
    await api.call('PUT', '/api/post', { as: AURORA, body });
    await settle();
    expect(contents()).toContain('Said better now');
    await api.call('DELETE', `/api/post/${id}`, { as: AURORA });
    await settle();
    expect([server.messages.size, (await rows()).length]).toEqual([0, 0]);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'DELETE']);
  });

  test('disappears when its subject opts out later, with all earlier ones (Rule 23.11)', async () => {
    const { player } = await post();
    api.clock.now += 2 * DAY;
    await api.createPost({ player: { id: player }, title: 'Another post' }, { as: BORODINO });
    const other = await post({ title: 'About someone else' });
    await settle();
    expect(server.messages.size).toBe(3);
    await api.call('PUT', '/api/profile', { as: player, body: { id: player, optedOut: true } });
    await settle();
    expect(server.messages.size).toBe(1);
    expect(contents()).toContain(other.id);
    api.clock.now += 8 * DAY;
    await api.call('PUT', '/api/profile', { as: player, body: { id: player, optedOut: false } });
    await settle();
    expect(server.messages.size, 'after opting in').toBe(1);
  });

  test('in a region without a webhook is not queued', async () => {
    await api.createPost({}, { region: 'na' });
    const queued = await api.database.read('na', (db) => db.$count(discordMessages));
    expect([queued, server.requests.length]).toEqual([0, 0]);
  });
});

describe('moderation', () => {
  test('a removal deletes the post’s message and is announced to staff; an edit changes it', async () => {
    const { id } = await post({ title: 'Harsh words here' });
    await settle();
    const { json: action } = await api.moderate(id, { reason: 'Too *harsh*' });
    await settle();
    expect(contents()).not.toContain('Harsh words here');
    expect(contents()).toContain('Post removed by a moderator');
    expect(contents()).toContain('Reason: Too \\\\*harsh\\\\*');
    await api.revert(action.id);
    await settle();
    expect(contents()).toContain('Harsh words here');
    expect(contents()).not.toContain('Post removed by a moderator');
    await api.moderate(id, { updatedPost: { title: 'Toned down', content: CONTENT, flairs: 0 } });
    await settle();
    expect(contents()).toContain('Toned down');
    expect(contents()).not.toContain('Harsh words here');
  });

  test('a ban is announced to staff, stays when its subject opts out, and is removed when it is reverted (Rule 28.38)', async () => {
    const userId = await api.addPlayer({ username: 'Rude_Captain' });
    const ban = () =>
      api.call('POST', '/api/mod/bans?days=3', { as: MOD, body: { userId, reason: 'Insults' } });
    await ban();
    await settle();
    expect(contents()).toMatch(/_Captain\*\* until \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    await api.changePlayer(userId, { optedOut: true });
    await api.database.transaction('eu', (db) => db.update(discordMessages).set({ dueAt: new Date(0) }));
    await settle();
    expect(contents()).toContain('Rude\\\\_Captain** until');
    const { json } = await api.call('GET', `/api/mod/bans/${userId}`, { as: MOD });
    await api.call('DELETE', `/api/mod/bans/${json[0].id}`, { as: MOD });
    await settle();
    expect(server.messages.size).toBe(0);
  });
});

describe('a report (Rule 28.38)', () => {
  const report = async (postId: string) => {
    const body = { postId, rule: 'insults', words: 'Calls him names', moment: null };
    return api.call('POST', '/api/report', { as: await api.addPlayer(), body });
  };

  test('is announced once per post to staff, until the decision', async () => {
    const { id } = await post();
    await settle();
    await report(id);
    await report(id);
    await settle();
    expect(contents().match(/Post reported/g)).toHaveLength(1);
    expect(contents()).not.toContain('Calls him names');
    const reported = [...server.messages.values()].filter((one) =>
      JSON.stringify(one).includes('Post reported'),
    );
    const { author, player, title } = (await api.call('GET', `/api/post/${id}`)).json.model;
    for (const word of [author.username, player.username, author.id, player.id, title, id])
      expect(JSON.stringify(reported)).not.toContain(`${word}`);
    expect(JSON.stringify(reported)).toMatch(/A post in EU .*\/moderation"/);
    const body = { sentence: 'It is fair.' };
    await api.call('POST', `/api/mod/reviews/${id}/keep`, { as: MOD, body });
    await settle();
    expect(contents()).not.toContain('Post reported');
    expect(server.messages.size).toBe(1);
  });

  test('is announced once more when a moderator asks a colleague', async () => {
    const { id } = await post();
    const body = { sentence: 'It is fair.', words: 'Is this banter?' };
    for (const as of [MOD, ADMIN]) await api.call('PUT', `/api/mod/reviews/${id}/ask`, { as, body });
    await settle();
    expect(contents()).toMatch(/A moderator in EU asks a colleague .*\/moderation"/);
    expect(contents().match(/Second opinion needed/g)).toHaveLength(1);
    expect(contents()).not.toMatch(/banter|Cossack_Mod/);
    await api.call('POST', `/api/mod/reviews/${id}/keep`, { as: MOD, body });
    await settle();
    expect(contents()).not.toContain('Second opinion needed');
  });
});

describe('the queue', () => {
  const row = async (id: string) => (await rows()).find((each) => each.id === id);
  /** Waits until the answer about a message has been stored. */
  const released = async (id: string): Promise<void> => {
    while ((await row(id))?.claimedUntil !== null) await new Promise((resolve) => setImmediate(resolve));
  };
  const reset = (remaining: string, after: string) => ({
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset-after': after,
  });

  test('waits as long as Discord requests, without counting it as a failure (Rule 23.12)', async () => {
    server.overrides.push((response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' });
      response.end(
        JSON.stringify({ message: 'You are being rate limited.', retry_after: 30.5, global: false }),
      );
    });
    const first = await post();
    await server.until(() => server.requests.length === 1);
    await released(first.id);
    api.clock.now += 30_000;
    const second = await api.call('POST', '/api/mod/bans?days=1', {
      as: MOD,
      body: { userId: first.player, reason: 'Wakes the queue' },
    });
    expect(second.status).toBe(202);
    await server.until(() => server.requests.some(({ body }) => JSON.stringify(body).includes('Wakes')));
    expect(server.requests.filter(({ body }) => JSON.stringify(body).includes(first.id))).toHaveLength(1);
    api.clock.now += 1_000;
    await api.call('POST', '/api/mod/bans?days=1', {
      as: MOD,
      body: { userId: first.player, reason: 'Again' },
    });
    await settle();
    expect(contents()).toContain(first.id);
    expect((await row(first.id))?.attempts).toBe(1);
  });

  test('pauses when nothing remains of Discord’s allowance', async () => {
    server.overrides.push((response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...reset('0', '5') });
      response.end(JSON.stringify({ id: '7' }));
    });
    const player = await api.addPlayer();
    api.clock.now += 2 * DAY;
    await api.createPost({ player: { id: player } });
    await server.until(() => server.requests.length === 1);
    await api.createPost({ player: { id: player } }, { as: BORODINO });
    expect(server.requests).toHaveLength(1);
    api.clock.now += 2 * DAY;
    await post();
    await settle();
    expect(server.requests).toHaveLength(3);
  });

  test('forgets a message that someone deleted on Discord', async () => {
    const { id, player } = await post();
    await settle();
    server.messages.clear();
    const body = { ...postDto({ player: { id: player }, title: 'Edited afterwards' }), id };
    await api.call('PUT', '/api/post', { as: AURORA, body });
    await settle();
    expect([server.messages.size, await row(id)]).toEqual([0, undefined]);
  });

  test('is never waited for: posts are created while Discord hangs, and sent again when it fails', async () => {
    const hanging: (() => void)[] = [];
    server.overrides.push((response) => void hanging.push(() => response.writeHead(500).end()));
    const { id } = await post();
    await server.until(() => hanging.length === 1);
    const { id: second } = await post();
    expect((await row(second))?.messageId).toBeNull();
    hanging[0]?.();
    await released(id);
    await post();
    await settle();
    expect(contents()).toContain(id);
  });
});

describe('a restart', () => {
  const clock = { now: START };
  const none: ApiConfig['discordWebhooks']['posts'] = perRegion(() => null);
  let discord: Discord;
  const start = (webhooks: Partial<ApiConfig['discordWebhooks']>): void => {
    discord = createDiscord({
      webhooks: { posts: none, moderation: none, ...webhooks },
      siteOrigins: api.config.siteOrigins,
      database: withEffects(api.database, () => clock.now),
      now: () => clock.now,
      onProblem: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
    discord.start();
  };
  afterEach(() => discord.close());

  test('sends what was due, and what a stopped process had claimed', async () => {
    const id = await api.addPost();
    await api.database.transaction('eu', (db) =>
      db.insert(discordMessages).values({
        id,
        kind: 'post',
        postId: id,
        playerId: BORODINO,
        dueAt: new Date(START - 120_000),
        claimedUntil: new Date(START - 1),
      }),
    );
    start({ posts: { ...none, eu: server.url(1) } });
    await server.until(() => server.messages.size === 1);
    await settle();
    const [stored] = await api.database.read('eu', (db) =>
      db.select().from(discordMessages).where(eq(discordMessages.id, id)),
    );
    expect(stored?.messageId).toBe([...server.messages.keys()][0]);
  });

  test('without a channel’s webhook leaves its messages alone and sends the other channel’s', async () => {
    const dueAt = new Date(START);
    const message = { playerId: BORODINO, dueAt };
    await api.database.transaction('na', (db) =>
      db.insert(discordMessages).values([
        { ...message, id: randomUUID(), kind: 'post', messageId: '5' },
        { ...message, id: randomUUID(), kind: 'ban', messageId: '6' },
      ]),
    );
    start({ moderation: { ...none, na: server.url(2) } });
    const paths = () => server.requests.map(({ path }) => path);
    await server.until(() => paths().includes('/messages/6'));
    await discord.close();
    const left = await api.database.read('na', (db) => db.select().from(discordMessages));
    expect(left).toMatchObject([{ kind: 'post', messageId: '5', dueAt, attempts: 0 }]);
    expect(paths()).not.toContain('/messages/5');
  });
});

test('changes without a webhook are made on Discord once it is set again (Rule 23.12)', async () => {
  const { id, player } = await post();
  await settle();
  const without = await createTestApi({ database: api.database });
  without.clock.now = api.clock.now;
  await without.call('PUT', '/api/profile', { as: player, body: { id: player, optedOut: true } });
  await without.close();
  await post();
  await settle();
  expect(contents()).not.toContain(id);
});

test('escaped text has no markdown, mention or link', () => {
  expect(escapeMarkdown('[x](https://e.example) @here ~~a~~ `b` 提督 é')).toBe(
    '\\[x\\]\\(https\\:\\/\\/e\\.example\\) \\@here \\~\\~a\\~\\~ \\`b\\` 提督 é',
  );
});
