/** Messages to callers and operators when a disk, a database or a certificate fails (rule 22.7). */

import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { fileProblem, networkProblem } from '#api/base/failures.ts';
import { confirmResponse } from '#api/calls/auth/openid.ts';
import { DatabaseBusy, DatabaseUnavailable, type DataSource } from '#api/db/database.ts';
import { createEmbeddedDatabase } from '#api/db/pglite.ts';
import { meta } from '#api/db/schema.ts';
import type { FileStore } from '#api/files/store.ts';
import { listenProblem } from '#api/operation/listen.ts';
import { AURORA, replayForm } from '#tests/support/api.ts';
import { setUpApi } from '#tests/support/api-fixture.ts';
import { startCommand } from '#tests/support/commands.ts';
import { CERTIFICATE, KEY } from '#tests/support/fixtures/expired-certificate.ts';
import { startLogging } from '#tests/support/logging-api.ts';
import { replayFile } from '#tests/support/replay-file.ts';
import { beginCreate } from '#tests/support/slow-create.ts';
import { openMigrated } from '#tests/support/test-database.ts';

const api = setUpApi();

const systemError = (code: string) => Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });

const startFailing = (database: DataSource, files?: FileStore) =>
  startLogging({ database, ...(files && { files }) });

test.each([
  [
    'ENOSPC',
    507,
    'The server’s disk is full, so files cannot be stored. Try again later.',
    'the disk is full (ENOSPC)',
  ],
  ['EROFS', 503, 'Files cannot be stored right now. Try again later.', 'the disk is read-only (EROFS)'],
  [
    'EACCES',
    503,
    'Files cannot be stored right now. Try again later.',
    'this account may not write there (EACCES)',
  ],
])('an upload that fails with %s is answered with a sentence', async (code, status, detail, words) => {
  const failing = await startFailing(api.database, {
    ...api.files,
    receive: async (source) => {
      for await (const _ of Readable.from(source)) break;
      throw systemError(code);
    },
  });
  const answer = await failing.createPost({}, { replay: replayFile() });
  expect([answer.status, answer.json.detail]).toEqual([status, detail]);
  expect(failing.log()).toContain(`an uploaded file could not be stored in FILES_DIR: ${words}`);
});

test.each([
  [
    'full disk',
    '53100',
    507,
    'The server’s disk is full, so nothing can be stored. Try again later.',
    'the disk is full: free space',
  ],
  [
    'read-only server',
    '25006',
    503,
    'Nothing can be stored right now. Try again later.',
    'the database is read-only',
  ],
])('a write to the database on a %s is answered with a sentence', async (_, code, status, detail, words) => {
  const transaction = () => Promise.reject(new Error('Failed query', { cause: systemError(code) }));
  const failing = await startFailing({ ...api.database, transaction } as DataSource);
  const answer = await failing.call('POST', '/api/auth/renew-seed', { as: AURORA });
  expect([answer.status, answer.json.detail]).toEqual([status, detail]);
  expect(answer.headers['retry-after']).toBe('60');
  await expect.poll(failing.log).toContain(words);
});

test.each([
  ['waited too long for a lock', '57014'],
  ['was ended because of a deadlock', '40P01'],
])('a statement that %s may be tried again', async (_, code) => {
  const read = () => Promise.reject(new Error('Failed query', { cause: systemError(code) }));
  const failing = await startFailing({ ...api.database, read, memo: read } as DataSource);
  const answer = await failing.call('GET', `/api/player/${AURORA}`);
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json.detail).toBe('The database is busy. Try again in a moment.');
  expect(failing.log()).toContain('look for locks');
});

test.each([
  ['got no connection to the database: the region uses its share', new DatabaseBusy()],
  ['got no connection to the database: the server has none left', new DatabaseBusy(systemError('53300'))],
  [
    'found that the database is unavailable: it refuses connections',
    new DatabaseUnavailable(systemError('ECONNREFUSED')),
  ],
])('calls without a connection are one short line a second: %s', async (words, cause) => {
  const read = () => Promise.reject(new Error('Failed query: select …', { cause }));
  const failing = await startFailing({ ...api.database, read, memo: read } as DataSource);
  const calls = Array.from({ length: 30 }, () => failing.call('GET', `/api/player/${AURORA}`));
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  await expect.poll(failing.log).toContain(words);
  const ofCalls = failing
    .log()
    .split('\n')
    .filter((line) => /calls within|statements take/.test(line));
  expect(ofCalls).toEqual([expect.stringContaining(`30 calls within a second ${words}`)]);
  expect(ofCalls[0]?.length).toBeLessThan(500);
});

