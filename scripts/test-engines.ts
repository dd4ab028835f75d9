/**
 * `npm run test:engines`: the site in Firefox and WebKit from Debian's packages, which root gets installed. The last line
 * is the sum: `N passed, N failed`.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { runScript } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { ensureEngines } from '#scripts/testing/engines/packages.ts';
import { printSum } from '#scripts/testing/part-result.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { runEngineTests } from '#scripts/testing/test-tools.ts';

await runScript(async () => {
  ensureEngines();
  await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
  const site = await claimTestSite();
  try {
    await buildSiteIfStale(site.distDir, testSiteEnvironment(site));
    await ensureSeededData();
    printSum([await runEngineTests(site)]);
  } finally {
    await site.release();
  }
});
