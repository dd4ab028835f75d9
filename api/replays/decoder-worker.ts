/** The thread that decodes replays: takes the path of a file, sends what the file shows, or a refusal. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompress, constants } from 'node:zlib';
import type { DecoderAnswer, DecoderData } from '#api/replays/decoder.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError, UnknownClassError } from '#lib/replay/replay-errors.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';

const { extraClasses } = workerData as DecoderData;

const compress = promisify(brotliCompress);
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** The timeline as it is stored; null when there is none. */
async function packed(timeline: Timeline | null): Promise<Uint8Array<ArrayBuffer> | null> {
  return timeline && new Uint8Array(await compress(JSON.stringify(timeline), COMPRESSION));
}

async function decode(path: string): Promise<DecoderAnswer> {
  // The decoder expects a plain Uint8Array instead of a Buffer.
  const bytes = new Uint8Array(await readFile(path));
  try {
    const replay = await decodeReplay(bytes, { extraClasses });
    const timeline = await packed(replay.timeline);
    return { ok: true, file: { ...replaySummary(replay), timeline, vehicle: replay.header.playerVehicle } };
  } catch (error) {
    if (error instanceof UnknownClassError) return { ok: false, className: error.className };
    if (error instanceof InvalidReplayError) return { ok: false };
    throw error;
  }
}

parentPort?.on('message', async (path: string) => {
  const answer = await decode(path);
  const timeline = answer.ok ? answer.file.timeline : null;
  parentPort?.postMessage(answer, timeline ? [timeline.buffer] : []);
});
parentPort?.postMessage('ready');
