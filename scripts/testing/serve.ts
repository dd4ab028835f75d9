/** Starts the whole product for the browser tests as `npm start` does, on the test site's ports and with fresh data. */
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

const site = currentTestSite();
await copySeededData(site.dataDir);
Object.assign(process.env, testSiteEnvironment(site));
await import('../start.ts');
