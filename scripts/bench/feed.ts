/**
 * `npm run bench:feed`: from the answer of the feed's request to its posts on the screen, for pages of 10, 100 and 500, with
 * the CPU slowed down to that of a cheap phone. "Blocked" is the time of all tasks over 50 ms in between.
 * First: the browser has nothing of the site. Cold: it has visited the site before. Warm: the page is open and the count changes.
 */
import '#tests/support/localhost.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright/test';
import { medians, printTable } from '#scripts/bench/stats.ts';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { startApi } from '#scripts/support/api-process.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

const COUNTS = [10, 100, 500];
const CPU_SLOWDOWN = 4;
const RUNS = Number(process.env.BENCH_RUNS || 7);
/** Rounds of visits that are not counted: they fill the caches. */
const ROUNDS_BEFORE = 3;
/** Longest time that the main thread may be blocked between the answer and the paint, in milliseconds. */
const BLOCKED_MAX_MS = 200;

declare global {
  interface Window {
    __bench?: { tasks: { start: number; end: number }[]; painted: number[] };
  }
}

/** Runs in the page: records long tasks, and when each list of posts was painted, except for those that the page draws early. */
function observe(): void {
  const bench: NonNullable<Window['__bench']> = { tasks: [], painted: [] };
  window.__bench = bench;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      bench.tasks.push({ start: startTime, end: startTime + duration });
  }).observe({ type: 'longtask', buffered: true });
  const lists = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const list of document.querySelectorAll('main ol:has(> li > article)')) {
      if (lists.has(list) || list.closest('[data-early-posts]')) continue;
      lists.add(list);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => bench.painted.push(performance.now());
        port1.postMessage(null);
      });
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Reads what happened between the last list and its answer, and after it; call when the page is quiet. */
function read() {
  const { tasks, painted } = window.__bench ?? { tasks: [], painted: [] };
  const answers = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/api\/post\/latest/i.test(name)) as PerformanceResourceTiming[];
  const until = painted.at(-1) ?? Number.NaN;
  // A slow page requests the list again once it is live, because it may have missed events.
  const from = answers.findLast(({ responseEnd }) => responseEnd <= until)?.responseEnd ?? Number.NaN;
  const within = (start: number, end: number): number[] =>
    tasks.map((task) => Math.max(0, Math.min(task.end, end) - Math.max(task.start, start)));
  const sum = (numbers: number[]): number => numbers.reduce((total, value) => total + value, 0);
  const before = within(from, until);
  return {
    /** From the last byte of the answer to the frame with its posts. */
    'until painted (ms)': until - from,
    /** Time of tasks over 50 ms within that, and the longest of them. */
    'blocked (ms)': sum(before),
    'longest task (ms)': Math.max(0, ...before),
    /** The same for what is drawn later, off screen. */
    'blocked later (ms)': sum(within(until, Number.POSITIVE_INFINITY)),
  };
}
type Sample = ReturnType<typeof read>;

/** Resolves when the main thread has been idle for a while. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const called = await page.evaluate(() => performance.now());
  await page.waitForFunction(
    (since) => performance.now() - Math.max(since, window.__bench?.tasks.at(-1)?.end ?? 0) > 700,
    called,
    { polling: 50 },
  );
}

async function slowed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function cold(page: Page, count: number): Promise<Sample> {
  await slowed(page);
  await page.goto(`/posts?count=${count}`);
  await page.waitForFunction(() => (window.__bench?.painted.length ?? 0) > 0);
  await settled(page);
  return page.evaluate(read);
}

async function warm(page: Page, count: number): Promise<Sample> {
  await page.goto('/posts?count=25&page=2');
  await page.waitForFunction(() => (window.__bench?.painted.length ?? 0) > 0);
  // Narrow screens have a button for them.
  await page.getByRole('button', { name: 'Filters' }).click();
  await settled(page);
  await slowed(page);
  const lists = await page.evaluate(() => window.__bench?.painted.length ?? 0);
  await page.getByLabel('Per page').selectOption(String(count));
  await page.waitForFunction((before) => (window.__bench?.painted.length ?? 0) > before, lists);
  await settled(page);
  return page.evaluate(read);
}

/** A context whose pages record tasks and paints. */
async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } });
  await context.addInitScript(observe);
  return context;
}

/** Samples by `first 10`, `warm 500` and so on; interleaved, so that a busy moment of the machine affects all of them. */
async function measureAll(context: BrowserContext, newcomer: () => Promise<BrowserContext>) {
  const samples = new Map<string, Sample[]>();
  const takeAll = async (kinds: Readonly<Record<string, typeof cold>>): Promise<void> => {
    for (const [kind, measure] of Object.entries(kinds))
      for (const count of COUNTS) {
        const owner = kind === 'first' ? await newcomer() : context;
        const page = await owner.newPage();
        const name = `${kind} ${count}`;
        samples.set(name, [...(samples.get(name) ?? []), await measure(page, count)]);
        await (owner === context ? page.close() : owner.close());
      }
  };
  for (let round = 0; round < ROUNDS_BEFORE; round += 1) await takeAll({ cold, warm });
  samples.clear();
  for (let run = 0; run < RUNS; run += 1) await takeAll({ first: cold, cold, warm });
  return samples;
}

/** Starts the product on ports of its own, with invented data, and a browser; ends them after `run`, which gets the site's origin. */
async function withProduct(run: (browser: Browser, origin: string) => Promise<void>): Promise<void> {
  const site = await claimTestSite();
  const { slot, dataDir, distDir, port } = site;
  // Sign-in in the browser reads the ports from this variable.
  process.env.TEST_SLOT = String(slot);
  try {
    await copySeededData(dataDir);
    await startApi(testSiteEnvironment(site)).ready;
    await buildSiteIfStale(distDir, testSiteEnvironment(site));
    const servers = await listen(createSiteListener(distDir), { host: null, port, name: 'PORT' });
    const browser = await chromium.launch(launchOptions);
    try {
      await run(browser, `http://localhost:${port}`);
    } finally {
      await browser.close();
      await close(servers);
    }
  } finally {
    await stopAll();
    await site.release();
  }
}

await runScript(() =>
  withProduct(async (browser, origin) => {
    const context = await openContext(browser, { baseURL: origin });
    await signIn(await context.newPage(), 'Aurora_Captain', '/guidelines');
    const storageState = await context.storageState();
    const newcomer = () => openContext(browser, { baseURL: origin, storageState });
    const samples = await measureAll(context, newcomer);
    const rows = [...samples].map(([run, found]) => ({ run, ...medians(found) }));
    printTable(`CPU slowed ${CPU_SLOWDOWN} times, medians of ${RUNS}`, rows);
    const over = rows.filter((row) => row['blocked (ms)'] > BLOCKED_MAX_MS);
    if (over.length === 0) return;
    console.log(`Blocked for more than ${BLOCKED_MAX_MS} ms: ${over.map(({ run }) => run).join(', ')}`);
    process.exitCode = 1;
  }),
);
