/** The API recovers by itself when its PostgreSQL server cuts connections (rule 17.12). */

import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isBusy, isUnavailable } from '#api/db/database.ts';
import { openDatabase } from '#api/db/open.ts';
import { createServerDatabase, isServerAway } from '#api/db/postgres.ts';
import { players } from '#api/db/schema.ts';
import type { RegionId } from '#lib/regions.ts';
import { AURORA, createTestApi, MOD, postDto, postForm, type TestApi } from '#tests/support/api.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { administer, openCopy, untilLocksAwaited } from '#tests/support/postgres/databases.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';

let api: TestApi;
let database: Awaited<ReturnType<typeof openCopy>>;
let name: string;
beforeAll(async () => {
  database = await openCopy();
  name = new URL(database.url).pathname.slice(1);
  api = await createTestApi({ database });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(() => {
  api.clock.now += 86_400_000;
});

/** Ends every connection of the API and waits until they are gone; returns how many there were. */
const cut = async (): Promise<number> => {
  const { rowCount } = await administer(
    SERVER,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  );
  return rowCount ?? 0;
};

/** How many connections of the API have run a statement. */
const used = async (): Promise<number> => {
  const { rowCount } = await administer(
    SERVER,
    `select pid from pg_stat_activity where datname = '${name}' and query <> ''`,
  );
  return rowCount ?? 0;
};

test('idle connections that were cut are replaced: the next calls succeed', async () => {
  await Promise.all(Array.from({ length: 8 }, () => api.call('GET', '/api/post/latest')));
  expect(await cut()).toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.call('GET', '/api/post/latest')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await api.createPost()).status).toBe(201);
});

describe('cut again and again under load', () => {
  test('reads and writes answer as ever or 503 with Retry-After, and all succeed as soon as it ends', async () => {
    const seen = new Map<number, number>();
    const written: string[] = [];
    let loading = true;
    const load = async (send: () => ReturnType<TestApi['call']>) => {
      while (loading) {
        const answer = await send();
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (answer.status === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        if (answer.status === 201) written.push(answer.json.id);
      }
    };
    const author = await api.addPlayer();
    const targets: number[] = [];
    while (targets.length < 200) targets.push(await api.addPlayer());
    const create = () => {
      const dto = postDto({ author: { id: author }, player: { id: targets.pop() ?? MOD } });
      return api.call('POST', '/api/post', { token, form: postForm(dto) });
    };
    const token = await api.tokenOf(author);
    const running = [
      load(() => api.call('GET', '/api/post/latest?pageSize=100')),
      load(() => api.call('GET', `/api/player/${AURORA}`)),
      load(() => api.call('HEAD', '/api/auth', { token })),
      load(create),
    ];
    for (let turn = 0; turn < 15; turn += 1) {
      await expect.poll(used, { interval: 10 }).toBeGreaterThan(0);
      await cut();
    }
    loading = false;
    await Promise.all(running);
    expect([...seen.keys()].filter((status) => ![200, 201, 423, 503].includes(status))).toEqual([]);
    expect(seen.get(200)).toBeGreaterThan(0);
    expect(written.length).toBeGreaterThan(0);
    const answers = await Promise.all([api.call('GET', '/api/post/latest'), api.createPost()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
    // Every post that was answered with 201 exists.
    for (const id of written) expect((await api.call('GET', `/api/post/${id}`)).status).toBe(200);
  });

  test('leaves karma adding up', async () => {
    const target = await api.addPlayer();
    const post = await api.addPost({ player: target, flairs: 21 });
    const [answer] = await Promise.all([api.moderate(post), cut()]);
    const { siteKarma } = (await api.call('GET', `/api/player/${target}`)).json;
    const gone = (await api.call('GET', `/api/post/${post}`)).status === 410;
    // The cut comes before, during or after the action: that race is the subject.
    expect([202, 503]).toContain(answer.status);
    expect(siteKarma).toBe(gone ? 0 : 1);
  });
});

test('a lock on a table of one region leaves the others connections (rule 17.27)', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('begin; lock table eu.posts in access exclusive mode');
  const latest = (region: RegionId) => api.call('GET', '/api/post/latest', { region });
  const held = Array.from({ length: 20 }, () => latest('eu'));
  for (let count = 0; count < 10; count += 1) expect((await latest('na')).status).toBe(200);
  // The first that waited for a connection gives up; the lock ends none of them.
  const refused = await Promise.race(held);
  expect([refused.status, refused.json.detail]).toEqual([
    503,
    'The database is busy. Try again in a moment.',
  ]);
  await client.query('rollback');
  await client.end();
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await latest('eu')).status).toBe(200);
});

