/** The metrics for Prometheus (rule 22.2). */
import { randomUUID } from 'node:crypto';
import { expect, test as onBoth, onTestFinished } from 'vitest';
import { discordMessages } from '#api/db/message-schema.ts';
import { createMetrics } from '#api/operation/metrics.ts';
import { serveMetrics } from '#api/operation/metrics-server.ts';
import { AURORA, HOUR } from '#tests/support/api.ts';
import { openTestApi, setUpApi } from '#tests/support/api-fixture.ts';
import { connectHub } from '#tests/support/hub-client.ts';
import {
  costlyReplayFile,
  headerOnlyReplayFile,
  maliciousReplayFile,
  replayFile,
} from '#tests/support/replay-file.ts';
import { onPostgres } from '#tests/support/test-database.ts';

/** Most metrics need no database. */
const test = onBoth.skipIf(onPostgres);

/** Nothing is sent there, because nothing is due in these tests. */
const WEBHOOK = { DISCORD_WEBHOOK_EU: 'http://127.0.0.1/api/webhooks/1/token' };

const metrics = createMetrics(() => 0);
const api = setUpApi({ metrics });

/** The values of a metric by their labels, as Prometheus reads them. */
async function valuesOf(name: string, from = metrics): Promise<Map<string, number>> {
  const text = await from.registry.metrics();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => [
      line.slice(line.indexOf('{'), line.indexOf('}') + 1),
      Number(line.split(' ').at(-1)),
    ]),
  );
}

test('requests are counted by route pattern and status', async () => {
  await api.call('GET', `/api/player/${AURORA}`);
  await api.call('GET', '/api/player/500000008');
  await api.call('GET', '/api/Player/599999999');
  const requests = await valuesOf('fleet_karma_requests_total');
  expect(requests.get('{call="GET /api/Player/:id",status="200"}')).toBe(2);
  expect(requests.get('{call="GET /api/Player/:id",status="404"}')).toBe(1);
  const seconds = await valuesOf('fleet_karma_request_seconds_count');
  expect(seconds.get('{call="GET /api/Player/:id"}')).toBe(3);
});

test('a thousand unknown paths add one label', async () => {
  const before = (await valuesOf('fleet_karma_requests_total')).size;
  for (let count = 0; count < 1000; count += 1) await api.call('GET', `/no/such/${count}?token=${count}`);
  expect((await valuesOf('fleet_karma_requests_total')).size).toBe(before + 1);
  expect((await valuesOf('fleet_karma_requests_total')).get('{call="unknown path",status="404"}')).toBe(1000);
});

test('hub connections are counted by hub and region', async () => {
  const { connection } = await connectHub(api, 'post');
  const open = () => valuesOf('fleet_karma_hub_connections');
  expect((await open()).get('{hub="/api/hubs/post",region="eu"}')).toBe(1);
  expect((await open()).get('{hub="/api/hubs/post",region="na"}')).toBe(0);
  await connection.stop();
});

onBoth('replay jobs are counted by state', async () => {
  const soon = new Date(api.clock.now + 1000);
  const states = [
    { runAfter: soon },
    { runAfter: soon },
    { runAfter: soon, startedAt: soon },
    { lastError: 'no video' },
  ];
  for (const state of states) {
    await api.addReplay(await api.addPost(), { sha256: 'x', ...state });
  }
  const jobs = await valuesOf('fleet_karma_replay_jobs');
  expect([...jobs]).toEqual([
    ['{state="waiting"}', 2],
    ['{state="running"}', 1],
    ['{state="failed"}', 1],
  ]);
});

onBoth('messages due on Discord are counted by state, for channels with a webhook', async () => {
  const counted = createMetrics(() => 0);
  const sending = await openTestApi({ database: api.database, env: WEBHOOK, metrics: counted });
  const dueAt = new Date(sending.clock.now + HOUR);
  const message = { playerId: AURORA, messageId: '5', dueAt };
  await api.database.transaction('eu', (db) =>
    db.insert(discordMessages).values([
      { ...message, id: randomUUID(), kind: 'post', attempts: 0 },
      { ...message, id: randomUUID(), kind: 'post', attempts: 1 },
      { ...message, id: randomUUID(), kind: 'post', attempts: 2 },
      { ...message, id: randomUUID(), kind: 'post', dueAt: null },
      { ...message, id: randomUUID(), kind: 'ban', attempts: 0 },
    ]),
  );
  const messages = await valuesOf('fleet_karma_discord_messages', counted);
  expect([...messages]).toEqual([
    ['{state="waiting"}', 2],
    ['{state="retried"}', 1],
  ]);
});

test('jobs are absent, and the other metrics present, when the database is away', async () => {
  const away = createMetrics(() => 0);
  const database = { ...api.database, read: () => Promise.reject(new Error('away')) };
  await openTestApi({ database, env: WEBHOOK, metrics: away });
  const text = await away.registry.metrics();
  expect(text).not.toMatch(/^fleet_karma_(replay_jobs|discord_messages)\{/m);
  expect(text).toContain('fleet_karma_hub_connections{');
});

onBoth('the connections to the database are counted by their state', async () => {
  const pools = await valuesOf('fleet_karma_database_connections');
  expect(pools.size).toBe(3);
  expect([...pools.values()].every((count) => count >= 0)).toBe(true);
});

test('uploaded replays are counted by version of the game and outcome', async () => {
  const files = [
    replayFile(),
    headerOnlyReplayFile(),
    maliciousReplayFile(),
    replayFile().slice(0, -400),
    costlyReplayFile(),
    new Uint8Array([1, 2, 3]),
  ];
  for (const replay of files) await api.createPost({ flairs: 1 }, { replay });
  expect(await valuesOf('fleet_karma_replay_uploads_total')).toEqual(
    new Map([
      ['{version="15.5",outcome="stored"}', 1],
      ['{version="15.5",outcome="header"}', 1],
      ['{version="15.5",outcome="code"}', 1],
      ['{version="15.5",outcome="damaged"}', 1],
      ['{version="15.5",outcome="costly"}', 1],
      ['{version="unknown",outcome="invalid"}', 1],
    ]),
  );
});

test('a thousand invented versions of the game leave the 20 that were uploaded last', async () => {
  const counted = createMetrics(() => 0);
  for (let version = 0; version < 1000; version += 1) counted.upload(`1.${version}.0`, 'code');
  counted.upload('1.980.5', 'stored');
  const uploads = await valuesOf('fleet_karma_replay_uploads_total', counted);
  expect([uploads.size, uploads.get('{version="1.980",outcome="code"}')]).toEqual([21, 1]);
  expect([...counted.uploads().byVersion.keys()].at(-1)).toBe('1.980');
});

test('requests to the publisher are counted by outcome', async () => {
  metrics.publisher({ region: 'sea', call: 'clan', outcome: 'limited', seconds: 0.2 });
  const calls = await valuesOf('fleet_karma_publisher_calls_total');
  expect(calls.get('{region="sea",call="clan",outcome="limited"}')).toBe(1);
});

const serve = (port = 0) =>
  serveMetrics(
    createMetrics(() => 0),
    port,
  );

test('the metrics port serves them with those of Node, to this machine only', async () => {
  const server = await serve();
  onTestFinished(() => server.close());
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await response.text()).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  expect((await fetch(`http://127.0.0.1:${server.port}/api/status`)).status).toBe(404);
});

test('a metrics port that is in use is named by its variable', async () => {
  const first = await serve();
  onTestFinished(() => first.close());
  await expect(serve(first.port)).rejects.toThrow(
    `Port ${first.port} is in use by another program: stop it, or set METRICS_PORT to another port.`,
  );
});
