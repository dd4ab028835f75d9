/** Read-only mode for everything that works without a caller (Rule 22.12). */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '#api/calls/core/route.ts';
import { createDatabase, type Database } from '#api/db/database.ts';
import { discordMessages } from '#api/db/message-schema.ts';
import { ReadOnlyError, ReadOnlyMode } from '#api/db/read-only.ts';
import { replays } from '#api/db/replay-schema.ts';
import { users } from '#api/db/schema.ts';
import { createDiscord } from '#api/discord/discord.ts';
import { logFailures } from '#api/http/logger.ts';
import { installHousekeeping } from '#api/jobs/housekeeping/housekeeping.ts';
import { createReplayJobs } from '#api/jobs/replays/runner.ts';
import { createReplayDecoder } from '#api/model/replays/create-decoder.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { perRegion } from '#lib/regions.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { createWorld, type World } from '#tests/api/contract/world.ts';
import { AURORA, BORODINO, HOUR, START } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { startDiscord } from '#tests/support/discord-server.ts';

const readOnly = new ReadOnlyMode();
const metrics = createMetrics(() => START);
const api = setUpApi({ readOnly, metrics });
let world: World;
/** As the API uses it. */
let database: Database;
/** Everything unexpected that happened in the background. */
const errors: unknown[] = [];
const onError = (error: unknown): void => void errors.push(error);

beforeAll(async () => {
  world = await createWorld(api);
  database = createDatabase(api.database, {
    bus: api.bus,
    now: () => START,
    onEffectError: onError,
    readOnly,
  });
});
afterEach(() => {
  if (readOnly.isOn) readOnly.toggle();
  expect(errors.splice(0)).toEqual([]);
});

test('a replay that was being processed is stored when the mode has ended, in the same attempt', async () => {
  const id = await world.replay();
  await api.database.transaction('eu', (db) =>
    db
      .update(replays)
      .set({ state: REPLAY_STATE.processing, runAfter: new Date(START) })
      .where(eq(replays.id, id)),
  );
  const decoder = createReplayDecoder({
    extraClasses: [],
    onUnknownClass: () => undefined,
    onUpload: () => undefined,
  });
  const decoded = Promise.withResolvers<void>();
  const jobs = createReplayJobs({
    config: { ...api.config, minimapRenderer: null },
    database,
    files: api.files,
    decoder: {
      async decodeInBackground(file) {
        const result = await decoder.decodeInBackground(file);
        readOnly.toggle();
        decoded.resolve();
        return result;
      },
      thumbnail: decoder.thumbnail,
    },
    onError,
  });
  onTestFinished(async () => {
    await jobs.close();
    await decoder.close();
  });
  const done = jobs.wake();
  await decoded.promise;
  expect(await api.storedReplay(id)).toMatchObject({
    state: REPLAY_STATE.processing,
    attempts: 1,
    startedAt: new Date(START),
  });
  readOnly.toggle();
  await done;
  expect(await api.storedReplay(id)).toMatchObject({ runAfter: null, attempts: 1, lastError: null });
});

test('no job is claimed, and a process can end meanwhile', async () => {
  readOnly.toggle();
  const write = vi.spyOn(api.database, 'transaction');
  const jobs = createReplayJobs({
    config: api.config,
    database,
    files: api.files,
    decoder: { decodeInBackground: vi.fn(), thumbnail: vi.fn() },
    onError: (error) => (error instanceof ReadOnlyError ? undefined : onError(error)),
  });
  jobs.start();
  await jobs.close();
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

test('a message to Discord that was on its way is recorded when the mode has ended, and not sent again', async () => {
  const server = await startDiscord();
  const none = perRegion(() => null);
  const discord = createDiscord({
    webhooks: { posts: { ...none, eu: server.url(1) }, moderation: none },
    siteOrigins: api.config.siteOrigins,
    database,
    now: () => START,
    onProblem: onError,
    onError,
  });
  onTestFinished(async () => {
    await discord.close();
    await server.close();
  });
  const id = await api.addPost();
  await api.database.transaction('eu', (db) =>
    db
      .insert(discordMessages)
      .values({ id, kind: 'post', postId: id, playerId: BORODINO, dueAt: new Date(START) }),
  );
  server.overrides.push((response) => {
    readOnly.toggle();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: '77' }));
  });
  const message = async () => {
    const [row] = await api.database.read('eu', (db) =>
      db.select().from(discordMessages).where(eq(discordMessages.id, id)),
    );
    return row;
  };
  discord.start();
  await server.until(() => readOnly.isOn);
  expect(await message()).toMatchObject({ messageId: null });
  readOnly.toggle();
  await expect.poll(message).toMatchObject({ messageId: '77', dueAt: null });
  expect(server.requests).toHaveLength(1);
});

test('nothing is tidied, added up or read from the publisher meanwhile', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hooks = new Map<string, () => Promise<void>>();
  const app = { addHook: (name: string, hook: () => Promise<void>) => hooks.set(name, hook), log: {} };
  const touched: string[] = [];
  const watched = <T extends object>(parts: T): T =>
    new Proxy(parts, {
      get(target, name) {
        if (name === 'readOnly') return readOnly;
        touched.push(String(name));
        return Reflect.get(target, name);
      },
    });
  installHousekeeping(
    app as unknown as FastifyInstance,
    {
      database: watched(database),
      files: watched(api.files),
      publisher: watched({ ships: async () => null }),
      now: () => START,
    } as unknown as Deps,
    null,
  );
  await hooks.get('onReady')?.();
  readOnly.toggle();
  await vi.advanceTimersByTimeAsync(7 * HOUR);
  expect(touched).toEqual([]);
  readOnly.toggle();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(touched).toContain('read');
  vi.useRealTimers();
  await hooks.get('onClose')?.();
});

test('interrupted work is not logged as a failure', () => {
  const error = vi.fn();
  const log = logFailures({ error } as unknown as FastifyInstance['log'], 'it failed');
  log(new ReadOnlyError());
  expect(error).not.toHaveBeenCalled();
  const err = new Error('something else');
  log(err);
  expect(error).toHaveBeenCalledWith({ err }, 'it failed');
});

test('/ready reports the mode once the last write has ended, the metric at once', async () => {
  const metric = async () => /^fleet_karma_read_only (\d)$/m.exec(await metrics.registry.metrics())?.[1];
  const ready = async () => {
    const { status, json } = await api.call('GET', '/ready');
    return [status, json.readOnly];
  };
  const writing = Promise.withResolvers<void>();
  const running = readOnly.write(() => writing.promise);
  readOnly.toggle();
  expect([await ready(), await metric()]).toEqual([[200, false], '1']);
  writing.resolve();
  await running;
  expect([await ready(), await metric()]).toEqual([[200, true], '1']);
  readOnly.toggle();
  expect([await ready(), await metric()]).toEqual([[200, false], '0']);
});

test('a write that has begun is stored, and each later one refused', async () => {
  const login = new Date(START + HOUR);
  const write = () =>
    database.transaction('eu', (db) =>
      db.update(users).set({ lastLoginAt: login }).where(eq(users.id, AURORA)).returning({ id: users.id }),
    );
  const begun = write();
  readOnly.toggle();
  expect(await begun).toEqual([{ id: AURORA }]);
  await expect(write()).rejects.toThrow(ReadOnlyError);
  await expect(database.write('eu', async () => undefined)).rejects.toThrow(ReadOnlyError);
});
