/** Starts the whole product for the browser tests as `npm start` does, on the test site's ports and with fresh data. */
import { rm } from 'node:fs/promises';
import { currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

const site = currentTestSite();
await rm(site.dataDir, { recursive: true, force: true });
Object.assign(process.env, testSiteEnvironment(site));
await import('../start.ts');
