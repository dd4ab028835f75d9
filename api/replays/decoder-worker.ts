/** The thread that decodes replays: a file's path in, roster and chat or a refusal out. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { DecoderAnswer, DecoderData } from '#api/replays/decoder.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError, UnknownClassError } from '#lib/replay/replay-errors.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';

const { extraClasses } = workerData as DecoderData;

async function decode(path: string): Promise<DecoderAnswer> {
  // A view of the pooled buffer would not be the whole of its buffer.
  const bytes = new Uint8Array(await readFile(path));
  try {
    return { ok: true, parts: replaySummary(await decodeReplay(bytes, { extraClasses })) };
  } catch (error) {
    if (error instanceof UnknownClassError) return { ok: false, className: error.className };
    if (error instanceof InvalidReplayError) return { ok: false };
    throw error;
  }
}

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await decode(path)));
parentPort?.postMessage('ready');
