/** Background processing of replays: retries, visible states and restarts (rules 15.5 and 15.6). */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DataSource } from '#api/db/database.ts';
import { replays } from '#api/db/replay-schema.ts';
import { posts } from '#api/db/schema.ts';
import type { JobLimits } from '#api/jobs/replays/attempt.ts';
import { RENDER_LIMITS, renderMinimap } from '#api/jobs/replays/render.ts';
import { ADMIN, AURORA, MOD, type TestApi } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { ONCE } from '#tests/support/back-off.ts';
import { maliciousReplayFile, replayFile } from '#tests/support/replay-file.ts';
import { onPostgres, openTestDatabase } from '#tests/support/test-database.ts';

const REPLAY = replayFile();
/** How long a job waits whose process was killed, in milliseconds. */
const LEASE_MS = 90_000;
const RENDERER = path.resolve(import.meta.dirname, '../../support/renderer.mjs');
const command = (mode: string, ...args: string[]) => [process.execPath, RENDERER, mode, ...args].join(' ');

let database: DataSource;
beforeAll(async () => {
  // A separate folder, so that what is left in it is from these tests.
  process.env.TMPDIR = mkdtempSync(path.join(os.tmpdir(), 'jobs-'));
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.transaction('eu', (db) => db.delete(posts)));

/** An API with or without a renderer, which checks the queue often. */
async function start(renderer: string | null, limits: Partial<JobLimits> = {}): Promise<TestApi> {
  const backOff = { firstMs: 1000, factor: 1, attempts: 3 };
  return openTestApi({
    ...(renderer === null ? {} : { env: { MINIMAP_RENDERER: renderer } }),
    database,
    jobLimits: { pollMs: 50, backOff, checkSizeEveryMs: 20, ...limits },
  });
}

interface Written {
  id: string;
  replayId: string;
  replayState: number;
}

async function write(api: TestApi): Promise<Written> {
  const answer = await api.createPost({}, { replay: REPLAY });
  expect(answer.status).toBe(201);
  return answer.json;
}

const stored = async (api: TestApi, id: string) =>
  (await api.storedReplay(id)) as typeof replays.$inferSelect;

/** Waits until a replay's row meets a condition. */
async function until(api: TestApi, id: string, wanted: (row: typeof replays.$inferSelect) => boolean) {
  for (let turn = 0; turn < 1000; turn += 1) {
    const row = await stored(api, id);
    if (wanted(row)) return row;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not in time: ${JSON.stringify(await stored(api, id))}`);
}
const settled = (row: typeof replays.$inferSelect) => row.runAfter === null;
const read = async (api: TestApi, id: string) => (await api.call('GET', `/api/post/${id}`)).json.model;

describe('an uploaded replay', () => {
  test('has state 0 without a renderer, with roster and chat at once', async () => {
    const api = await start(null);
    const post = await write(api);
    expect(post).toMatchObject({ replayState: 0, replay: { minimapUri: null } });
    expect(await stored(api, post.replayId)).toMatchObject({ attempts: 0, runAfter: null });
  });

  test('has state 1 while it is rendered and 2 with a video, which open pages receive', async () => {
    const api = await start(command('ok'));
    const post = await write(api);
    expect(post.replayState).toBe(1);
    await until(api, post.replayId, settled);
    const after = await read(api, post.id);
    expect(after).toMatchObject({
      replayState: 2,
      replay: { minimapUri: expect.stringMatching(/\/minimap$/) },
    });
    // The event follows the commit.
    await expect
      .poll(() => api.events.at(-1))
      .toMatchObject({ region: 'eu', event: { type: 'editedPost', post: { id: post.id, replayState: 2 } } });
    const video = await api.call('GET', new URL(after.replay.minimapUri).pathname);
    expect(video.text).toContain(`rendered ${REPLAY.length} bytes`);
    expect(video.headers['content-type']).toBe('video/mp4');
  });

  test('is deleted with its job when the post is deleted meanwhile', async () => {
    const api = await start(command('ok'), { pollMs: 60_000 });
    const post = await write(api);
    await api.call('DELETE', `/api/post/${post.id}`, { as: AURORA });
    expect(await stored(api, post.replayId)).toBeUndefined();
    expect((await api.call('GET', '/api/post/latest')).status).toBe(200);
  });
});

describe('failures', () => {
  test('are stored and retried later', async () => {
    const marker = path.join(mkdtempSync(path.join(os.tmpdir(), 'marker-')), 'seen');
    const api = await start(command('second-time', marker));
    const post = await write(api);
    const failed = await until(api, post.replayId, (row) => row.lastError !== null);
    expect(failed).toMatchObject({
      state: 1,
      attempts: 1,
      lastError: 'The renderer ended with 3. no such map',
    });
    expect((await read(api, post.id)).replayState).toBe(1);
    api.clock.now += 1000;
    const row = await until(api, post.replayId, settled);
    expect(row).toMatchObject({ state: 2, attempts: 2, lastError: null });
  });

  test('end at state 0 after three attempts, and the post keeps its roster', async () => {
    const api = await start(command('fail'));
    const post = await write(api);
    for (const attempts of [1, 2]) {
      await until(api, post.replayId, (row) => row.attempts === attempts && row.startedAt === null);
      api.clock.now += 1000;
    }
    expect(await until(api, post.replayId, settled)).toMatchObject({ state: 0, attempts: 3 });
    const after = await read(api, post.id);
    expect([after.replayState, after.replay.players.length]).toEqual([0, 4]);
  });

  test.skipIf(onPostgres).each([
    ['takes too long', 'hang', { timeoutMs: 200 }, 'The renderer took longer than 0.2 s.'],
    ['writes without end', 'huge', { maxBytes: 1_000_000 }, 'The video became too large.'],
    ['writes no video', 'text', {}, 'The renderer wrote a file that is not an mp4.'],
    ['writes nothing', 'nothing', {}, 'The renderer wrote no video.'],
  ])('a renderer that %s is stopped and its folder removed', async (_, mode, limits, reason) => {
    const api = await start(command(mode), { backOff: ONCE, ...limits });
    const post = await write(api);
    expect(await until(api, post.replayId, settled)).toMatchObject({ state: 0, lastError: reason });
    const left = readdirSync(os.tmpdir()).filter((name) => name.startsWith('fleet-karma-minimap-'));
    expect(left).toEqual([]);
  });

  test.skipIf(onPostgres)('a renderer that is missing by then is a failure like any other', async () => {
    const renderer = path.join(os.tmpdir(), 'renderer');
    writeFileSync(renderer, '', { mode: 0o700 });
    const api = await start(renderer, { backOff: ONCE });
    rmSync(renderer);
    const post = await write(api);
    const row = await until(api, post.replayId, settled);
    expect(row.lastError).toMatch(/^The renderer could not be started: .*ENOENT/);
  });

  test.skipIf(onPostgres)('the renderer gets only the environment variables that it needs', async () => {
    const api = await start(command('environment'));
    const post = await write(api);
    await until(api, post.replayId, settled);
    const video = await api.call('GET', `/api/replay/${post.replayId}/minimap`);
    const names: string[] = JSON.parse(video.text.slice(video.text.indexOf('[')));
    expect(names.filter((name) => !['HOME', 'LANG', 'PATH', 'TMPDIR'].includes(name))).toEqual([]);
  });
});

describe('a restart', () => {
  test('aborts a job whose renderer has not started yet', async () => {
    const ending = new AbortController();
    const run = renderMinimap(
      [process.execPath, RENDERER, 'hang'],
      RENDERER,
      RENDER_LIMITS,
      ending.signal,
      async () => {},
    );
    ending.abort(new Error('The process is ending.'));
    await expect(run).rejects.toThrow('The process is ending.');
  });

  test('releases a running job, and the next process resumes it', async () => {
    const first = await start(command('hang'));
    const post = await write(first);
    await until(first, post.replayId, (row) => row.startedAt !== null);
    await first.close();
    expect(await stored(first, post.replayId)).toMatchObject({ state: 1, attempts: 0, startedAt: null });
    const second = await start(command('ok'));
    expect(await until(second, post.replayId, settled)).toMatchObject({ state: 2, attempts: 1 });
  });

  test('resumes a job whose process was killed', async () => {
    const first = await start(null);
    const post = await write(first);
    const claimed = { state: 1, attempts: 1, startedAt: new Date(first.clock.now) };
    const lease = new Date(first.clock.now + LEASE_MS);
    await database.transaction('eu', (db) => db.update(replays).set({ ...claimed, runAfter: lease }));
    const second = await start(command('ok'));
    second.clock.now += database.kind === 'embedded' ? 0 : LEASE_MS;
    expect(await until(second, post.replayId, settled)).toMatchObject({ state: 2, attempts: 2 });
  });
});

test('a claim lasts 90 s and is renewed while its job runs', async () => {
  const api = await start(command('hang'), { renewMs: 20 });
  const post = await write(api);
  const claimed = await until(api, post.replayId, (row) => row.startedAt !== null);
  expect(Number(claimed.runAfter) - Number(claimed.startedAt)).toBe(LEASE_MS);
  api.clock.now += 80_000;
  const renewed = await until(api, post.replayId, (row) => Number(row.runAfter) > Number(claimed.runAfter));
  expect(Number(renewed.runAfter) - Number(claimed.runAfter)).toBe(80_000);
  expect(renewed.attempts).toBe(1);
});

describe('reprocessing', () => {
  test.each([
    ['one replay', 'decodes it, too', ({ replayId }: Written) => replayId],
    ['by its post', 'makes the video', ({ id }: Written) => `minimap/${id}`],
  ])('%s answers 202, then %s again', async (what, _, addressOf) => {
    const api = await start(command('ok'));
    const post = await write(api);
    await until(api, post.replayId, settled);
    await api.database.transaction('eu', (db) => db.update(replays).set({ players: [], chatMessages: [] }));
    api.clock.now += 5000;
    const answer = await api.call('PATCH', `/api/replay/reprocess/${addressOf(post)}`, { as: ADMIN });
    expect([answer.status, answer.text]).toEqual([202, '']);
    await until(api, post.replayId, (row) => settled(row) && row.processedAt?.getTime() === api.clock.now);
    if (what === 'one replay') expect((await read(api, post.id)).replay.players).toHaveLength(4);
  });

  test('without a renderer keeps the existing video', async () => {
    const first = await start(command('ok'));
    const post = await write(first);
    await until(first, post.replayId, settled);
    await first.close();
    const second = await start(null);
    second.clock.now += 5000;
    await second.call('PATCH', `/api/replay/reprocess/replay/${post.replayId}`, { as: ADMIN });
    const row = await until(
      second,
      post.replayId,
      (one) => settled(one) && one.processedAt?.getTime() === second.clock.now,
    );
    expect(row.state).toBe(2);
  });

  test.each([
    '/api/replay/reprocess/all',
    '/api/replay/reprocess/replay/all',
    '/api/replay/reprocess/minimap/all',
  ])('%s takes exactly the replays of a span of time', async (address) => {
    const api = await start(null, { pollMs: 60_000 });
    const [old, recent] = [await write(api), await write(api)];
    const day = new Date(api.clock.now - 86_400_000);
    await api.database.transaction('eu', (db) =>
      db.update(replays).set({ createdAt: day }).where(eq(replays.id, old.replayId)),
    );
    api.clock.now += 5000;
    const start_ = new Date(api.clock.now - 60_000).toISOString();
    const query = new URLSearchParams({ start: start_, end: new Date(api.clock.now).toISOString() });
    expect((await api.call('PATCH', `${address}?${query}`, { as: ADMIN })).status).toBe(202);
    await until(api, recent.replayId, (row) => settled(row) && row.processedAt !== null);
    expect(await stored(api, old.replayId)).toMatchObject({ attempts: 0, processedAt: null });
  });

  test('an unknown replay gets 404, an invalid date 400', async () => {
    const api = await start(null);
    const unknown = '00000000-0000-4000-8000-00000000dead';
    expect((await api.call('PATCH', `/api/replay/reprocess/${unknown}`, { as: ADMIN })).status).toBe(404);
    expect((await api.call('PATCH', '/api/replay/reprocess/all?start=yesterday', { as: ADMIN })).status).toBe(
      400,
    );
  });
});

describe.skipIf(onPostgres)('the page /jobs', () => {
  test.each(['/hangfire', '/Hangfire/', '/hangfire/jobs/failed?from=0'])(
    'is where %s redirects to',
    async (former) => {
      const { status, headers } = await (await start(null)).call('GET', former);
      expect([status, headers.location]).toEqual([301, '/jobs']);
    },
  );

  const open = async (api: TestApi, as?: number) => {
    const cookie = as === undefined ? {} : { cookie: `Auth_EU=${await api.tokenOf(as)}` };
    return api.call('GET', '/jobs', { headers: cookie });
  };

  test('is for staff, by the region’s cookie; others get the reason', async () => {
    const api = await start(null);
    const answers = await Promise.all([open(api), open(api, AURORA), open(api, MOD), open(api, ADMIN)]);
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 200, 200]);
    for (const { headers, text } of answers) {
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).not.toMatch(/<script|style="/);
    }
    expect(answers[0]?.text).toContain('Sign in on the site first');
    expect(answers[1]?.text).toContain('This page is for moderators and administrators.');
  });

  test('shows administrators the uploads by version of the game (Rule 15.12)', async () => {
    const api = await start(null);
    expect((await open(api, ADMIN)).text).toContain('There were none.');
    await write(api);
    await api.createPost({ flairs: 1 }, { replay: maliciousReplayFile() });
    const { text } = await open(api, ADMIN);
    expect(text).toContain('<li>Game version 15.5: 1 stored · 1 refused (code)</li>');
    expect((await open(api, MOD)).text).not.toContain('Game version');
  });

  test('shows an empty list, running jobs, and why a job failed', async () => {
    const api = await start(command('fail'), { backOff: ONCE });
    expect((await open(api, MOD)).text).toContain('There are no replays yet.');
    const post = await write(api);
    await until(api, post.replayId, settled);
    const { text } = await open(api, MOD);
    expect(text).toContain('1 replays: 0 being processed, 0 with a minimap, 1 failed.');
    expect(text).toContain(`href="http://localhost:4321/posts/${post.id}"`);
    expect(text).toContain('The renderer ended with 3. no such map');
  });

  test('escapes what it shows', async () => {
    const api = await start(null);
    const post = await write(api);
    const lastError = '<img src=x onerror=alert(1)>';
    await api.database.transaction('eu', (db) =>
      db.update(replays).set({ lastError }).where(eq(replays.id, post.replayId)),
    );
    const { text } = await open(api, MOD);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
  });
});
