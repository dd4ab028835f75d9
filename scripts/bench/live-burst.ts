/** Measures how smooth the feed stays in a burst of events, which go directly into the hub's connection. */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from 'playwright/test';

const RECORD_END = '\u001e';
const TICK_MS = 50;

/** How much, for how long. */
export const BURST = { perSecond: 200, seconds: 3 };

/** What the user would notice. */
export interface Smoothness {
  events: number;
  frames: number;
  /** Longest time from one frame to the next, in milliseconds. */
  longestFrame: number;
  /** Frames that took 50 ms or more. */
  lateFrames: number;
  /** Longest task of the main thread; 0 when none took 50 ms. */
  longestTask: number;
  /** Processor time of the main thread for an event, in milliseconds. Other load affects this value least. */
  cpuPerEvent: number;
}

declare global {
  interface Window {
    __frames?: { at: number[]; tasks: number[] };
  }
}

/** Runs in the page: records every frame and long task from now on. */
function observeFrames(): void {
  const frames: NonNullable<Window['__frames']> = { at: [], tasks: [] };
  window.__frames = frames;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) frames.tasks.push(duration);
  }).observe({ type: 'longtask' });
  const frame = (at: number): void => {
    frames.at.push(at);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

type Event = [target: string, argument: unknown];

/** Seven of ten new, two edited, one deleted; `known` are ids on the page, oldest first. */
function invent(index: number, template: object, known: string[]): Event {
  const kind = index % 10;
  if (kind === 9) return ['DeletedPost', known.pop()];
  const isEdit = kind === 4 || kind === 7;
  const id = (isEdit && known.at(-1)) || randomUUID();
  if (!isEdit) known.push(id);
  const createdAt = new Date(Date.now() + index).toISOString();
  return [isEdit ? 'EditedPost' : 'NewPost', { ...template, id, title: `Event ${index}`, createdAt }];
}

async function sendBurst(send: (text: string) => void, template: object): Promise<number> {
  const known: string[] = [];
  const total = BURST.perSecond * BURST.seconds;
  const begun = performance.now();
  for (let index = 0; index < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * BURST.perSecond));
    for (; index < due; index += 1) {
      const [target, argument] = invent(index, template, known);
      send(JSON.stringify({ type: 1, target, arguments: [argument] }) + RECORD_END);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  return total;
}

/** Processor time that the page's main thread has used, in milliseconds. */
async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

function summary(frames: { at: number[]; tasks: number[] }, events: number, cpu: number): Smoothness {
  const spans = frames.at.slice(1).map((at, index) => at - (frames.at[index] ?? at));
  return {
    events,
    frames: spans.length,
    longestFrame: Math.max(0, ...spans),
    lateFrames: spans.filter((span) => span >= 50).length,
    longestTask: Math.max(0, ...frames.tasks),
    cpuPerEvent: cpu / events,
  };
}

/** Opens the feed with `count` posts, `slowdown` times slower than this machine, and sends a burst of events to it. */
export async function measureBurst(
  context: BrowserContext,
  { count, slowdown }: { count: number; slowdown: number },
): Promise<Smoothness> {
  const page: Page = await context.newPage();
  let send = (_: string): void => {};
  await page.routeWebSocket(/\/api\/hubs\/post/i, (socket) => {
    socket.connectToServer();
    send = (text) => socket.send(text);
  });
  const listed = page.waitForResponse(/\/api\/Post\/latest/i);
  await page.goto(`/posts?count=${count}`);
  const [template] = (await (await listed).json()) as object[];
  await page.getByText('Live', { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(observeFrames);
  const before = await taskTime(devtools);
  const events = await sendBurst(send, template ?? {});
  await page.waitForTimeout(300);
  const frames = await page.evaluate(() => window.__frames ?? { at: [], tasks: [] });
  const cpu = (await taskTime(devtools)) - before;
  await page.close();
  return summary(frames, events, cpu);
}
