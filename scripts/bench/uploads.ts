/**
 * `npm run bench:uploads`: 15 uploads of 4 MB, one after another, and uploads while another account sends files that take
 * long to decode. Measures the longest stall of the API's event loop, and the longest status call meanwhile. That goal is for
 * processor time, which does not depend on other load on the machine.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { createPost, signIn } from '#scripts/bench/calls.ts';
import type { ProcessFigures } from '#scripts/bench/event-loop.ts';
import { MOST_TIMES, measureFairness } from '#scripts/bench/fair-uploads.ts';
import { type MeasuredApi, withApi } from '#scripts/bench/product.ts';
import { printTable } from '#scripts/bench/stats.ts';
import { runScript } from '#scripts/support/processes.ts';

const UPLOADS = 15;
const BYTES = 4_000_000;
const GOAL_MS = 50;

/** A replay of 4 MB: bytes after the payload are not read. `index` makes each file different. */
function replayOf(index: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BYTES).fill(index + 1);
  bytes.set(encodeReplay(makeBattle(), CURRENT_LAYOUT));
  return bytes;
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

async function measure(name: string, { api, apiOrigin }: MeasuredApi, work: () => Promise<void>) {
  await sleep(1000);
  api.child.send('reset');
  const ended = new AbortController();
  const status = watchStatus(apiOrigin, ended.signal);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  ended.abort();
  const statusCall = await status;
  api.child.send('read');
  const [{ longestStall, longestWork }] = (await once(api.child, 'message')) as [ProcessFigures];
  return {
    name,
    seconds,
    'longest stall (ms)': longestStall,
    'longest work (ms of processor time)': longestWork,
    'longest status call (ms)': statusCall,
  };
}

await runScript(() =>
  withApi(
    async (measured) => {
      const token = await signIn(measured.apiOrigin);
      const upload = (index: number) =>
        createPost(measured.apiOrigin, token, {
          title: `Upload ${index}`,
          replay: new Blob([replayOf(index)]),
        });
      // The decoder's thread starts with the first file.
      await upload(-1);
      const idle = await measure('nothing, for 3 s', measured, () => sleep(3000));
      const busy = await measure(`${UPLOADS} uploads in turn`, measured, async () => {
        for (let index = 0; index < UPLOADS; index += 1) await upload(index);
      });
      printTable(`${UPLOADS} uploads of ${BYTES / 1e6} MB`, [idle, busy]);
      const { rows, ratio } = await measureFairness(measured.apiOrigin, token);
      printTable(
        `Uploads next to another account: the slowest takes ${ratio.toFixed(2)} times the median alone`,
        rows,
      );
      const isQuick = busy['longest work (ms of processor time)'] <= GOAL_MS;
      process.exitCode = isQuick && ratio <= MOST_TIMES ? 0 : 1;
    },
    ['--import', './scripts/bench/event-loop.ts'],
  ),
);
