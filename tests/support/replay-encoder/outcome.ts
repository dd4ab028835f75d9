import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError } from '#lib/replay/replay-errors.ts';

const LONGEST_MS = 1000;

/** What became of a file. Any error but the decoder's own is thrown on: it is a crash. */
export async function outcomeOf(bytes: Uint8Array): Promise<'payload' | 'header' | 'refused'> {
  try {
    return (await decodeReplay(bytes)).source;
  } catch (error) {
    if (error instanceof InvalidReplayError) return 'refused';
    throw error;
  }
}

/** Fails when this thread worked for more than a second: its own time, whatever else the machine is doing. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const started = process.threadCpuUsage();
  const [result] = await Promise.allSettled([work()]);
  const { user, system } = process.threadCpuUsage(started);
  const milliseconds = Math.round((user + system) / 1000);
  if (milliseconds > LONGEST_MS) throw new Error(`It took ${milliseconds} ms.`);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
