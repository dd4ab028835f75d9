/** The generated files of `deploy/`, by their path in it. */
import { REGION_IDS } from '#lib/regions.ts';
import { caddyfile } from '#scripts/deploy/caddy.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';
import { logrotate, nginxServers, nginxSite } from '#scripts/deploy/nginx.ts';
import { nginxApi } from '#scripts/deploy/nginx-api.ts';
import { nginxCache, nginxCacheZone } from '#scripts/deploy/nginx-cache.ts';
import { apiEnvironment, siteEnvironment } from '#scripts/deploy/settings-files.ts';
import { staticHostFiles } from '#scripts/deploy/static-hosts.ts';

/** The module with the deployment's settings that the adapters of the edge handler, next to it, import. */
const edgeDeployment = ({ siteOrigins, apiOrigins, feedLinks }: Deployment): string =>
  `// Written by \`npm run deploy:files\`.
export const deployment = ${JSON.stringify({ siteOrigins, apiOrigins, feedLinks }, null, 2)};
`;

/** Path below `deploy/` → text. */
export function deployFiles(deployment: Deployment): Record<string, string> {
  return {
    'nginx/fleet-karma.conf': nginxServers(deployment),
    'nginx/fleet-karma-site.conf': nginxSite(),
    'nginx/fleet-karma-api.conf': nginxApi(),
    'nginx/fleet-karma-cache-zone.conf': nginxCacheZone(deployment),
    'nginx/fleet-karma-cache.conf': nginxCache(),
    'edge/deployment.ts': edgeDeployment(deployment),
    'site.env.example': siteEnvironment(deployment.siteHosts.eu, deployment.apiHosts.eu),
    'api.env.example': apiEnvironment(deployment.siteHosts.eu),
    'logrotate/fleet-karma': logrotate(deployment),
    Caddyfile: caddyfile(deployment),
    ...Object.assign({}, ...REGION_IDS.map((region) => staticHostFiles(region, deployment))),
  };
}
