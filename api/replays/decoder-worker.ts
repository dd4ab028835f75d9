/** The thread that decodes replays: bytes in, roster and chat or a refusal out. */
import { parentPort } from 'node:worker_threads';
import type { DecoderAnswer } from '#api/replays/decoder.ts';
import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError } from '#lib/replay/replay-errors.ts';
import { replaySummary } from '#lib/replay/replay-summary.ts';

async function decode(bytes: Uint8Array): Promise<DecoderAnswer> {
  try {
    return { ok: true, parts: replaySummary(await decodeReplay(bytes)) };
  } catch (error) {
    if (error instanceof InvalidReplayError) return { ok: false };
    throw error;
  }
}

parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await decode(bytes)));
parentPort?.postMessage('ready');
