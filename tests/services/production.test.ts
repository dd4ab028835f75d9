/** Production on one port behind a proxy, as `deploy/fleet-karma.socket` and a proxy run it. */
import path from 'node:path';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { type Command, startCommand, stopCommands } from '#tests/support/commands.ts';
import { ensureProxy, startProxy } from '#tests/support/example-proxy.ts';
import { type OnePublisher, signIn, startPublisher, writePost } from '#tests/support/one-port.ts';
import { type OpenSocket, openSocket, PASSING } from '#tests/support/open-socket.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const AUTHOR = '571234567-Fresh_Sailor';
const RATED = '571234568-Old_Sailor';
const READERS = 8;

const folder = temporaryFolder();
let publisher: OnePublisher;
let socket: OpenSocket;
let env: NodeJS.ProcessEnv;
let origin: string;
let server: Command;
let hub: HubConnection;

/** Starts production on the socket that outlives it, and waits until it serves. */
async function startServer(...options: string[]): Promise<Command> {
  const [shell = '', ...args] = [...PASSING, process.execPath, 'scripts/production.ts', ...options];
  const started = startCommand(shell, args, env, { descriptor: socket.fd });
  await started.printed(/listens on/);
  return started;
}

/** Repeats a request until `signal` aborts; returns what went wrong, and how many were answered. */
async function repeat(signal: AbortSignal, url: string): Promise<{ failures: string[]; answered: number }> {
  const failures: string[] = [];
  let answered = 0;
  while (!signal.aborted) {
    const response = await fetch(url).catch((error: Error) => error);
    if (response instanceof Error) failures.push(`${url}: ${response.message}`);
    else if (response.ok) answered += 1;
    // A start that takes longer than eight seconds says so.
    else if (response.status === 503 && response.headers.has('retry-after')) await response.text();
    else failures.push(`${url}: ${response.status} ${await response.text()}`);
    if (!(response instanceof Error)) await response.arrayBuffer().catch(() => undefined);
  }
  return { failures, answered };
}

beforeAll(async () => {
  ensureProxy();
  const [behind, front] = [await freePort(), await freePort()];
  origin = `http://localhost:${front}`;
  socket = openSocket(behind);
  publisher = await startPublisher();
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: folder,
    REGIONS: 'eu',
    SITE_DOMAIN: `localhost:${front}`,
    CONTACT_EMAIL: 'admin@fleet.example',
    DATABASE: 'embedded',
    DATA_DIR: path.join(folder, 'data'),
    DIST_DIR: path.join(folder, 'dist'),
    API_PORT: String(behind),
    ACCESS_LOG: 'true',
    ...publisher.env,
  };
  server = await startServer();
  await startProxy(folder, front, behind);
});
afterAll(async () => {
  await hub?.stop();
  await stopCommands();
  socket?.close();
  publisher?.close();
});

test('pages, hashed files and the API keep their headers, and callers can forge nothing (Rule 21.4)', async () => {
  const page = await fetch(`${origin}/posts`);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const script = /\/hashed\/[\w.-]+\.js/.exec(await page.text())?.[0];
  const { headers } = await fetch(`${origin}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(headers.get('cache-control')).toContain('immutable');
  expect(headers.get('content-encoding')).toBe('br');
  const answer = await fetch(`${origin}/api/Stats?forged`, {
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-request-id': 'forged',
    },
  });
  await server.printed(/"\/api\/Stats"/i);
  expect(server.text()).not.toMatch(/203\.0\.113\.9|forged/);
  expect(server.text()).toContain(String(answer.headers.get('x-request-id')));
});

test('a player signs in and writes a post, which a WebSocket and an event stream announce (Rule 21.5)', async () => {
  await signIn(origin, RATED, publisher);
  const { token } = await signIn(origin, AUTHOR, publisher);
  hub = new HubConnectionBuilder()
    .withUrl(`${origin}/api/hubs/post`, { transport: HttpTransportType.WebSockets })
    .withAutomaticReconnect(Array.from({ length: 300 }, () => 100))
    .configureLogging(LogLevel.None)
    .build();
  const stream = new HubConnectionBuilder()
    .withUrl(`${origin}/api/hubs/post`, { transport: HttpTransportType.ServerSentEvents })
    .configureLogging(LogLevel.None)
    .build();
  const announced = [hub, stream].map(
    (each) => new Promise<string>((resolve) => each.on('NewPost', ({ id }) => resolve(id))),
  );
  await Promise.all([hub.start(), stream.start()]);
  const ids = { authorId: 571_234_567, playerId: 571_234_568 };
  const id = await writePost(origin, { token, ...ids }, 'Brought by a proxy');
  expect(await Promise.all(announced)).toEqual([id, id]);
  await stream.stop();
});

test('a restart loses no request, and live connections come back (Rule 27.6)', async () => {
  const reconnected = new Promise<void>((resolve) => hub.onreconnected(() => resolve()));
  const ending = new AbortController();
  const addresses = ['/posts', '/api/Post/latest', '/api/Stats', '/robots.txt'];
  const reading = Array.from({ length: READERS }, (_, reader) =>
    repeat(ending.signal, `${origin}${addresses[reader % addresses.length]}`),
  );
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  server = await startServer('--built');
  await reconnected;
  ending.abort();
  const results = await Promise.all(reading);
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  expect(Math.min(...results.map(({ answered }) => answered))).toBeGreaterThan(0);
});
