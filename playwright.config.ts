import '#tests/support/localhost.ts';
import os from 'node:os';
import { defineConfig, type PlaywrightTestConfig } from 'playwright/test';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import type { EngineOptions } from '#tests/engines/engine-test.ts';

type Config = PlaywrightTestConfig<object, EngineOptions>;

const site = currentTestSite();

// The main job restarts everything, so it has a run to itself: `npx playwright test main-job`. Firefox and WebKit have theirs:
// `BROWSER_TESTS=engines npx playwright test`; `pictures` takes those of the documentation. Any other call runs the other specs.
// Workers load this file, too, and inherit the choice.
process.env.BROWSER_TESTS ??= process.argv.some((argument) => argument.includes('main-job'))
  ? 'main-job'
  : 'screens';
const part = process.env.BROWSER_TESTS;

/** Limits are generous, so that a busy machine passes: they are for hangs. */
const CHROMIUM: Config = {
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: os.availableParallelism(),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${site.port}`,
    // Use `--trace on` to debug a failure; it costs a fifth of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  ...(part === 'main-job' ? { testMatch: /main-job/ } : { testIgnore: /main-job/ }),
};

/** Firefox and WebKit from Debian, one after the other, because another suite runs next to them. */
const ENGINES: Config = {
  testDir: 'tests/engines',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' } },
  ],
};

const PICTURES: Config = { ...CHROMIUM, testDir: 'tests/pictures' };

export default defineConfig({
  ...({ engines: ENGINES, pictures: PICTURES }[part] ?? CHROMIUM),
  outputDir: `.cache/test/playwright-${part}`,
  retries: 0,
  reporter: 'list',
  webServer: {
    // A bare `node` would be the machine's, which may be older. `exec` lets the server notice when its parent was killed.
    command: `exec "${process.execPath}" scripts/testing/serve.ts`,
    url: `http://127.0.0.1:${site.port}/`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
