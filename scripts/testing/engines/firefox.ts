/** Drives Debian's Firefox through WebDriver BiDi. */
import { type Browser, type ElementHandle, launch } from 'puppeteer-core';
import type { Driver, Handle } from './driver.ts';
import { findInPage } from './find-in-page.ts';
import { FIREFOX } from './packages.ts';

const asElement = (handle: Handle): ElementHandle => handle as ElementHandle;

/** Starts a headless browser with one tab. */
export async function startFirefox(): Promise<Driver> {
  const browser: Browser = await launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    defaultViewport: null,
  });
  const [page = await browser.newPage()] = await browser.pages();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn')
      problems.push(`${message.type()}: ${message.text()} (${message.location().url ?? page.url()})`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)} (${page.url()})`));
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    find: async (query) => (await page.evaluateHandle(findInPage, query)).asElement(),
    click: (handle) => asElement(handle).click(),
    hover: (handle) => asElement(handle).hover(),
    type: (handle, text) => asElement(handle).type(text),
    upload: (handle, file) => (asElement(handle) as ElementHandle<HTMLInputElement>).uploadFile(file),
    press: (key) => page.keyboard.press(key as 'Escape'),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
    problems: async () => problems,
    close: () => browser.close(),
  };
}
