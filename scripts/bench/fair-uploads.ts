/** How long an upload takes while another account sends files that take long to decode. */

import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { packet } from 'wows-replay/encode/packets';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { ATTACKER, createPost, PLAYER, signIn } from '#scripts/bench/calls.ts';
import { percentile } from '#scripts/bench/stats.ts';

const UPLOADS = 12;
const LARGE_FILES = 12;
/** The largest packet of an uploaded file. Compressed, it has 63 KB. */
const PACKET_BYTES = 60 * 1024 * 1024;
const FILLER = 0x78;
const FILLER_PACKET = 0x99;

/** The goal: an upload takes at most this many times as long as alone. */
export const MOST_TIMES = 3;

/** A file with bytes after its payload, which are not read: a different file each time. */
const variantOf = (file: Uint8Array, index: number): Blob =>
  new Blob([new Uint8Array(file), new Uint8Array([index, index >> 8])]);

/** A file of the seeded world, which is as long as a real one. It is that of an older post, not of a benchmark. */
async function realisticFile(apiOrigin: string): Promise<Uint8Array> {
  const list = await fetch(`${apiOrigin}/api/Post/latest?hasReplay=true&pageSize=50`);
  const posts = (await list.json()) as { replayId: string }[];
  const file = await fetch(`${apiOrigin}/api/Replay/${posts.at(-1)?.replayId}/file`);
  if (!file.ok) throw new Error(`The file of a seeded post could not be loaded: ${file.status}`);
  return new Uint8Array(await file.arrayBuffer());
}

const largeFile = (): Uint8Array =>
  encodeReplay(makeBattle(), CURRENT_LAYOUT, {
    deflate: deflateSync,
    extraPackets: [packet(FILLER_PACKET, new Uint8Array(PACKET_BYTES).fill(FILLER))],
  });

/** Sends a replay for a post until it is no longer refused with 429. */
async function insist(address: string, token: string, replay: Blob): Promise<void> {
  for (;;) {
    const body = new FormData();
    body.set('replay', replay, 'battle.wowsreplay');
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(address, { method: 'POST', headers, body });
    if (status !== 429) return;
    await sleep(50);
  }
}

/** Uploads one after the other; resolves to their times in milliseconds. */
async function timesOf(
  upload: () => Promise<unknown>,
  isEnough: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const started = performance.now();
    await upload();
    times.push(performance.now() - started);
    // So that uploads meet the other account's files at different moments.
    await sleep(50 + ((times.length * 37) % 100));
  }
  return times;
}

const figuresOf = (name: string, times: readonly number[]) => ({
  name,
  uploads: times.length,
  'median (ms)': percentile(times, 0.5),
  'slowest (ms)': Math.max(...times),
});

/** Measures uploads alone, and while another account sends twelve large files at once and repeats those that are refused. */
export async function measureFairness(apiOrigin: string, token: string) {
  const file = await realisticFile(apiOrigin);
  let sent = 0;
  const upload = () => {
    sent += 1;
    return createPost(apiOrigin, token, { title: `Upload ${sent}`, replay: variantOf(file, sent) });
  };
  await upload();
  const alone = await timesOf(upload, (count) => count >= UPLOADS);
  const attacker = await signIn(apiOrigin, ATTACKER);
  const post = await createPost(apiOrigin, attacker, { author: { id: ATTACKER }, player: PLAYER });
  const large = largeFile();
  let isOver = false;
  const attack = Promise.all(
    Array.from({ length: LARGE_FILES }, (_, index) =>
      insist(`${apiOrigin}/api/Replay/${post}`, attacker, variantOf(large, index)),
    ),
  ).finally(() => {
    isOver = true;
  });
  const meanwhile = await timesOf(upload, (count) => isOver && count > 0);
  await attack;
  const rows = [
    figuresOf('alone', alone),
    figuresOf(
      `while another account sends ${LARGE_FILES} files of ${Math.round(large.length / 1000)} KB`,
      meanwhile,
    ),
  ];
  return { rows, ratio: Math.max(...meanwhile) / percentile(alone, 0.5) };
}
