/** The thread that decodes replays: takes the path of a file, sends what the file shows, or a refusal. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { gameVersionIn } from 'wows-replay';
import {
  CostlyReplayError,
  DamagedReplayError,
  InvalidReplayError,
  MaliciousReplayError,
  UnknownClassError,
} from 'wows-replay/errors';
import { decodedFile } from '#api/model/replays/decoded-file.ts';
import type { DecoderAnswer, DecoderData } from '#api/model/replays/decoder.ts';
import type { RefusalCause } from '#api/operation/upload-counts.ts';
import { sentenceOf } from '#lib/replay/refusal.ts';

const { extraClasses } = workerData as DecoderData;

function causeOf(error: InvalidReplayError): RefusalCause {
  if (error instanceof UnknownClassError && !error.isCode) return 'class';
  if (error instanceof MaliciousReplayError) return 'code';
  if (error instanceof DamagedReplayError) return 'damaged';
  return error instanceof CostlyReplayError ? 'costly' : 'invalid';
}

async function decode(path: string) {
  // The decoder expects a plain Uint8Array instead of a Buffer.
  const bytes = new Uint8Array(await readFile(path));
  try {
    return { ok: true, file: await decodedFile(bytes, extraClasses) } as const;
  } catch (error) {
    if (!(error instanceof InvalidReplayError)) throw error;
    return {
      ok: false as const,
      reason: sentenceOf(error),
      cause: causeOf(error),
      gameVersion: gameVersionIn(bytes),
      ...(error instanceof UnknownClassError && !error.isCode && { className: error.className }),
    };
  }
}

parentPort?.on('message', async (path: string) => {
  const before = process.threadCpuUsage();
  const found = await decode(path);
  const { user, system } = process.threadCpuUsage(before);
  const timeline = found.ok ? found.file.timeline : null;
  const answer: DecoderAnswer = { ...found, workMs: (user + system) / 1000 };
  parentPort?.postMessage(answer, timeline ? [timeline.buffer] : []);
});
parentPort?.postMessage('ready');
