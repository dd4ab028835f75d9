/** The subjects of benchmarks: the API, or the whole product in a browser, with separate ports and invented data. */
import '#tests/support/localhost.ts';
import { type Browser, chromium } from 'playwright/test';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { type ApiProcess, startApi } from '#scripts/support/api-process.ts';
import { close, listen } from '#scripts/support/listen.ts';
import { stopAll } from '#scripts/support/processes.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

/** A running API without rate limits. */
export interface MeasuredApi {
  api: ApiProcess;
  /** Origin of the API. */
  apiOrigin: string;
  site: TestSite;
}

/** A running product. `origin` is that of the EU site. */
export interface Product extends MeasuredApi {
  browser: Browser;
  origin: string;
}

/** Starts an API, on the database of DATABASE_URL if that is set, runs `work` and stops it. `nodeOptions` are for its process. */
export async function withApi(
  work: (api: MeasuredApi) => Promise<void>,
  nodeOptions: readonly string[] = [],
): Promise<void> {
  const site = await claimTestSite();
  // Sign-in in the browser reads the ports from this variable.
  process.env.TEST_SLOT = String(site.slot);
  const { DATABASE_URL = '' } = process.env;
  try {
    await copySeededData(site.dataDir);
    const api = startApi({ ...testSiteEnvironment(site), DATABASE_URL }, nodeOptions);
    await api.ready;
    await work({ api, apiOrigin: `http://localhost:${site.apiPort}`, site });
  } finally {
    await stopAll();
    await site.release();
  }
}

/** Builds the site if needed, starts it with its API and a browser, runs `work` and ends everything. */
export const withProduct = (work: (product: Product) => Promise<void>): Promise<void> =>
  withApi(async (measured) => {
    const { distDir, port } = measured.site;
    await buildSiteIfStale(distDir, testSiteEnvironment(measured.site));
    const servers = await listen(createSiteListener(distDir), { host: null, port, name: 'PORT' });
    const browser = await chromium.launch(launchOptions);
    try {
      await work({ ...measured, browser, origin: `http://localhost:${port}` });
    } finally {
      await browser.close();
      await close(servers);
    }
  });