test('the embedded database refuses what does not fit its disk, says so, and still reads (rule 22.7)', async () => {
  let free = 1e9;
  const database = createEmbeddedDatabase(await openMigrated(), { freeBytes: async () => free });
  const full = await startFailing(database);
  const renew = async () => (await full.call('POST', '/api/auth/renew-seed', { as: AURORA })).status;
  const warnings = async () => (await full.call('GET', '/ready')).json.warnings;
  expect([await renew(), await warnings()]).toEqual([200, []]);
  const filling = database.transaction('eu', async () => {
    free = 1e6;
  });
  const queued = database.transaction('eu', (db) => db.insert(meta).values({ key: 'late', value: '' }));
  await filling;
  await expect(queued).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(database.copyTo?.('/nowhere')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([await renew(), (await full.call('GET', `/api/player/${AURORA}`)).status]).toEqual([507, 200]);
  await expect
    .poll(warnings)
    .toEqual(['The disk of DATA_DIR is full: free space, or nothing can be stored.']);
});

test('a server that ends in the embedded database ends the thread or process, no name does (rule 22.18)', async () => {
  const program = 'tests/support/fixtures/failing-database.ts';
  const { exited, text } = startCommand(process.execPath, [program], process.env);
  expect(await exited).toBe(1);
  const ending = (name: string) =>
    `The database in memory failed (could not remove file "pg_logical/replorigin_checkpoint.tmp": Is a directory), so the ${name} ends: free space if the disk is full.\n`;
  expect(text()).toBe(`${ending('thread')}the thread ended with 1\n${ending('process')}`);
});

test('a failed look-up of the session is 503, not 401 or 500, for calls and hubs (rule 22.18)', async () => {
  const read = () => Promise.reject(new Error('Failed query: select seed, roles'));
  const failing = await startFailing({ ...api.database, read } as DataSource);
  const token = await api.tokenOf(AURORA);
  for (const [method, url] of [
    ['HEAD', '/api/auth'],
    ['GET', '/jobs'],
    ['POST', '/api/hubs/auth/negotiate?negotiateVersion=1'],
  ] as const)
    expect([url, (await failing.call(method, url, { token })).status]).toEqual([url, 503]);
  expect(failing.log()).toContain('the database is unavailable: its connection was lost, or it failed');
});

test('a database that comes and goes is answered with 503 meanwhile, and named in the log', async () => {
  let isAway = true;
  const read: DataSource['read'] = (region, run) =>
    isAway
      ? Promise.reject(new DatabaseUnavailable(systemError('ECONNREFUSED')))
      : api.database.read(region, run);
  const failing = await startFailing({
    ...api.database,
    read,
    memo: (region, _key, run) => read(region, run),
  });
  const get = async () => (await failing.call('GET', `/api/player/${AURORA}`)).status;
  expect(await get()).toBe(503);
  isAway = false;
  expect(await get()).toBe(200);
  await expect
    .poll(failing.log)
    .toContain(
      'within a second found that the database is unavailable: it refuses connections (ECONNREFUSED)',
    );
  failing.app.log.error(
    { err: new DatabaseUnavailable(systemError('ECONNREFUSED')) },
    'background work failed',
  );
  expect(failing.log()).not.toContain('  at ');
});

test('an upload that is broken off is not taken for a fault of the database', async () => {
  const logging = await startFailing(api.database);
  await logging.app.listen({ host: '127.0.0.1', port: 0 });
  const { server } = logging.app;
  const form = replayForm(new Uint8Array(100_000));
  const { port } = server.address() as AddressInfo;
  const create = await beginCreate(port, await logging.tokenOf(AURORA), form);
  const connections = () =>
    new Promise<number>((done) => server.getConnections((_error, count) => done(count)));
  create.abort();
  await expect.poll(connections).toBe(0);
  await logging.app.close();
  expect(logging.log()).not.toMatch(/unavailable|unexpected/);
});

test.each([
  ['listen', 'Port 80 may not be used by this account: set API_PORT to a port above 1023.'],
  ['open', null],
])('EACCES of %s is reported as a port only when it is one', (syscall, sentence) => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall, path: '/data/lock.json' });
  expect(listenProblem(error, { host: 'localhost', port: 80, variable: 'API_PORT' })).toBe(sentence);
  expect(fileProblem(error, 'A file')).toBe(
    '/data/lock.json could not be used: this account may not write there (EACCES).',
  );
});

/** A server whose certificate has expired; returns its port. */
async function openExpired(): Promise<number> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('an expired certificate is named in plain words', async () => {
  const port = await openExpired();
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: CERTIFICATE });
  const [error] = await once(socket, 'error');
  expect(networkProblem(new TypeError('fetch failed', { cause: error }))).toBe(
    'its certificate has expired (CERT_HAS_EXPIRED)',
  );
});

test('a sign-in names the publisher’s invalid certificate', async () => {
  const port = await openExpired();
  await expect(confirmResponse({}, `https://127.0.0.1:${port}/id/openid`)).rejects.toThrow(
    /^its certificate (has expired|is not from a known authority) \([A-Z_]+\)$/,
  );
});
