/** The parts of `npm run bench` that open pages in Chromium, signed in, on a screen of 390 px. */
import { type CDPSession, chromium, type Page } from 'playwright/test';
import { type Figures, takeTurns } from '#scripts/bench/take-turns.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { signIn } from '#tests/support/sign-in.ts';

const PROFILE = '/player/500000002,Borodino_Gunner';
/** 300 ms and 1.6 Mb/s. */
const SLOW_LINE = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** The goal of every act instead of its own; `npm run test:release` sets it. */
const ACTS_LIMIT_MS = Number(process.env.BENCH_LIMIT_MS);

type Step = (page: Page) => Promise<unknown>;

/** Measured while a new page opens, or then while a user acts. */
interface PageRow {
  name: string;
  path: string;
  act?: readonly Step[];
  /** Whether the browser has visited the site before. */
  isKnown?: boolean;
}

/** Rows that are measured together, with their goals. */
export interface PagePart {
  /** `battle` is the path of a post with a battle that can be played. */
  rowsOf: (battle: string) => readonly PageRow[];
  /** Highest accepted medians of a row. */
  goalsOf?: (name: string) => Figures;
  /** Slows down what is measured. */
  slow: (devtools: CDPSession) => Promise<unknown>;
  /** Runs in the page when it is quiet. */
  read: () => Figures;
}

declare global {
  interface Window {
    /** Long tasks and events since the act, and when the last list of posts was painted. */
    __bench?: { tasks: PerformanceEntry[]; events: PerformanceEntry[]; painted: number };
  }
}

/** Runs in the page. Lists that the page draws early do not count. */
function observe(): void {
  const bench: NonNullable<Window['__bench']> = { tasks: [], events: [], painted: 0 };
  window.__bench = bench;
  const record = (list: 'tasks' | 'events', options: object): void =>
    new PerformanceObserver((seen) => void bench[list].push(...seen.getEntries())).observe(options);
  record('tasks', { type: 'longtask', buffered: true });
  record('events', { type: 'event', durationThreshold: 16 });
  let last: Element | null = null;
  new MutationObserver(() => {
    const list = document.querySelector('main ol:not([data-early-posts] *):has(> li > article)');
    if (list === last || list === null) return;
    last = list;
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      bench.painted = performance.now();
    };
    requestAnimationFrame(() => port1.postMessage(null));
  }).observe(document, { childList: true, subtree: true });
}

/** Resolves when the main thread has been idle for a while, or after five seconds: a battle that plays is never idle. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isIdle = (called: number): boolean => {
    const { startTime = 0, duration = 0 } = window.__bench?.tasks.at(-1) ?? {};
    const now = performance.now();
    return now - Math.max(called, startTime + duration) > 700 || now - called > 5_000;
  };
  await page.waitForFunction(isIdle, await page.evaluate(() => performance.now()), { polling: 50 });
}

/** Opens the page of the row, and then acts if it has an act. Resolves when the page is quiet. */
async function visit(page: Page, { path, act }: PageRow, slow: PagePart['slow']): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  if (act === undefined) await slow(devtools);
  await page.goto(path);
  await settled(page);
  if (act === undefined) return;
  await slow(devtools);
  await page.evaluate(() => void Object.assign(window.__bench as object, { events: [], painted: 0 }));
  for (const step of act) await step(page);
  await settled(page);
}

const click =
  (role: 'button' | 'link', name: string | RegExp): Step =>
  async (page) => {
    const target = page.getByRole(role, { name, exact: true });
    await target.waitFor();
    // Otherwise the press would include Playwright's own search for what is under the pointer.
    await target.click({ force: true });
  };

const type =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label).pressSequentially(text, { delay: 100 });

/** How a list gets onto the screen of a new browser, of one that has visited the site, and of an open page. */
function feedRows(count: number): PageRow[] {
  const path = `/posts?count=${count}`;
  const choose: Step = (page) => page.getByLabel('Per page').selectOption(String(count));
  const painted: Step = (page) => page.waitForFunction(() => window.__bench?.painted);
  const act = [click('button', 'Filters'), choose, painted];
  return [
    { name: `first ${count}`, path },
    { name: `cold ${count}`, path, isKnown: true },
    { name: `warm ${count}`, path: '/posts?count=25&page=2', act, isKnown: true },
  ];
}

