/** A socket that systemd passes (rule 27.6). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen, PassedSocket, takePassedSocket } from '#api/operation/listen.ts';
import { answerStarting } from '#api/operation/starting.ts';
import { freePort } from '#scripts/support/listen.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { openSocket } from '#tests/support/open-socket.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a start that takes longer than eight seconds answers 503 until the API takes over (Rule 27.6)', async () => {
  const api = await openTestApi();
  const port = await freePort();
  const passed = new PassedSocket(openSocket(port).fd);
  const status = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api/status`, { headers: { connection: 'close' } });
  vi.spyOn(process, 'uptime').mockReturnValue(3);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const work = Promise.withResolvers<string>();
  const held = passed.holdDuring(work.promise, answerStarting());
  vi.advanceTimersByTime(4_999);
  expect(passed.options).toHaveProperty('fd');
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  const late = await Promise.all(Array.from({ length: 50 }, status));
  expect(new Set(late.map((answer) => answer.status))).toEqual(new Set([503]));
  const waits = new Set(late.map(({ headers }) => headers.get('retry-after')));
  expect([...waits].sort()).toEqual(['2', '3', '4', '5', '6']);
  work.resolve('open');
  expect(await held).toBe('open');
  expect(await listen(api.app, api.config, passed)).toMatchObject({ port });
  expect((await status()).status).toBe(200);
});

test.each([
  [
    '/api/post/latest',
    'application/json',
    'application/problem+json',
    '"title":"Fleet Karma is starting. Try',
  ],
  ['/api/Auth/login?x=y', 'text/html,*/*;q=0.8', 'text/html', '<a class="button" href="">Try again</a>'],
  ['/ready', 'text/html', 'application/json', '"status":"starting"'],
])('%s is answered while the API starts, to %s (Rule 27.2)', async (url, accept, type, content) => {
  const server = createServer(answerStarting()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, { headers: { accept } });
  expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([503, 'no-referrer']);
  expect(answer.headers.get('content-type')).toContain(type);
  expect(await answer.text()).toContain(content);
});

test('a start that is late already answers at once, without a warning', async () => {
  const port = await freePort();
  const passed = new PassedSocket(openSocket(port).fd);
  vi.spyOn(process, 'uptime').mockReturnValue(20);
  const warned = vi.spyOn(process, 'emitWarning');
  const work = Promise.withResolvers<void>();
  const held = passed.holdDuring(work.promise, answerStarting());
  const status = () =>
    fetch(`http://127.0.0.1:${port}/api/status`, { headers: { connection: 'close' } }).then(
      (answer) => answer.status,
      () => null,
    );
  await expect.poll(status).toBe(503);
  expect(warned.mock.calls).toEqual([]);
  work.resolve();
  await held;
});

test('is taken by the process that it is meant for, not by its children (Rule 27.6)', () => {
  const env = { LISTEN_PID: '42', LISTEN_FDS: '1', LISTEN_FDNAMES: 'http', PATH: '/bin' };
  expect(takePassedSocket({ ...env }, 43)).toBe(null);
  expect(takePassedSocket(env, 42)).toBeInstanceOf(PassedSocket);
  expect(env).toEqual({ PATH: '/bin' });
});

test.each(['0', '2', undefined])('is one: %s are refused (Rule 27.6)', (LISTEN_FDS) => {
  expect(() => takePassedSocket({ LISTEN_PID: '42', LISTEN_FDS }, 42)).toThrow(
    /^The API listens on one socket/,
  );
});