test('writers that wait for one row leave reads of their region connections (rule 17.27)', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`begin; select from eu.players where id = ${AURORA} for update`);
  const lock = () =>
    database.transaction('eu', (db) =>
      db.execute(sql`select from ${players} where id = ${AURORA} for update`),
    );
  const writing = Promise.allSettled(Array.from({ length: 20 }, lock));
  await untilLocksAwaited(database.url, 6);
  for (let count = 0; count < 10; count += 1)
    expect((await api.call('GET', '/api/post/latest')).status).toBe(200);
  await client.query('rollback');
  await client.end();
  expect((await writing).filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
});

test('the time limit of a statement does not apply to a transaction without limits', async () => {
  const limit = (isUnlimited: boolean) =>
    database.transaction('eu', (db) => db.execute(sql`show statement_timeout`), { isUnlimited });
  const [limited, unlimited] = await Promise.all([limit(false), limit(true)]);
  expect([limited, unlimited].map(({ rows }) => rows[0])).toEqual([
    { statement_timeout: '30s' },
    { statement_timeout: '0' },
  ]);
});

test('no statement is compiled', async () => {
  const { rows } = await database.read('eu', (db) => db.execute(sql`show jit`));
  expect(rows).toEqual([{ jit: 'off' }]);
});

/** A server's message that ends the connection, in the protocol's bytes. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mgone\0\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

/** The server's answer to a login, after which it is ready, in the protocol's bytes. */
const READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const atLogin = (end: (socket: Socket) => void) => (socket: Socket) =>
  void socket.once('data', () => end(socket));
const atStatement = (end: (socket: Socket) => void) =>
  atLogin((socket) => {
    socket.write(READY);
    socket.once('data', () => end(socket));
  });
const saying = (code: string) => (socket: Socket) => void socket.end(fatal(code));

const ADDRESSES = ['TCP', 'a Unix socket'] as const;

/** Each way to lose a server. Without a function nothing listens. */
const LOSSES: [string, ((socket: Socket) => void)?][] = [
  ['does not run'],
  ['hangs up at once', (socket) => socket.destroy()],
  ['hangs up at the login', atLogin((socket) => socket.destroy())],
  ['hangs up at a statement', atStatement((socket) => socket.destroy())],
  ['is starting', atLogin(saying('57P03'))],
  ['stops', atStatement(saying('57P01'))],
  ['crashes', atStatement(saying('57P02'))],
  ['ends idle sessions', atStatement(saying('57P05'))],
  ['is a pooler without a server', atLogin(saying('08006'))],
];

/** Those that take as long as connecting may. */
const SILENCES: typeof LOSSES = [
  ['never answers a login', () => {}],
  ['never answers a statement', atStatement(() => {})],
];

/** The address of a server that does `lose` with each connection. */
async function openLosing(
  address: (typeof ADDRESSES)[number],
  lose?: (socket: Socket) => void,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'losing-'));
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    lose?.(socket);
  });
  server.listen(address === 'TCP' ? { port: 0, host: '127.0.0.1' } : path.join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const listening = server.address();
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
  if (lose === undefined) await close();
  else onTestFinished(close);
  return typeof listening === 'string'
    ? `postgres:///karma?host=${folder}&user=karma`
    : `postgres://karma@127.0.0.1:${listening?.port}/karma`;
}

/** How a write and a start fail on that server. */
async function failuresOf(url: string) {
  const away = createServerDatabase({ url });
  onTestFinished(() => away.close());
  const place = { dataDir: '', databaseUrl: url, mode: 'production', migrateAtStart: true } as const;
  const write = away.transaction('eu', async () => 'written').catch((error: unknown) => error);
  const start = openDatabase(place).catch((error: Error) => error.cause);
  return { write, start };
}

describe.each(ADDRESSES)('a server at %s', (address) => {
  test.each(LOSSES)('that %s is unavailable, and a start waits for it', async (_, lose) => {
    const { write, start } = await failuresOf(await openLosing(address, lose));
    expect(isUnavailable(await write)).toBe(true);
    expect(isServerAway(await start)).toBe(true);
  });

  test.each(SILENCES)('that %s is unavailable', async (_, lose) => {
    const silent = createServerDatabase({ url: await openLosing(address, lose) });
    onTestFinished(() => silent.close());
    const writing = silent.transaction('eu', async () => 'written').catch((error: unknown) => error);
    expect(isUnavailable(await writing)).toBe(true);
  });

  test('that has no connection left is busy, and a start waits for it', async () => {
    const { write, start } = await failuresOf(await openLosing(address, atLogin(saying('53300'))));
    expect([isBusy(await write), isUnavailable(await write)]).toEqual([true, false]);
    expect(isServerAway(await start)).toBe(true);
  });

  test('that does not accept the password is not waited for', async () => {
    const { write, start } = await failuresOf(await openLosing(address, atLogin(saying('28P01'))));
    expect([isBusy(await write), isUnavailable(await write)]).toEqual([false, false]);
    expect(isServerAway(await start)).toBe(false);
  });
});

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE', 'ECONNRESET'])(
  '%s of the system means that the server is away',
  (code) => expect(isServerAway(new Error('Failed query', { cause: { code } }))).toBe(true),
);

