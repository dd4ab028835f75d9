/**
 * `npm run bench:uploads`: 15 uploads of 4 MB in turn to an API with a data folder of its own.
 * Measures the longest stall of the API's event loop, and how long a status call takes meanwhile. The goal is for processor
 * time, which other load on the machine does not change.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeReplay } from '#api/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/seed/replay-encoder/layouts.ts';
import type { ProcessFigures } from '#scripts/bench/event-loop.ts';
import { freePort, number } from '#scripts/bench/figures.ts';
import { signIn } from '#scripts/bench/sign-in.ts';
import { type ApiProcess, startApi } from '#scripts/support/api-process.ts';
import { runScript } from '#scripts/support/plain-failure.ts';
import { endOnSignals, stop } from '#scripts/support/processes.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';

const UPLOADS = 15;
const BYTES = 4_000_000;
const GOAL_MS = 50;
/** An administrator, who may skip the cooldown, and the first of the players that the posts are about. */
const ADMINISTRATOR = 500000004;
const PLAYER = 500000001;

/** A replay of 4 MB: bytes behind the payload are not read. `index` makes each another file. */
function replayOf(index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BYTES).fill(index + 1);
  bytes.set(encodeReplay(makeBattle(), CURRENT_LAYOUT));
  return bytes;
}

async function createPost(origin: string, token: string, index: number): Promise<void> {
  const form = new FormData();
  const dto = {
    author: { id: ADMINISTRATOR },
    player: { id: PLAYER },
    flairs: 1,
    title: `Upload ${index}`,
    content: 'A post with a large replay, written to measure how the API copes.',
  };
  form.set('postDto', JSON.stringify(dto));
  form.set('replay', new Blob([replayOf(index)]), 'battle.wowsreplay');
  const response = await fetch(`${origin}/api/post?ignoreChecks=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}.`);
}

async function figuresOf(api: ApiProcess): Promise<ProcessFigures> {
  api.child.send('read');
  const [figures] = await once(api.child, 'message');
  return figures as ProcessFigures;
}

/** Calls `/api/Status` all the time; the longest wait in milliseconds. */
async function watchStatus(origin: string, signal: AbortSignal): Promise<number> {
  let longest = 0;
  while (!signal.aborted) {
    const started = performance.now();
    await (await fetch(`${origin}/api/Status`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - started);
    await sleep(5);
  }
  return longest;
}

async function measure(
  api: ApiProcess,
  origin: string,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  await sleep(1000);
  api.child.send('reset');
  const ended = new AbortController();
  const status = watchStatus(origin, ended.signal);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  ended.abort();
  const { longestStall, p99, longestWork, rss } = await figuresOf(api);
  console.log(
    `${name}: longest stall ${number(longestStall)} ms (p99 ${number(p99)} ms), longest work ${number(longestWork)} ms of processor time, longest status call ${number(await status)} ms, ${number(seconds)} s, ${number(rss / 2 ** 20)} MB resident`,
  );
  return longestWork <= GOAL_MS;
}

await runScript(async () => {
  endOnSignals();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'fleet-karma-bench-'));
  const port = await freePort();
  const env = { HOST: '127.0.0.1', API_PORT: String(port), DATA_DIR: folder, FILES_DIR: '' };
  const limits = { RATE_LIMIT_ADDRESS: '0', RATE_LIMIT_ACCOUNT: '0' };
  const api = startApi({ ...process.env, ...env, ...limits }, ['--import', './scripts/bench/event-loop.ts']);
  try {
    await api.ready;
    const origin = `http://127.0.0.1:${port}`;
    const token = await signIn(origin, ADMINISTRATOR);
    // The decoder's thread starts with the first file.
    await createPost(origin, token, -1);
    console.log(`Load of the machine: ${os.loadavg().map(number).join(', ')}; ${os.cpus().length} cores.`);
    await measure(api, origin, 'nothing, for 3 s', () => sleep(3000));
    const inTurn = await measure(api, origin, `${UPLOADS} uploads in turn`, async () => {
      for (let index = 0; index < UPLOADS; index += 1) await createPost(origin, token, index);
    });
    process.exitCode = inTurn ? 0 : 1;
  } finally {
    await stop(api);
    await rm(folder, { recursive: true, force: true });
  }
});
