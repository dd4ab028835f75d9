/**
 * `npm run bench:uploads`: 15 uploads of 4 MB, one after another.
 * Measures the longest stall of the API's event loop, and the longest status call meanwhile. The goal is for processor time,
 * which does not depend on other load on the machine.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeReplay } from '#api/seed/replay-encoder/encode-replay.ts';
import { CURRENT_LAYOUT } from '#api/seed/replay-encoder/layouts.ts';
import { createPost, signIn, withApi } from '#scripts/bench/bench-api.ts';
import type { ProcessFigures } from '#scripts/bench/event-loop.ts';
import { machineLoad, number } from '#scripts/bench/stats.ts';
import type { ApiProcess } from '#scripts/support/api-process.ts';
import { runScript } from '#scripts/support/processes.ts';
import { makeBattle } from '#tests/support/replay-encoder/battle.ts';

const UPLOADS = 15;
const BYTES = 4_000_000;
const GOAL_MS = 50;

/** A replay of 4 MB: bytes after the payload are not read. `index` makes each file different. */
function replayOf(index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BYTES).fill(index + 1);
  bytes.set(encodeReplay(makeBattle(), CURRENT_LAYOUT));
  return bytes;
}

async function figuresOf(api: ApiProcess): Promise<ProcessFigures> {
  api.child.send('read');
  const [figures] = await once(api.child, 'message');
  return figures as ProcessFigures;
}

/** Calls `/api/Status` until the signal; resolves to the longest call in milliseconds. */
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
  await withApi(
    async (api, origin) => {
      const token = await signIn(origin);
      const upload = (index: number) =>
        createPost(origin, token, { title: `Upload ${index}`, replay: new Blob([replayOf(index)]) });
      // The decoder's thread starts with the first file.
      await upload(-1);
      console.log(machineLoad());
      await measure(api, origin, 'nothing, for 3 s', () => sleep(3000));
      const isSmooth = await measure(api, origin, `${UPLOADS} uploads in turn`, async () => {
        for (let index = 0; index < UPLOADS; index += 1) await upload(index);
      });
      process.exitCode = isSmooth ? 0 : 1;
    },
    ['--import', './scripts/bench/event-loop.ts'],
  );
});
