/** The thread that decodes replays: takes the path of a file, sends its roster and chat, or a refusal. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { DecoderAnswer, DecoderData } from '#api/replays/decoder.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError, UnknownClassError } from '#lib/replay/replay-errors.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';

const { extraClasses } = workerData as DecoderData;

async function decode(path: string): Promise<DecoderAnswer> {
  // The decoder expects a plain Uint8Array instead of a Buffer.
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
