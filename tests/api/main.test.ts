/** The API as a process: starting, failing to start, shutting down, and its data after a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApi } from '#api/app/start.ts';
import { loadConfig } from '#api/config/load-config.ts';
import type { DataSource } from '#api/db/database.ts';
import { openDatabase } from '#api/db/open.ts';
import { replays } from '#api/db/replay-schema.ts';
import { meta, players, posts, users } from '#api/db/schema.ts';
import { openFolderStore } from '#api/files/folder-store.ts';
import { createTokens } from '#api/model/auth/authenticate.ts';
import { REGION_IDS } from '#lib/regions.ts';
import { postDto, postForm } from '#tests/support/api.ts';
import { SECRET } from '#tests/support/production.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DEMO = { databaseUrl: null, mode: 'demo', migrateAtStart: true } as const;
const AUTHORS = 200;
const FIRST_AUTHOR = 520_000_001;
const TARGET = 520_999_999;

const folder = temporaryFolder();
const running = new Set<ChildProcess>();

interface Run {
  child: ChildProcess;
  /** Address of the API, or null when it ended before it was ready. */
  origin: Promise<string | null>;
  /** Its output on standard error. */
  stderr: () => string;
}

function start(env: Record<string, string> = {}, options = ['--demo']): Run {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['api/main.ts', ...options], {
    cwd: ROOT,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, API_PORT: '0', JWT_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const origin = new Promise<string | null>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) =>
      resolve(/http:\S+/.exec(line)?.[0] ?? null),
    );
    child.once('exit', () => resolve(null));
  });
  return { child, origin, stderr: () => stderr };
}

async function end({ child }: Run, signal: NodeJS.Signals): Promise<number | null> {
  const exited = child.exitCode === null ? once(child, 'exit') : Promise.resolve([child.exitCode]);
  child.kill(signal);
  return (await exited)[0];
}

async function exitOf(run: Run): Promise<{ code: number | null; stderr: string }> {
  if (run.child.exitCode === null) await once(run.child, 'exit');
  return { code: run.child.exitCode, stderr: run.stderr() };
}

/** Authors and a target in EU; every region is marked as seeded, so that starting is quick. */
async function prepare(database: DataSource): Promise<void> {
  for (const region of REGION_IDS)
    await database.transaction(region, (db) =>
      db.insert(meta).values({ key: 'seeded-at', value: new Date().toISOString() }),
    );
  await database.transaction('eu', async (db) => {
    const ids = [...Array.from({ length: AUTHORS }, (_, index) => FIRST_AUTHOR + index), TARGET];
    await db
      .insert(players)
      .values(ids.map((id) => ({ id, username: `Player_${id}`, refreshedAt: new Date() })));
    await db.insert(users).values(ids.map((id) => ({ id })));
  });
}

beforeAll(async () => {
  const database = await openDatabase({ ...DEMO, dataDir: folder });
  await prepare(database);
  await database.close();
});
afterEach(() => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  running.clear();
});

describe('the process', { timeout: 60_000 }, () => {
  test('prints its address, answers requests, and exits cleanly on a signal', async () => {
    const run = start();
    const origin = await run.origin;
    expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await fetch(`${origin}/api/status`)).status).toBe(200);
    expect(await end(run, 'SIGINT')).toBe(0);
    expect(existsSync(path.join(folder, 'lock.json'))).toBe(false);
    expect(run.stderr()).toBe('');
  });

  test('does not wait for a client that never finishes its request (rule 17.11)', async () => {
    const run = start();
    const { port } = new URL((await run.origin) ?? '');
    const socket = net.connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {});
    await once(socket, 'connect');
    const head = ['POST /api/player/karmas HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    // The server says "100 Continue" when it begins to handle the request.
    socket.write(`${head.join('\r\n')}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`);
    await once(socket, 'data');
    socket.write('[1,');
    expect(await end(run, 'SIGTERM')).toBe(0);
    expect(existsSync(path.join(folder, 'lock.json'))).toBe(false);
  });

  test('creates a secret that only its account can read', async () => {
    const run = start({ JWT_SECRET: '' });
    await run.origin;
    expect(statSync(path.join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600);
    await end(run, 'SIGTERM');
  });

  test('finds a taken port before it opens the data', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    const unused = path.join(folder, 'unused');
    const { code, stderr } = await exitOf(start({ API_PORT: String(port), DATA_DIR: unused }));
    other.close();
    expect([code, stderr.trim()]).toEqual([
      1,
      `Port ${port} is in use by another program: stop it, or set API_PORT to another port.`,
    ]);
    expect(existsSync(unused)).toBe(false);
  });

  test('the demo says that a proxy in front of it makes its sign-in public (rule 18.13)', async () => {
    const run = start();
    const output = text(run.child.stdout as NodeJS.ReadableStream);
    const page = new URLSearchParams({
      'openid.mode': 'checkid_setup',
      'openid.return_to': `${await run.origin}/`,
    });
    const shown = await (await fetch(`${await run.origin}/id/openid?${page}`)).text();
    expect(shown).toContain('a proxy or tunnel in front of it makes it public');
    await end(run, 'SIGTERM');
    expect(await output).toContain('a proxy or tunnel in front of it makes it public');
  });

  test('leaves no server open when the port of the metrics is taken', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as net.AddressInfo;
    const listening = vi.spyOn(net.Server.prototype, 'listen');
    onTestFinished(() => {
      listening.mockRestore();
      other.close();
    });
    const env = { DATA_DIR: folder, API_PORT: '0', JWT_SECRET: SECRET, METRICS_PORT: String(port) };
    await expect(startApi(loadConfig(env, 'demo'), () => {})).rejects.toThrow(
      `Port ${port} is in use by another program: stop it, or set METRICS_PORT to another port.`,
    );
    const servers = listening.mock.contexts as net.Server[];
    expect(servers.length).toBeGreaterThan(1);
    expect(servers.filter((server) => server.listening)).toEqual([]);
  });

  test('exits with one sentence when another process uses the data folder', async () => {
    const first = start();
    await first.origin;
    const { code, stderr } = await exitOf(start());
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(new RegExp(`^The data folder .* is in use by process ${first.child.pid} `));
    expect(stderr.trim().split('\n')).toHaveLength(1);
    await end(first, 'SIGINT');
  });

  test('exits with one sentence when a setting is invalid or unsafe', async () => {
    const unsafe = await exitOf(start({ HOST: '0.0.0.0' }));
    expect([unsafe.code, unsafe.stderr]).toEqual([1, expect.stringContaining('unset HOST (0.0.0.0), or')]);
    const wrong = await exitOf(start({ API_PORT: 'none' }));
    expect([wrong.code, wrong.stderr.trim()]).toEqual([
      1,
      'Environment variable API_PORT must be a port from 0 to 65535.',
    ]);
  });
});

