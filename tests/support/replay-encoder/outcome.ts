import { decodeReplay } from '#lib/replay/decode-replay.ts';
import { InvalidReplayError } from '#lib/replay/replay-errors.ts';

const LONGEST_MS = 1000;

/** How a file is decoded. Errors other than the decoder's own are rethrown. */
export async function outcomeOf(bytes: Uint8Array): Promise<'payload' | 'header' | 'refused'> {
  try {
    return (await decodeReplay(bytes)).source;
  } catch (error) {
    if (error instanceof InvalidReplayError) return 'refused';
    throw error;
  }
}

/** Milliseconds of this thread's processor time since `started`. */
function processorTimeSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started);
  return Math.round((user + system) / 1000);
}

/**
 * Fails when the work took more than a second of this thread's processor time. A busy machine does less in that time, so work
 * that took longer is repeated twice, and the fastest attempt counts.
 */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++) {
    const started = process.threadCpuUsage();
    const [result] = await Promise.allSettled([work()]);
    milliseconds = Math.min(milliseconds, processorTimeSince(started));
    if (milliseconds > LONGEST_MS) continue;
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }
  throw new Error(`It took ${milliseconds} ms.`);
}