test('a missing certificate is no missing socket', () => {
  const reading = { code: 'ENOENT', syscall: 'open', path: '/etc/ca.pem' };
  expect([reading, { ...reading, syscall: 'connect' }].map(isServerAway)).toEqual([false, true]);
});

test('while the server is away reads answer 503, the status call 200', async () => {
  const away = createServerDatabase({ url: 'postgres://karma@127.0.0.1:1/karma' });
  onTestFinished(() => away.close());
  const lost = await openTestApi({ database: away });
  for (const path of ['/api/post/latest', '/api/player/500000001', '/api/clan/search/waves']) {
    const answer = await lost.call('GET', path);
    expect([answer.status, answer.json.detail]).toEqual([
      503,
      'The database is unavailable. Try again in a moment.',
    ]);
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect((await lost.call('GET', '/api/status')).status).toBe(200);
});

test('two processes on one server give one job to one of them', async () => {
  const { claim, enqueue } = await import('#api/model/replays/job-queue.ts');
  await api.addReplay(await api.addPost(), { sha256: 'x' });
  await database.transaction('eu', (db) => enqueue(db, undefined, null, api.clock.now));
  const other = createServerDatabase({ url: database.url });
  const taken = await Promise.all(
    [database, other, database, other].map((one) =>
      one.transaction('eu', (db) => claim(db, api.clock.now, 60_000)),
    ),
  );
  expect(taken.filter((job) => job !== null)).toHaveLength(1);
  await other.close();
});

/** The answer to a statement without rows, after which the server is ready. */
const DONE = Buffer.from([0x49, 0, 0, 0, 4, ...READY.subarray(-6)]);

/**
 * A server that accepts logins and statements, and answers none but those of the heartbeat, and those only when it `isAlive`. `heard(n)`
 * resolves with the nth other statement.
 */
async function openSilent({ isAlive = false } = {}) {
  const statements = new EventEmitter();
  let count = 0;
  const sockets: Socket[] = [];
  const pooler = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => {
      socket.write(READY);
      socket.on('data', (sent) => {
        if (!sent.includes('select 1\0')) statements.emit(`${++count}`);
        else if (isAlive) socket.write(DONE);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const { port } = pooler.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const silent = createServerDatabase({ url: `postgres://karma@127.0.0.1:${port}/karma` });
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    await silent.close();
    pooler.close();
  });
  /** Lets time pass, and what is sent meanwhile arrive. */
  const pass = async (seconds: number) => {
    for (let step = 0; step < seconds * 50; step += 1) {
      if (step % 50 === 0) await vi.advanceTimersByTimeAsync(1_000);
      await setImmediate();
    }
  };
  return { silent, heard: (number: number) => once(statements, `${number}`), pass };
}

test('a server that no longer responds holds reads and writes for 5 s, and further ones not at all (rule 17.12)', async () => {
  const { silent, heard, pass } = await openSilent();
  const [begun, sent] = [heard(1), heard(2)];
  const writing = silent.transaction('eu', async () => 'written').catch((error: unknown) => error);
  await begun;
  const read = () => silent.read('eu', (db) => db.execute('select 2')).catch((error: unknown) => error);
  const reading = read();
  await sent;
  await pass(5);
  expect((await Promise.all([writing, reading, read()])).map(isUnavailable)).toEqual([true, true, true]);
});

test('a read that used up the time of a statement is not retried (rule 17.27)', async () => {
  const { silent, heard, pass } = await openSilent({ isAlive: true });
  const [sent, sentAgain] = [heard(1), heard(2)];
  const reading = silent.read('eu', (db) => db.execute('select 2')).catch((error: unknown) => error);
  await sent;
  await pass(31);
  expect(await Promise.race([reading, 'waits'])).toBe('waits');
  await pass(1);
  expect(isUnavailable(await Promise.race([reading, sentAgain]))).toBe(true);
});
