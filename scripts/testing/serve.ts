/** Starts the product for the browser tests as `npm start` does, on the test site's ports and with fresh data. */
import { writeFile } from 'node:fs/promises';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { currentTestSite, servePidFile, testSiteEnvironment } from '#scripts/testing/test-site.ts';

const site = currentTestSite();
await copySeededData(site.dataDir);
await writeFile(servePidFile(site), String(process.pid));
Object.assign(process.env, testSiteEnvironment(site));
await import('../start.ts');
