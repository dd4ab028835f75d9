import * as z from 'zod/mini';
import { decodeReplay } from '../../src/decode/decode-replay.ts';
import { InvalidReplayError } from '../../src/decode/replay-errors.ts';
import { TimelineSchema } from '../../src/timeline.ts';
import { FactsSchema } from './facts-schema.ts';

const BattleOutcomeSchema = z.object({ facts: FactsSchema, timeline: z.nullable(TimelineSchema) });

const LONGEST_MS = 1000;

/** How a file is decoded. Errors other than the decoder's own, and facts or a timeline without the right shape, are thrown. */
export async function outcomeOf(bytes: Uint8Array): Promise<'payload' | 'header' | 'refused'> {
  try {
    const replay = await decodeReplay(bytes);
    BattleOutcomeSchema.parse(replay);
    return replay.source === 'none' ? 'header' : replay.source;
  } catch (error) {
    if (error instanceof InvalidReplayError) return 'refused';
    throw error;
  }
}

/** Fails when the work took more than a second of this thread's processor time. */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const started = process.threadCpuUsage();
  const [result] = await Promise.allSettled([work()]);
  const { user, system } = process.threadCpuUsage(started);
  const milliseconds = Math.round((user + system) / 1000);
  if (milliseconds > LONGEST_MS) throw new Error(`It took ${milliseconds} ms.`);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
