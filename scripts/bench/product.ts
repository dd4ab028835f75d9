/** The whole product as `npm start` runs it, with separate invented data, and a browser. For benchmarks of screens. */
import '#tests/support/localhost.ts';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright/test';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { END_WITH_PARENT, start, stop } from '#scripts/support/processes.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

/** Addresses of the running product. */
export interface Product {
  browser: Browser;
  /** Origin of the EU site. */
  origin: string;
}

async function serve(site: TestSite): Promise<() => Promise<void>> {
  const env = testSiteEnvironment(site);
  await buildSiteIfStale(site.distDir, env);
  const running = start(process.execPath, [END_WITH_PARENT, 'scripts/testing/serve.ts'], { env });
  running.child.stderr?.pipe(process.stderr);
  await new Promise<void>((resolve, reject) => {
    if (running.child.stdout)
      createInterface({ input: running.child.stdout }).on('line', (line) => {
        if (line.startsWith('Ready:')) resolve();
      });
    running.exited.then(() => reject(new PlainFailure('The product did not start.')), reject);
  });
  return () => stop(running);
}

/** Builds and starts the product on free ports, runs `work` and ends everything. */
export async function withProduct(work: (product: Product) => Promise<void>): Promise<void> {
  const site = await claimTestSite();
  const stopServing = await serve(site);
  const browser = await chromium.launch(launchOptions);
  try {
    await work({ browser, origin: `http://localhost:${site.port}` });
  } finally {
    await browser.close();
    await stopServing();
    await site.release();
  }
}
