/**
 * Preloaded into a measured process (`--import`). Replies to the message `read` with the longest stalls of its event loop since the
 * previous message. On a busy machine a process also waits for the processor, so the work is measured in processor time, too.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The answer, in milliseconds. */
export interface ProcessFigures {
  /** Longest delay of the event loop. */
  longestStall: number;
  /** Most processor time of the main thread between two samples, which are at least a millisecond apart. */
  longestWork: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let last = process.threadCpuUsage();
let longestWork = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  longestWork = Math.max(longestWork, (user + system) / 1000);
  last = process.threadCpuUsage();
}, 1).unref();

process.on('message', (message) => {
  if (message === 'read')
    process.send?.({ longestStall: delay.max / 1e6, longestWork } satisfies ProcessFigures);
  delay.reset();
  longestWork = 0;
});
process.channel?.unref();
