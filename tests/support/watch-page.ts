/** Watches a page for errors, policy violations and layout shifts. */
import { expect, type Page } from 'playwright/test';

interface Offences {
  violations: string[];
  shift: number;
  /** Descriptions of what moved and how far. */
  moved: string[];
}

declare global {
  interface Window {
    __offences?: Offences;
  }
}

/** A watched page; `expectClean` fails on anything reported so far. */
export interface Watch {
  expectClean: () => Promise<void>;
  /** Sum of the layout shifts since the page was opened. */
  shift: () => Promise<number>;
  /** Fails when anything moved since the page was opened, and lists it. */
  expectSteady: () => Promise<void>;
}

/** Resolves once the page has compared its texts with the editors' files, which it may replace. */
export async function editorFilesLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const files = [...document.querySelectorAll<HTMLElement>('[data-static]')];
    return files.every(({ dataset }) => loaded.includes(dataset.static ?? ''));
  });
}

/**
 * Chromium reports a transition between two pages as an uncaught error when it draws the new page at once instead, as in a tab
 * behind another one. No script of ours sees or starts these transitions.
 */
const SKIPPED_TRANSITION = 'Transition was skipped';

/** Starts watching; call before the page is opened. Console messages that match `allowed` are ignored. */
export async function watchPage(page: Page, allowed = /$^/): Promise<Watch> {
  const errors: string[] = [];
  const note = (text: string): void => {
    if (!allowed.test(text)) errors.push(text);
  };
  page.on('pageerror', ({ message }) => {
    if (message !== SKIPPED_TRANSITION) note(`uncaught: ${message}`);
  });
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' || message.type() === 'warning') note(`${message.text()} (${url})`);
  });
  await page.addInitScript(() => {
    const offences: Offences = { violations: [], shift: 0, moved: [] };
    window.__offences = offences;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      offences.violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
    });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const describe = ({ node, previousRect, currentRect }: Shift['sources'][number]): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      const [from, to] = [previousRect, currentRect].map(
        ({ x, y, width, height }) => `${x},${y} ${width}x${height}`,
      );
      return `${element?.tagName}.${element?.className} "${node?.textContent?.slice(0, 30)}": ${from} -> ${to}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        offences.shift += value;
        offences.moved.push(...sources.map(describe));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const read = () => page.evaluate(() => window.__offences ?? { violations: [], shift: 0, moved: [] });
  /** Shifts are reported one frame after they happen. */
  const readAfterFrame = async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    return read();
  };
  return {
    expectClean: async () => {
      expect((await read()).violations, 'policy violations').toEqual([]);
      expect(errors, 'console').toEqual([]);
    },
    shift: async () => (await readAfterFrame()).shift,
    expectSteady: async () => {
      const { shift, moved } = await readAfterFrame();
      expect({ shift, moved }, 'layout shifts').toEqual({ shift: 0, moved: [] });
    },
  };
}
