/** Answers of the proxy of `deploy/compose.yaml` while its container is replaced. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/listen.ts';
import { ensurePackages } from '#scripts/testing/debian-packages.ts';
import { stopCommands } from '#tests/support/commands.ts';
import { startComposeProxy } from '#tests/support/compose-proxy.ts';

let folder: string;
let behind: number;
let origin: string;

beforeAll(async () => {
  ensurePackages('The tests of the proxy', { caddy: ['/usr/bin/caddy'] });
  folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-compose-proxy-'));
  behind = await freePort();
  const front = await freePort();
  origin = `http://localhost:${front}`;
  await startComposeProxy(folder, front, behind);
});
afterAll(async () => {
  await stopCommands();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the process behind the proxy. */
async function listen(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(request.method));
  }).listen(behind, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
}

test('requests without a body wait for the new container (Rule 27.8)', async () => {
  const waiting = ['GET', 'HEAD', 'POST'].map((method) => fetch(`${origin}/posts`, { method }));
  const first = await Promise.race([...waiting, sleep(2_000)]);
  expect(first).toBeUndefined();
  await listen();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
