/** Drives Debian's Firefox through WebDriver BiDi. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ElementHandle, launch, type Page } from 'puppeteer-core';
import { FIREFOX } from '#scripts/testing/debian-packages.ts';
import { type Driver, findInPage, type Handle } from './page.ts';

const asElement = (handle: Handle): ElementHandle => handle as ElementHandle;

/** Generous for busy machines: this limit is for hangs. */
const LOAD_MS = 60_000;
const POLL_MS = 50;

/** Firefox reports a hub's request that was cut because the user left the page as one that the server refused. */
const LEFT_WHILE_CONNECTING =
  /\/api\/hubs\/\S+ \(Reason: CORS request did not succeed\)\. Status code: \(null\)/;

/**
 * Leaves the page by `leave`, a script, and waits until another one has loaded. The driver's own waiting is for an event of the
 * navigation, which does not always arrive after the user went back.
 */
async function load(page: Page, leave: string): Promise<void> {
  await page.evaluate(`window.isLeft = true; setTimeout(() => ${leave})`);
  const deadline = Date.now() + LOAD_MS;
  // An empty page may come in between, and the call fails while one page replaces the other.
  const state = `!window.isLeft && location.href !== 'about:blank' && document.readyState === 'complete'`;
  const isLoaded = () => page.evaluate(state).catch(() => false);
  while (!(await isLoaded())) {
    if (Date.now() > deadline) throw new Error(`Not loaded within ${LOAD_MS / 1000} s: ${leave}`);
    await sleep(POLL_MS);
  }
}

/** Starts a headless browser with one tab. */
export async function startFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: null,
  });
  // Not the browser's first tab, whose own empty page may arrive after what a test has opened in it.
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      problems.push(`${message.type()}: ${message.text()} (${message.location().url ?? page.url()})`);
  });
  page.on('pageerror', (error) => {
    if (!LEFT_WHILE_CONNECTING.test(String(error)))
      problems.push(`uncaught: ${String(error)} (${page.url()})`);
  });
  return {
    goto: (url) => load(page, `location.assign(${JSON.stringify(url)})`),
    reload: () => load(page, 'location.reload()'),
    evaluate: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    find: async (query) => (await page.evaluateHandle(findInPage, query)).asElement(),
    click: (handle) => asElement(handle).click(),
    hover: (handle) => asElement(handle).hover(),
    type: (handle, text) => asElement(handle).type(text),
    upload: (handle, file) => (asElement(handle) as ElementHandle<HTMLInputElement>).uploadFile(file),
    press: (key) => page.keyboard.press(key as 'Escape'),
    // It also sets the screen's orientation, which Firefox 140 does not know and no test needs.
    resize: (width, height) =>
      page.setViewport({ width, height }).catch((error: Error) => {
        if (!error.message.includes('unknown command emulation.setScreenOrientationOverride')) throw error;
      }),
    screenshot: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    problems: async () => problems,
    close: () => browser.close(),
  };
}