/** Sends every author's create at once; returns the ids of the posts that were answered with 201. */
async function createAll(
  origin: string,
  seeds: ReadonlyMap<number, string>,
  onAnswer: () => void,
): Promise<string[]> {
  const tokens = createTokens(SECRET);
  const file = replayFile();
  const created: string[] = [];
  const rows = Array.from({ length: AUTHORS }, (_, index) => FIRST_AUTHOR + index);
  await Promise.allSettled(
    rows.map(async (id, index) => {
      const subject = { id, username: `Player_${id}`, roles: [], seed: seeds.get(id) as string };
      const dto = postDto({ author: { id }, player: { id: TARGET }, flairs: index % 4 === 0 ? 1 : 0 });
      const response = await fetch(`${origin}/api/post`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokens.sign('eu', subject, Date.now())}` },
        body: postForm(dto, index % 4 === 0 ? file : undefined),
      });
      const body = (await response.json()) as { id: string };
      if (response.status === 201) created.push(body.id);
      onAnswer();
    }),
  );
  return created;
}

async function readBack() {
  const database = await openDatabase({ ...DEMO, dataDir: folder });
  try {
    return await database.read('eu', async (db) => {
      const stored = await db.select().from(posts);
      const [target] = await db.select().from(players).where(eq(players.id, TARGET));
      const files = openFolderStore(path.join(folder, 'files'));
      const withReplay = await db.select({ sha256: replays.sha256 }).from(replays);
      const withoutFile = withReplay.filter(({ sha256 }) => !existsSync(files.pathOf('eu', sha256 ?? '')));
      const withoutReplay = await db
        .select({ id: posts.id })
        .from(posts)
        .leftJoin(replays, eq(replays.postId, posts.id))
        .where(sql`${posts.flairs} <> 0 and ${replays.id} is null`);
      return { stored, target, withoutFile, withoutReplay };
    });
  } finally {
    await database.close();
  }
}

test('a kill during 200 creates loses no confirmed post and leaves no partial one', {
  timeout: 120_000,
}, async () => {
  const database = await openDatabase({ ...DEMO, dataDir: folder });
  const rows = await database.read('eu', (db) => db.select({ id: users.id, seed: users.seed }).from(users));
  const seeds = new Map(rows.map(({ id, seed }) => [id, seed]));
  await database.close();

  const run = start();
  const origin = (await run.origin) as string;
  let answers = 0;
  const created = await createAll(origin, seeds, () => {
    answers += 1;
    if (answers === AUTHORS / 4) run.child.kill('SIGKILL');
  });
  expect(created.length).toBeGreaterThan(0);
  expect(created.length).toBeLessThan(AUTHORS);

  const { stored, target, withoutFile, withoutReplay } = await readBack();
  const ids = new Set(stored.map(({ id }) => id));
  expect(created.filter((id) => !ids.has(id))).toEqual([]);
  expect(withoutFile).toEqual([]);
  expect(withoutReplay).toEqual([]);
  expect(target?.siteKarma).toBe(stored.filter(({ flairs }) => flairs !== 0).length);
});
