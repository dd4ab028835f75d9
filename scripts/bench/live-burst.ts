/** Measures how smooth the feed stays in a burst of events, which go directly into the hub's connection. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from 'playwright/test';

const RECORD_END = '\u001e';
const TICK_MS = 50;

/** How much, for how long. */
export const BURST = { perSecond: 200, seconds: 3 };

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
    await sleep(TICK_MS);
  }
  return total;
}

/** Processor time that the page's main thread has used, in milliseconds. */
async function taskTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/**
 * Opens the feed with `count` posts, `slowdown` times slower than this machine, and sends a burst of events to it. The longest
 * task is 0 when none took 50 ms. Other load on the machine affects the processor time least.
 */
export async function measureBurst(context: BrowserContext, count: number, slowdown: number) {
  const page = await context.newPage();
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
  const { at, tasks } = await page.evaluate(() => window.__frames ?? { at: [], tasks: [] });
  const cpu = (await taskTime(devtools)) - before;
  await page.close();
  const spans = at.slice(1).map((time, index) => time - (at[index] ?? time));
  return {
    posts: count,
    'CPU slowed': slowdown,
    events,
    frames: spans.length,
    'longest frame (ms)': Math.max(0, ...spans),
    'late frames': spans.filter((span) => span >= 50).length,
    'longest task (ms)': Math.max(0, ...tasks),
    'CPU per event (ms)': cpu / events,
  };
}
