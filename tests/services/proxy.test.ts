/** Answers of the proxy of `deploy/Caddyfile` while a process or its container is replaced. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { type Command, stopCommands } from '#tests/support/commands.ts';
import { ensureProxy, startProxy } from '#tests/support/example-proxy.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

let behind: number;
let origin: string;
let proxy: Command;

beforeAll(async () => {
  ensureProxy();
  behind = await freePort();
  const front = await freePort();
  origin = `http://localhost:${front}`;
  proxy = await startProxy(temporaryFolder(), front, behind);
  // Until its first check Caddy takes every process for ready, and answers 502 at once when one is missing.
  await proxy.printed(/health_checker.*request failed/);
});
afterAll(stopCommands);

/** Starts the process behind the proxy. */
async function listen(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(behind, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
}

test('requests without a body wait for the new container (Rule 27.8)', async () => {
  const waiting = ['GET', 'HEAD', 'POST'].map((method) =>
    fetch(`${origin}/posts?access_token=secret`, { method }),
  );
  const first = await Promise.race([...waiting, sleep(2_000)]);
  expect(first).toBeUndefined();
  await listen((request, response) => request.resume().on('end', () => response.end(request.method)));
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('a process that is not ready answers itself when no other one is (Rule 21.7)', async () => {
  await listen(({ url }, response) => response.writeHead(url === '/posts' ? 200 : 503).end('its own words'));
  await sleep(1_000);
  const page = await fetch(`${origin}/posts`);
  expect([page.status, await page.text()]).toEqual([200, 'its own words']);
  const call = await fetch(`${origin}/api/Post`, { method: 'POST', body: 'text' });
  expect([call.status, await call.text()]).toEqual([503, 'its own words']);
});

test('logs neither requests nor their tokens (Rule 21.8)', () => {
  expect(proxy.text()).not.toMatch(/secret|\/posts/);
});
