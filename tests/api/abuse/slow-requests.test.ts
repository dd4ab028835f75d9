/** Requests that never end, break off or are refused early: the connection is closed, and no file is left (rules 17.10 and 17.37). */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { installErrorHandlers } from '#api/http/error-handler.ts';
import { createServer } from '#api/http/server.ts';
import { answerWhileStarting } from '#api/operation/starting.ts';
import { freePort } from '#scripts/support/listen.ts';
import { AURORA, BORODINO, createTestApi, HOOD, type TestApi } from '#tests/support/api.ts';
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

/** Sends the file of a form at a steady rate, in bytes per second, until it is answered. */
function upload(rate: number, { to = port, path = '/api/post', as = token } = {}) {
  const { socket, answer, closed } = open(to);
  const first = head('chunked').replace('/api/post', path).replace(token, as);
  socket.write(first.replace('Host:', 'Origin: http://localhost:4321\r\nHost:') + chunk(part));
  const started = performance.now();
  let sent = 0;
  const sending = setInterval(() => {
    const due = Math.floor(((performance.now() - started) * rate) / 1_000) - sent;
    if (due <= 0 || answer() !== '') return;
    sent += due;
    socket.write(chunk('x'.repeat(due)));
  }, 20);
  const end = () => {
    clearInterval(sending);
    socket.write(`${chunk('\r\n--b--\r\n')}0\r\n\r\n`);
  };
  onTestFinished(() => clearInterval(sending));
  const answered = async () => {
    await expect.poll(answer).not.toBe('');
    return performance.now() - started;
  };
  return { answer, answered, closed, end };
}

test('lets an upload go on while it carries 16 kB/s', async () => {
  const [steady, slow] = [upload(40_000), upload(12_000, { as: await api.tokenOf(BORODINO) })];
  expect(await slow.answered()).toBeGreaterThan(0.9 * TIMEOUT_MS);
  expect(slow.answer()).toMatch(
    /^HTTP\/1\.1 408 .*access-control-allow-origin: http.*"The request arrived too slowly\./is,
  );
  await slow.closed;
  await sleep(TIMEOUT_MS / 2);
  expect(steady.answer()).toBe('');
  steady.end();
  await steady.answered();
  expect(steady.answer()).toMatch(/^HTTP\/1\.1 400 .*postDto/s);
});

test('lets two uploads of an account go on at once, for 5.5 times the time of a request', async () => {
  const short = await createTestApi({ requestTimeoutMs: TIMEOUT_MS / 5 });
  onTestFinished(() => short.close());
  const to = Number(new URL(await listenOnLoopback(short)).port);
  const begin = async (author: number) => {
    const path = `/api/replay/${await short.addPost({ author, player: HOOD })}`;
    return upload(100_000, { to, path, as: await short.tokenOf(author) });
  };
  const two = [await begin(AURORA), await begin(AURORA)];
  const others = await begin(BORODINO);
  const third = await begin(AURORA);
  await third.answered();
  expect([...two, others].map(({ answer }) => answer())).toEqual(['', '', '']);
  expect(third.answer()).toMatch(/^HTTP\/1\.1 408 .*"2 slow uploads of yours are running\./s);
  for (const { answered, answer } of [...two, others]) {
    expect(await answered()).toBeGreaterThan(TIMEOUT_MS);
    expect(answer()).toMatch(/^HTTP\/1\.1 408 .*"The request arrived too slowly\./s);
  }
});

test('ends a body of which too little arrives in half the time, and no other', async () => {
  const server = createServer({ config: api.config, requestTimeoutMs: 8 * TIMEOUT_MS });
  installErrorHandlers(server);
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
  const text = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const accepted = once(server.server, 'connection');
  const unread = open(own);
  const [served] = await accepted;
  unread.socket.pause().write(text);
  await once(served, 'close');
  const slow = open(own);
  slow.socket.write(text);
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

/** Sends one request after another on a connection, unless an answer closes it; resolves to status and Connection header. */
function openAgent() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (method: string, path: string, headers = {}, body = '') =>
    new Promise<[status: number | undefined, connection: string | undefined]>((resolve, reject) => {
      const sent = request({ port, method, path, agent, headers }, (answer) =>
        answer.resume().once('end', () => resolve([answer.statusCode, answer.headers.connection])),
      );
      sent.once('error', reject).end(body);
    });
}

/** A form with one file, and its headers. */
function formOf(name: string, size: number): [headers: Record<string, string | number>, body: string] {
  const body = `${part.replace('replay', name)}${'A'.repeat(size)}\r\n--b--\r\n`;
  const type = 'multipart/form-data; boundary=b';
  return [{ authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }, body];
}

test.each([
  ['a large text', 413, () => formOf('postDto', 900_000)],
  ['an unknown part', 400, () => formOf('file', 900_000)],
  ['a replay that is too large', 413, () => formOf('replay', 5.5 * MIB)],
  ['another type', 415, () => [{ 'content-length': 4 * MIB }, 'A'.repeat(4 * MIB)] as const],
])('a refused body with %s does not hold up the next request', async (_, status, form) => {
  const send = openAgent();
  expect(await send('POST', '/api/post', ...form())).toEqual([status, 'close']);
  expect((await send('GET', '/api/status'))[0]).toBe(200);
});

test('a refused body that has arrived keeps its connection', async () => {
  expect(await openAgent()('POST', '/api/post', ...formOf('postDto', 100))).toEqual([400, 'keep-alive']);
});

async function portOfStart(): Promise<number> {
  const free = await freePort();
  const starting = await answerWhileStarting({ host: '127.0.0.1', port: free, loopback: true });
  onTestFinished(starting.close);
  return free;
}

test.each([
  ['of the API', 401, async () => port],
  ['while it starts', 503, portOfStart],
])(
  'an early answer %s reaches browsers, which read it after sending everything',
  async (_, status, portOf) => {
    const { socket, answer, closed } = open(await portOf());
    socket.pause().write(head(2 * MIB).replace(token, ''));
    for (let sent = 0; sent < 8; sent += 1) {
      socket.write('A'.repeat(MIB / 4));
      await sleep(100);
    }
    socket.resume();
    await closed;
    expect(answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} .*connection: close`, 'is'));
  },
);

test.each([
  ['stands still', 0],
  ['is slower than a slow line', 1],
  ['is endless', 64 * 1024],
])('a refused body that %s ends its connection', async (_, bytes) => {
  const accepted = once(api.app.server, 'connection');
  const { socket, answer, closed } = open();
  const [received] = await accepted;
  socket.write(head(1024 * MIB).replace(token, ''));
  const sending = setInterval(() => socket.write('A'.repeat(bytes)), 1);
  onTestFinished(() => clearInterval(sending));
  await closed;
  expect(answer().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  expect(received.bytesRead).toBeLessThan(7 * MIB);
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
  const [raw] = await received;
  await expect.poll(() => raw.readableDidRead).toBe(true);
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
