import '#tests/support/localhost.ts';
import { defineConfig } from 'playwright/test';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import type { EngineOptions } from '#tests/engines/engine-test.ts';

const site = currentTestSite();

/**
 * Firefox and WebKit from Debian, one after the other, because another suite runs next to them; `npm run test:services` starts it.
 */
export default defineConfig<object, EngineOptions>({
  testDir: 'tests/engines',
  outputDir: '.cache/test/engines',
  workers: 1,
  retries: 0,
  reporter: 'list',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' } },
  ],
  webServer: {
    command: `exec "${process.execPath}" scripts/testing/serve.ts`,
    url: `http://127.0.0.1:${site.port}/`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 3000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
