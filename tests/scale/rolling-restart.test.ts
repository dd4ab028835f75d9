/** Restarting two processes one after the other, behind a real web server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addressesOf, LOOPBACK } from '#scripts/deploy/deployment.ts';
import { freePort } from '#scripts/support/listen.ts';
import { stop } from '#scripts/support/processes.ts';
import { ensureWebServers, startWebServer } from '#scripts/testing/deploy/web-servers.ts';
import { type Fleet, startFleet } from '#tests/support/scale/api-processes.ts';
import { listenTo, until } from '#tests/support/scale/hub-listener.ts';
import { type RedisServer, startRedis } from '#tests/support/scale/redis.ts';
import { addPlayers, addWriters, createPost } from '#tests/support/scale/writers.ts';

const READERS = 8;
const AUTHORS = 4;
const POSTERS = 16;

let redis: RedisServer;
let folder: string;
beforeAll(async () => {
  ensureWebServers();
  redis = await startRedis();
  folder = mkdtempSync(path.join(os.tmpdir(), 'fleet-karma-rolling-'));
});
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The web server in front of both processes; returns its origin. */
async function startProxy(server: 'nginx' | 'caddy', ports: readonly number[]) {
  const [site, api] = [await freePort(), await freePort()];
  const running = await startWebServer(server, path.join(folder, server), {
    ...addressesOf(`localhost:${site}`, `localhost:${api}`),
    plainHttp: { site: [`127.0.0.1:${site}`], api: [`127.0.0.1:${api}`] },
    siteFolder: folder,
    logFolder: path.join(folder, `${server}-log`),
    cacheFolder: path.join(folder, `${server}-cache`),
    api: ports.map((port) => `127.0.0.1:${port}`),
    operators: LOOPBACK,
    previews: `127.0.0.1:${await freePort()}`,
  });
  onTestFinished(() => stop(running));
  const origin = `http://localhost:${api}`;
  await until(
    'the web server responds',
    async () => (await fetch(`${origin}/health`).catch(() => null))?.ok === true,
  );
  return origin;
}

/** Two processes behind the web server. */
async function startBehind(server: 'nginx' | 'caddy') {
  const fleet = await startFleet(2, () => ({
    REDIS_URL: redis.url,
    TRUST_PROXY: 'loopback',
    STOP_DELAY: '3',
    ACCESS_LOG: 'true',
  }));
  onTestFinished(() => fleet.close());
  const ports = fleet.processes.map(({ port }) => port);
  return { fleet, origin: await startProxy(server, ports) };
}

/** Sends requests one after the other until `signal` aborts; returns what went wrong. */
async function repeat(signal: AbortSignal, request: () => Promise<unknown>): Promise<string[]> {
  const failures: string[] = [];
  while (!signal.aborted)
    await request().catch(async (error: Error) => {
      failures.push(`${new Date().toISOString()} ${error.message}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
  return failures;
}

async function restart(fleet: Fleet, index: number): Promise<void> {
  const old = fleet.processes[index];
  if (old === undefined) throw new Error(`There is no process ${index}.`);
  expect(await old.end('SIGTERM')).toBe(0);
  const started = await fleet.start({ API_PORT: String(old.port) });
  await until('the web server sends it requests', async () => /GET \/api\/Status|karmas/.test(started.log()));
  fleet.processes.pop();
  fleet.processes[index] = started;
}

/** Calls a port: "answered", "cut", or the system's code. */
async function callPort(port: number): Promise<string> {
  let result = 'cut';
  const socket = connect(port, '127.0.0.1');
  socket.on('data', () => {
    result = 'answered';
  });
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    result = String(code);
  });
  socket.write('GET /api/Status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve));
  return result;
}

test('callers of a process that starts are refused or answered, never cut (rule 24.18)', async () => {
  const fleet = await startFleet(0, () => ({ REDIS_URL: redis.url }));
  onTestFinished(() => fleet.close());
  const results = new Set<string>();
  for (let starts = 0; starts < 5; starts++) {
    const port = await freePort();
    const ending = new AbortController();
    const calling = Array.from({ length: READERS }, async () => {
      while (!ending.signal.aborted) results.add(await callPort(port));
    });
    await fleet.start({ API_PORT: String(port) });
    ending.abort();
    await Promise.all(calling);
  }
  expect([...results].sort()).toEqual(['ECONNREFUSED', 'answered']);
});

test.each(['nginx', 'caddy'] as const)(
  'behind %s, restarting both processes loses no request and no event (rule 24.18)',
  async (server) => {
    const { fleet, origin } = await startBehind(server);
    const ending = new AbortController();
    const created: string[] = [];
    const known = new Set<string>();
    const { connection, heard } = await listenTo(origin);
    const reload = async (): Promise<void> => {
      const response = await fetch(`${origin}/api/Post/latest?page=1&pageSize=100`);
      for (const { id } of (await response.json()) as { id: string }[]) known.add(id);
    };
    let reloads = Promise.resolve();
    connection.onreconnected(() => {
      reloads = reloads.then(reload);
    });
    const authors = await addWriters(fleet, AUTHORS);
    const writing = authors.map((author) =>
      repeat(ending.signal, async () => {
        const [target] = await addPlayers(fleet, 1);
        created.push(await createPost(origin, author, target as number, 'During a restart'));
        await new Promise((resolve) => setTimeout(resolve, 200));
      }),
    );
    const reading = Array.from({ length: READERS }, () =>
      repeat(ending.signal, async () => {
        const response = await fetch(`${origin}/api/Status`);
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }),
    );
    // POSTs, which nginx never repeats, with pauses in which connections are idle.
    const posting = Array.from({ length: server === 'nginx' ? POSTERS : 0 }, (_, poster) =>
      repeat(ending.signal, async () => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[1]' };
        const response = await fetch(`${origin}/api/Player/karmas`, init);
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
        await new Promise((resolve) => setTimeout(resolve, poster * 10));
      }),
    );
    for (const index of [0, 1]) await restart(fleet, index);
    ending.abort();
    const failures = (await Promise.all([...writing, ...reading, ...posting])).flat();
    expect(failures.slice(0, 5)).toEqual([]);
    const isKnown = (id: string): boolean => known.has(id) || heard.some((message) => message.id === id);
    await until('the client knows every post', async () => {
      await reloads;
      return created.every(isKnown);
    });
    expect(created.length).toBeGreaterThan(10);
    await connection.stop();
  },
);
