/**
 * Serves the test site as a deployment does: a real web server (`WEB_SERVER`) with the generated configuration, the builds as
 * `npm run upload` leaves them, and the demo's API behind it.
 */
import { rm } from 'node:fs/promises';
import { REGION_IDS } from '#lib/regions.ts';
import { targetOf } from '#scripts/deploy/upload/target.ts';
import { uploadRegion } from '#scripts/deploy/upload/upload-region.ts';
import { startApi } from '#scripts/support/api-process.ts';
import { freePort } from '#scripts/support/listen.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { END_WITH_PARENT, runScript, start, stopAll } from '#scripts/support/processes.ts';
import { deploymentOfTestSite, serverFolder, uploadedFolder } from '#scripts/testing/deploy/deployed-site.ts';
import { startWebServer, type WebServer } from '#scripts/testing/deploy/web-servers.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

await runScript(
  async (ending) => {
    const site = currentTestSite();
    const server = process.env.WEB_SERVER as WebServer;
    await copySeededData(site.dataDir);
    await rm(uploadedFolder(site), { recursive: true, force: true });
    for (const region of REGION_IDS)
      await uploadRegion(site.distDir, region, targetOf(uploadedFolder(site)), Date.now());
    const [apiPort, previewsPort] = [await freePort(), await freePort()];
    const api = startApi({ ...testSiteEnvironment(site), API_PORT: String(apiPort) });
    try {
      await api.ready;
      const previews = start(process.execPath, [END_WITH_PARENT, 'scripts/serve-edge.ts'], {
        env: {
          ...testSiteEnvironment(site),
          DIST_DIR: uploadedFolder(site),
          EDGE_PORT: String(previewsPort),
        },
        stdio: 'inherit',
        ipc: true,
      });
      const deployment = deploymentOfTestSite(site, apiPort, previewsPort);
      const web = await startWebServer(server, serverFolder(site), deployment);
      const code = await Promise.race([api.exited, previews.exited, web.exited]);
      if (!ending.aborted)
        throw new PlainFailure(`The API, the previews or ${server} ended unexpectedly (code ${code}).`);
    } finally {
      await stopAll();
    }
  },
  { exitCode: 0 },
);
