/** The test site behind a real web server: the same hosts and ports, and the API on a port that only the web server knows. */
import path from 'node:path';
import { addressesOf, type Deployment, LOOPBACK } from '#scripts/deploy/deployment.ts';
import { type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

const inFolderOf = (site: TestSite, name: string): string => path.join(path.dirname(site.distDir), name);

/** Folder into which the builds are uploaded. */
export const uploadedFolder = (site: TestSite): string => inFolderOf(site, 'uploaded');

/** Folder of the web server's configuration, logs and temporary files. */
export const serverFolder = (site: TestSite): string => inFolderOf(site, 'web-server');

/** The deployment of a test site whose API and previews listen on ports of this machine. */
export function deploymentOfTestSite(site: TestSite, apiPort: number, previewsPort: number): Deployment {
  const onLoopback = (port: number): string[] => [`127.0.0.1:${port}`, `[::1]:${port}`];
  return {
    ...addressesOf(`localhost:${site.port}`, `localhost:${site.apiPort}`, testSiteEnvironment(site)),
    plainHttp: { site: onLoopback(site.port), api: onLoopback(site.apiPort) },
    siteFolder: uploadedFolder(site),
    logFolder: path.join(serverFolder(site), 'log'),
    cacheFolder: path.join(serverFolder(site), 'cache'),
    api: [`127.0.0.1:${apiPort}`],
    operators: LOOPBACK,
    previews: `127.0.0.1:${previewsPort}`,
  };
}
