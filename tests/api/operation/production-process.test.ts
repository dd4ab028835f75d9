/** The API as a process in production: starting, stopping, restarting (rule 22.5). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { players, users } from '#api/db/schema.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { freePort } from '#scripts/support/listen.ts';
import { postDto, postForm } from '#tests/support/api.ts';
import { processorSeconds } from '#tests/support/commands.ts';
import { type OpenSocket, PASSING } from '#tests/support/open-socket.ts';
import { LOCAL_ADDRESSES, PRODUCTION, SECRET } from '#tests/support/production.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { beginCreate, type SlowCreate } from '#tests/support/slow-create.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const AUTHOR = 520_000_001;
const TARGETS = [520_000_002, 520_000_003, 520_000_004] as const;
/** Processor seconds until a process is ready: half as many on an idle machine. */
const START_LIMIT_S = 10;

const folder = temporaryFolder();
let port: number;
let seed: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  port = await freePort();
  const database = await openDatabase({
    mode: 'production',
    migrateAtStart: true,
    dataDir: folder,
    databaseUrl: null,
  });
  await database.transaction('eu', async (db) => {
    await db.insert(players).values([AUTHOR, ...TARGETS].map((id) => ({ id, username: `Player_${id}` })));
    const [user] = await db.insert(users).values({ id: AUTHOR }).returning({ seed: users.seed });
    seed = user?.seed ?? '';
  });
  await database.close();
});
afterEach(() => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  running.clear();
});

/** Starts production on the embedded database, on a socket if it is given; `stderr` is what it has logged. */
function start(env: Record<string, string> = {}, socket?: OpenSocket) {
  const [command = '', ...args] = [...(socket ? PASSING : []), process.execPath, 'api/main.ts'];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...PRODUCTION,
      ...LOCAL_ADDRESSES,
      DATABASE_URL: '',
      DATABASE: 'embedded',
      DATA_DIR: folder,
      API_PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', socket?.fd ?? 'ignore'],
  });
  running.add(child);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return { child, stderr: () => stderr, exited: once(child, 'exit') };
}

const get = (url: string, at = port): Promise<{ status: number; text: string }> =>
  fetch(`http://127.0.0.1:${at}${url}`, { headers: { connection: 'close' } }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => ({ status: 0, text: '' }),
  );

/** Waits until `/ready` answers with the status. */
async function untilReady(status = 200): Promise<string> {
  for (;;) {
    const answer = await get('/ready');
    if (answer.status === status) return answer.text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Begins to upload a post about `target` with a replay. */
async function beginUpload(target: number): Promise<SlowCreate> {
  const form = postForm(postDto({ author: { id: AUTHOR }, player: { id: target } }), replayFile());
  const subject = { id: AUTHOR, username: `Player_${AUTHOR}`, roles: [], seed };
  return beginCreate(port, await createTokens(SECRET).sign('eu', subject, Date.now()), form);
}

test('a stop is announced, and a running upload finishes', async () => {
  const { child, exited, stderr } = start();
  await untilReady();
  const upload = await beginUpload(TARGETS[0]);
  child.kill('SIGTERM');
  expect(JSON.parse(await untilReady(503))).toMatchObject({ status: 'draining' });
  expect((await get('/health')).status).toBe(200);
  expect((await get('/api/status')).status).toBe(200);
  expect(await upload.finish()).toBe(201);
  expect(await exited).toEqual([0, null]);
  expect(stderr()).toContain('SIGTERM: the process stops when running requests have ended.');
});

test('an upload that runs when connections are refused finishes, before the process ends', async () => {
  const { child, exited } = start();
  await untilReady();
  const upload = await beginUpload(TARGETS[1]);
  child.kill('SIGTERM');
  while ((await get('/health')).status !== 0);
  expect(child.exitCode).toBe(null);
  expect(await upload.finish()).toBe(201);
  expect(await exited).toEqual([0, null]);
});

test('a restarted process is ready soon, and hub clients reconnect to it', async () => {
  const first = start();
  await untilReady();
  const connection = new HubConnectionBuilder()
    .withUrl(`http://127.0.0.1:${port}/api/hubs/post`)
    .withAutomaticReconnect(Array.from({ length: 600 }, () => 100))
    .configureLogging(LogLevel.None)
    .build();
  await connection.start();
  const reconnecting = new Promise((resolve) => connection.onreconnecting(resolve));
  const reconnected = new Promise((resolve) => connection.onreconnected(resolve));
  first.child.kill('SIGTERM');
  await reconnecting;
  expect(await first.exited).toEqual([0, null]);
  const { child } = start();
  await untilReady();
  // Wall time would depend on how busy the machine is.
  expect(processorSeconds([child.pid as number])).toBeLessThanOrEqual(START_LIMIT_S);
  await reconnected;
  await connection.stop();
});

test('without its server the process reports itself as starting, and says why', async () => {
  const { stderr } = start({ DATABASE: '', DATABASE_URL: 'postgres://karma:secret@127.0.0.1:1/karma' });
  expect(JSON.parse(await untilReady(503))).toEqual({
    status: 'starting',
    reason: 'The API is starting.',
    warnings: [],
  });
  expect((await get('/health')).status).toBe(200);
  while (!stderr().includes('Waiting')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(stderr()).toMatch(
    /^The PostgreSQL database at 127\.0\.0\.1:1\/karma cannot be used \(it refuses connections\): start PostgreSQL, .*\. Waiting until the server responds\.$/m,
  );
  expect(stderr()).not.toContain('secret');
});

test.skipIf(process.platform === 'win32')('SIGUSR2 switches read-only mode (Rule 22.11)', async () => {
  const { child, stderr } = start({ READ_ONLY: 'true' });
  expect(JSON.parse(await untilReady())).toMatchObject({ readOnly: true });
  child.kill('SIGUSR2');
  while (!stderr().includes('off')) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(JSON.parse(await untilReady())).toMatchObject({ readOnly: false });
  expect(
    stderr()
      .split('\n')
      .filter((line) => line.startsWith('Read-only')),
  ).toEqual([
    'Read-only mode is on: reads work, nothing is stored. SIGUSR2 ends it.',
    'Read-only mode is off.',
  ]);
});

test('the metrics are on their own port, and not on that of the API', async () => {
  const metricsPort = await freePort();
  start({ METRICS_PORT: String(metricsPort) });
  await untilReady();
  await get('/api/status');
  expect((await get('/metrics', metricsPort)).text).toContain(
    'fleet_karma_requests_total{call="GET /api/Status",status="200"} 1',
  );
  expect((await get('/metrics')).status).toBe(404);
});
