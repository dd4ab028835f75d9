/** The thread that decodes replays: takes the path of a file, sends what the file shows, or a refusal. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { decodedFile } from '#api/replays/decoded-file.ts';
import type { DecoderAnswer, DecoderData } from '#api/replays/decoder.ts';
import { InvalidReplayError, UnknownClassError } from '#lib/replay/replay-errors.ts';

const { extraClasses } = workerData as DecoderData;

async function decode(path: string): Promise<DecoderAnswer> {
  // The decoder expects a plain Uint8Array instead of a Buffer.
  const bytes = new Uint8Array(await readFile(path));
  try {
    return { ok: true, file: await decodedFile(bytes, extraClasses) };
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
