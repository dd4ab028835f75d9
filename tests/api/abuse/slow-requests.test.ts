/** Requests that never end, or break off: the connection is closed, and no file is left (rule 17.10). */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createServer } from '#api/http/server.ts';
import { AURORA, createTestApi, type TestApi } from '#tests/support/api.ts';
import { listenOnLoopback } from '#tests/support/hub-client.ts';

const TIMEOUT_MS = 1_000;
const MIB = 1024 * 1024;

let api: TestApi;
let port: number;
let token: string;
beforeAll(async () => {
  api = await createTestApi({ requestTimeoutMs: TIMEOUT_MS });
  port = Number(new URL(await listenOnLoopback(api)).port);
  token = await api.tokenOf(AURORA);
});
afterAll(() => api.close());

/** A raw connection, with what was received on it. */
function open(to = port): { socket: Socket; answer: () => string; closed: Promise<void> } {
  const socket = connect({ port: to, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return {
    socket,
    answer: () => text,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

const head = (length: number | 'chunked', type = 'multipart/form-data; boundary=b') =>
  [
    'POST /api/post HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
const part = '--b\r\nContent-Disposition: form-data; name="replay"; filename="a.wowsreplay"\r\n\r\n';

test('closes the connection of a form that stops in the middle', async () => {
  const { socket, answer, closed } = open();
  socket.write(head(10_000) + part);
  const started = performance.now();
  await closed;
  expect(performance.now() - started).toBeGreaterThan(TIMEOUT_MS * 0.4);
  expect(answer()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  expect((await api.call('GET', '/api/status')).status).toBe(200);
});

test('closes the connection of a form that arrives too slowly', async () => {
  const { socket, closed } = open();
  socket.write(head('chunked') + chunk(part));
  const dripping = setInterval(() => socket.write(chunk('x')), 50);
  onTestFinished(() => clearInterval(dripping));
  const started = performance.now();
  await closed;
  expect(performance.now() - started).toBeLessThan(TIMEOUT_MS * 10);
});

test('ends a body of which too little arrives in half the time, and no other', async () => {
  const server = createServer({ config: api.config, requestTimeoutMs: 8 * TIMEOUT_MS });
  server.post('/', async ({ body }) => body);
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port: own } = server.server.address() as AddressInfo;
  const send = (bytes: number, before = '') => {
    const { socket, answer, closed } = open(own);
    socket.write(before + head('chunked', 'application/json'));
    const dripping = setInterval(() => socket.write(chunk(' '.repeat(bytes))), 100);
    onTestFinished(() => clearInterval(dripping));
    const started = performance.now();
    return { answer, after: closed.then(() => performance.now() - started) };
  };
  const whole = head(6_000, 'application/json') + JSON.stringify('x'.repeat(5_998));
  const [slow, slowLater, steady] = [send(10), send(10, whole), send(1_000)];
  for (const { after, answer } of [slow, slowLater]) {
    expect(await after).toBeLessThan(7 * TIMEOUT_MS);
    expect(answer()).toContain('HTTP/1.1 408 ');
  }
  expect(await steady.after).toBeGreaterThan(7.9 * TIMEOUT_MS);
});

test('ends an answer that is not read, and none that is read slowly', async () => {
  const server = createServer({ config: api.config, requestTimeoutMs: TIMEOUT_MS });
  server.get('/', () => Buffer.alloc(32 * MIB));
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const { port: own } = server.server.address() as AddressInfo;
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const accepted = once(server.server, 'connection');
  const unread = open(own);
  const [served] = await accepted;
  unread.socket.pause().write(request);
  await once(served, 'close');
  const slow = open(own);
  slow.socket.write(request);
  const reading = setInterval(() => {
    if (slow.socket.isPaused()) slow.socket.resume();
    else slow.socket.pause();
  }, 50);
  onTestFinished(() => clearInterval(reading));
  await expect.poll(() => slow.answer().length).toBeGreaterThan(32 * MIB);
});

test('closes the connection of a header that never ends', async () => {
  const { socket, closed } = open();
  socket.write('GET /api/status HTTP/1.1\r\nHost: localhost\r\nX-A: ');
  await closed;
});

test('answers 413 to an endless file after 5 MiB, and does not store it', async () => {
  const { socket, answer } = open();
  socket.write(head('chunked') + chunk(part));
  const before = process.memoryUsage();
  const piece = chunk('x'.repeat(64 * 1024));
  for (let sent = 0; sent < 60 * MIB && !answer().includes('413'); sent += 64 * 1024)
    await new Promise<void>((resolve) => {
      if (socket.destroyed || socket.write(piece)) setImmediate(resolve);
      else socket.once('drain', () => resolve()).once('close', () => resolve());
    });
  expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  const after = process.memoryUsage();
  expect(after.external + after.heapUsed - before.external - before.heapUsed).toBeLessThan(64 * MIB);
});

test('refuses an endless number of fields', async () => {
  const { socket, answer } = open();
  const field = '--b\r\nContent-Disposition: form-data; name="postDto"\r\n\r\nx\r\n';
  socket.write(head('chunked') + chunk(field.repeat(50)));
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 4(00|13) /);
});

test.each([
  ['a client that hangs up in the middle of its form', head(10_000) + part],
  [
    'one that hangs up in the middle of its JSON',
    `${head(10_000, 'application/json').replace('POST /api/post', 'PUT /api/profile')}{"id":`,
  ],
])('%s leaves no file, and the same user can post at once', async (_, text) => {
  const { socket, closed } = open();
  const received = once(api.app.server, 'request');
  socket.write(text);
  const [request] = await received;
  await expect.poll(() => request.readableDidRead).toBe(true);
  socket.destroy();
  await closed;
  const body = { id: AURORA, optedOut: false };
  await expect
    .poll(async () => (await api.call('PUT', '/api/profile', { as: AURORA, body })).status)
    .toBe(204);
  const count = (await api.call('GET', '/api/post/latest')).headers['content-items-total'];
  expect(count).toBe('0');
});

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}
