/** What a browser test listens for on every page: errors, policy violations and layout shifts. */
import { expect, type Page } from 'playwright/test';

interface Offences {
  violations: string[];
  shift: number;
}

declare global {
  interface Window {
    __offences?: Offences;
  }
}

/** A page under watch; `expectClean` fails on anything that was reported so far. */
export interface Watch {
  expectClean: () => Promise<void>;
  /** Sum of the layout shifts since the page was opened. */
  shift: () => Promise<number>;
}

/** Starts to listen; call before the page is opened. Messages that `allowed` matches are expected. */
export async function watchPage(page: Page, allowed = /$^/): Promise<Watch> {
  const errors: string[] = [];
  const note = (text: string): void => {
    if (!allowed.test(text)) errors.push(text);
  };
  page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' || message.type() === 'warning') note(`${message.text()} (${url})`);
  });
  await page.addInitScript(() => {
    const offences: Offences = { violations: [], shift: 0 };
    window.__offences = offences;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      offences.violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) offences.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const read = () => page.evaluate(() => window.__offences ?? { violations: [], shift: 0 });
  return {
    expectClean: async () => {
      expect((await read()).violations, 'policy violations').toEqual([]);
      expect(errors, 'console').toEqual([]);
    },
    shift: async () => (await read()).shift,
  };
}
