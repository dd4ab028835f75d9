import '#tests/support/localhost.ts';
import os from 'node:os';
import { defineConfig } from 'playwright/test';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';

const site = currentTestSite();

// The main job restarts everything, so it has a run to itself: `npx playwright test main-job`. Any other call runs the
// other specs. Workers load this file, too, and inherit the choice.
process.env.BROWSER_TESTS ??= process.argv.some((argument) => argument.includes('main-job'))
  ? 'main-job'
  : 'screens';
const part = process.env.BROWSER_TESTS;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `.cache/test/playwright-${part}`,
  fullyParallel: true,
  workers: os.availableParallelism(),
  retries: 0,
  reporter: 'list',
  // Generous, so that a busy machine passes: these limits are for hangs.
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
