/**
 * `npm run test:engines`: the site in Firefox and WebKit from Debian's packages, which root gets installed. The last line
 * is the sum: `N passed, N failed`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { runScript } from '#scripts/support/plain-failure.ts';
import { endOnSignals } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { ensureEngines } from '#scripts/testing/engines/packages.ts';
import { printResult } from '#scripts/testing/part-result.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { runEngineTests } from '#scripts/testing/test-tools.ts';

await runScript(async () => {
  endOnSignals();
  await ensureEngines();
  await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
  const site = await claimTestSite();
  try {
    await buildSiteIfStale(site.distDir, testSiteEnvironment(site));
    await ensureSeededData();
    const result = await runEngineTests(site);
    printResult(result);
    process.exitCode = result.failed > 0 ? 1 : 0;
    console.log(`${result.passed} passed, ${result.failed} failed`);
  } finally {
    await site.release();
  }
});
