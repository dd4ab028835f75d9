import '#tests/support/localhost.ts';
import os from 'node:os';
import { defineConfig } from 'playwright/test';
import { REGION_IDS } from '#lib/regions.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { originOf } from '#tests/support/region-site.ts';

const site = currentTestSite();

/** The site of each region behind the web server in `WEB_SERVER`; `npm run test:release` starts it once for each server. */
export default defineConfig({
  outputDir: `.cache/test/deploy-${process.env.WEB_SERVER}`,
  fullyParallel: true,
  workers: os.availableParallelism(),
  retries: 0,
  reporter: 'list',
  // Generous, so that a busy machine passes: these limits are for hangs.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { trace: 'off', screenshot: 'only-on-failure', launchOptions },
  projects: [
    { name: 'deploy', testDir: 'tests/deploy', testIgnore: /deployment/, use: { baseURL: originOf('eu') } },
    // Tests of the frame and the session that depend on the region’s host or on the web server.
    ...REGION_IDS.map((region) => ({
      name: region,
      testDir: 'tests/e2e',
      testMatch: /\/(frame|session-edges)\.spec\.ts$/,
      grep: /@host\b/,
      use: { baseURL: originOf(region) },
    })),
    // Last, because it replaces a region's build.
    {
      name: 'deployment',
      testDir: 'tests/deploy',
      testMatch: /deployment/,
      dependencies: ['deploy', ...REGION_IDS],
    },
  ],
  webServer: {
    command: `exec "${process.execPath}" scripts/testing/serve-deployed.ts`,
    url: `http://127.0.0.1:${site.port}/robots.txt`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
