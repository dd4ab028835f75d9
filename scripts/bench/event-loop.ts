/**
 * Preloaded into a measured process (`--import`). Answers messages with the longest stalls of its event loop. On a busy machine
 * a process also waits for the processor, so the work is measured in processor time, too.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The answer, in milliseconds and bytes. */
export interface ProcessFigures {
  /** Longest delay of the event loop. */
  longestStall: number;
  p99: number;
  /** Most processor time of the main thread between two samples, which are at least a millisecond apart. */
  longestWork: number;
  rss: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let last = used();
let longestWork = 0;
setInterval(() => {
  const now = used();
  longestWork = Math.max(longestWork, now - last);
  last = now;
}, 1).unref();

process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    longestWork = 0;
  }
  if (message === 'read')
    process.send?.({
      longestStall: delay.max / 1e6,
      p99: delay.percentile(99) / 1e6,
      longestWork,
      rss: process.memoryUsage.rss(),
    } satisfies ProcessFigures);
});
process.channel?.unref();
