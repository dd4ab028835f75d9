/**
 * Preloaded into a process under measurement (`--import`): answers messages with the longest stalls of its event loop. On
 * a busy machine the process also waits for the processor, so the work itself is measured in processor time, too.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What is answered; milliseconds and bytes. */
export interface ProcessFigures {
  /** Longest time that the event loop was late. */
  longestStall: number;
  p99: number;
  /** Most processor time that the main thread used between two looks, a millisecond apart at best. */
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
