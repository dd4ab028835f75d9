/** Fixtures of the engine tests: one browser per engine, and a tab that reports errors. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect } from 'playwright/test';
import { ROOT } from '#scripts/support/settings.ts';
import { startFirefox } from '#scripts/testing/engines/firefox.ts';
import { type Driver, type EnginePage, pageOn } from '#scripts/testing/engines/page.ts';
import { startWebKit } from '#scripts/testing/engines/webkit.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';

/** Which engine a project runs. */
export interface EngineOptions {
  engine: 'firefox' | 'webkit';
}

interface EngineFixtures extends EngineOptions {
  driver: Driver;
}

/** Folder of the screenshots for visual checks. */
const SHOTS = path.join(ROOT, '.cache/test/shots');

export { expect };

/** A test that runs in Firefox and in WebKit. It fails when the browser reported an error. */
export const test = base.extend<{ tab: EnginePage; shot: (name: string) => Promise<void> }, EngineFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  driver: [
    async ({ engine }, use) => {
      const driver = await (engine === 'firefox' ? startFirefox() : startWebKit());
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ driver, engine }, use, testInfo) => {
    const tab = pageOn(driver, `http://localhost:${currentTestSite().port}`);
    const before = engine === 'firefox' ? (await tab.problems()).length : 0;
    await tab.resize(1200, 844);
    await use(tab);
    if (testInfo.status !== testInfo.expectedStatus)
      await tab.screenshot(testInfo.outputPath('failure.png')).catch(() => undefined);
    expect((await tab.problems()).slice(before), 'errors that the browser reported').toEqual([]);
  },
  shot: async ({ tab, engine }, use) => {
    await mkdir(SHOTS, { recursive: true });
    await use((name) => tab.screenshot(path.join(SHOTS, `${engine}-${name}.png`)));
  },
});
