/** An erasure reaches the messages on Discord. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AURORA, createTestApi, HOOD, postDto, postForm, type TestApi } from '#tests/support/api.ts';
import { settleMessages, startDiscord, storedMessages } from '#tests/support/discord-server.ts';
import { createPerson, erase, TRACES } from './world.ts';

let server: Awaited<ReturnType<typeof startDiscord>>;
let api: TestApi;
beforeAll(async () => {
  server = await startDiscord();
  const env = { DISCORD_WEBHOOK_EU: server.url(1), DISCORD_MODERATION_WEBHOOK_EU: server.url(2) };
  api = await createTestApi({ env });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

/** All messages, without the escapes of Markdown. */
const shown = (): string => JSON.stringify([...server.messages.values()]).replaceAll('\\', '');
const traces = (): string[] => TRACES.filter((trace) => shown().includes(trace));

test('messages about the person are deleted, and others no longer name them (Rule 20.7)', async () => {
  const { mention, moderated } = await createPerson(api);
  await settleMessages(api.database);
  expect(traces()).not.toEqual([]);
  expect(shown()).toContain('By **Zephyr_Gone**');
  expect(shown()).toContain('As Zephyr_Gone reported');
  const before = server.messages.size;

  const { messages } = await erase(api);
  // The next announcement wakes the sender, which otherwise looks at intervals.
  const form = postForm(postDto({ author: { id: HOOD }, player: { id: AURORA } }));
  expect((await api.call('POST', '/api/post', { as: HOOD, form })).status).toBe(201);
  await settleMessages(api.database);

  expect(traces()).toEqual([]);
  expect(shown()).toContain('About […]');
  expect(shown()).toContain(`/posts/${mention}`);
  expect(shown()).toContain(`/posts/${moderated}`);
  expect(shown()).toContain('By **Former moderator**');
  expect(messages).toBeGreaterThan(before - server.messages.size);
  expect((await storedMessages(api.database)).map(({ playerId }) => playerId)).not.toContain(0);
});