/** Runs in the page: what happened between the answer with the last list and its paint, and after it. */
function readFeed(): Figures {
  const { tasks = [], painted = 0 } = window.__bench ?? {};
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const answers = resources.filter(({ name }) => /\/api\/post\/latest/i.test(name));
  // A slow page requests the list again once it is live, because it may have missed events.
  const answered = answers.findLast(({ responseEnd }) => responseEnd <= painted)?.responseEnd ?? Number.NaN;
  const within = (from: number, until: number): number[] =>
    tasks.map((task) => Math.min(task.startTime + task.duration, until) - Math.max(task.startTime, from));
  const sum = (times: number[]): number => times.reduce((total, time) => total + Math.max(0, time), 0);
  return {
    'until painted (ms)': painted - answered,
    'blocked (ms)': sum(within(answered, painted)),
    'longest task (ms)': Math.max(0, ...within(answered, painted)),
    'blocked later (ms)': sum(within(painted, Number.POSITIVE_INFINITY)),
  };
}

const actRows: PagePart['rowsOf'] = (battle) => [
  { name: 'header search', path: '/posts', act: [click('button', 'Search')] },
  { name: 'player search', path: '/player', act: [type('Username', 'boro')] },
  { name: 'feed filter', path: '/posts', act: [click('button', 'Filters'), click('link', 'Negative')] },
  { name: 'profile tab', path: PROFILE, act: [click('link', /^Sent/)] },
  { name: 'account details', path: PROFILE, act: [click('button', 'Account details')] },
  { name: 'Play battle', path: battle, act: [click('link', 'Play battle')] },
  { name: 'notifications', path: '/guidelines', act: [click('button', /^Notifications/)] },
  { name: 'account menu', path: '/guidelines', act: [click('button', 'Account')] },
  { name: 'editor', path: PROFILE, act: [click('button', 'New Post'), type(/^Title/, 'Held')] },
];

/** Runs in the page. An event lasts from the input to the next frame. */
const readEvents = (): Figures => ({
  'longest event (ms)': Math.max(0, ...(window.__bench?.events ?? []).map(({ duration }) => duration)),
});

/** Runs in the page. A request that started after another one had ended belongs to a later wave. */
function readRequests(): Figures {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const requests = (entries as PerformanceResourceTiming[]).map((entry) => ({ ...entry.toJSON(), wave: 1 }));
  requests.sort((one, other) => one.startTime - other.startTime);
  for (const request of requests)
    for (const { responseEnd, wave } of requests)
      if (responseEnd < request.startTime) request.wave = Math.max(request.wave, wave + 1);
  return {
    'complete (ms)': Math.max(...requests.map(({ responseEnd }) => responseEnd)),
    requests: requests.length,
    scripts: requests.filter(({ name }) => name.endsWith('.js')).length,
    waves: Math.max(...requests.map(({ wave }) => wave)),
  };
}

const slowProcessor: PagePart['slow'] = (devtools) =>
  devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });

/** The parts by name. */
export const PAGE_PARTS: Readonly<Record<string, PagePart>> = {
  feed: {
    rowsOf: () => [10, 100, 500].flatMap(feedRows),
    goalsOf: () => ({ 'blocked (ms)': 200 }),
    slow: slowProcessor,
    read: readFeed,
  },
  acts: {
    rowsOf: actRows,
    // The editor is the largest part that loads on demand.
    goalsOf: (name) => ({ 'longest event (ms)': ACTS_LIMIT_MS || (name === 'editor' ? 150 : 100) }),
    slow: slowProcessor,
    read: readEvents,
  },
  'slow-line': {
    rowsOf: (battle) => [
      { name: 'post with a replay', path: battle },
      { name: 'profile', path: PROFILE },
    ],
    slow: (devtools) => devtools.send('Network.emulateNetworkConditions', SLOW_LINE),
    read: readRequests,
  },
};

/** Measures a part on the site at the origin. */
export async function measurePages(origin: string, name: string, part: PagePart) {
  const browser = await chromium.launch(launchOptions);
  const phone = { baseURL: origin, viewport: { width: 390, height: 844 } };
  try {
    const known = await browser.newContext(phone);
    const feed = await known.newPage();
    await signIn(feed, 'Aurora_Captain', '/posts?hasReplay=true');
    const battle = await feed.getByRole('link', { name: 'Play battle' }).first().getAttribute('href');
    await feed.close();
    const newcomer = { ...phone, storageState: await known.storageState(), serviceWorkers: 'block' } as const;
    const measure = async (row: PageRow): Promise<Figures> => {
      const page = await (row.isKnown ? known : await browser.newContext(newcomer)).newPage();
      await page.addInitScript(observe);
      await visit(page, row, part.slow);
      const figures = await page.evaluate(part.read);
      await page.close();
      return figures;
    };
    const rows = part.rowsOf(battle?.replace('#replay', '') ?? '').map((row) => ({
      name: row.name,
      measure: () => measure(row),
      goals: part.goalsOf?.(row.name),
    }));
    await takeTurns(name, rows);
  } finally {
    await browser.close();
  }
}
