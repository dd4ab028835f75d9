/** The generated files of `deploy/`, by their path in it. */
import { caddyfile } from '#scripts/deploy/caddy.ts';
import { type Deployment, firstOf } from '#scripts/deploy/deployment.ts';
import { logrotate, nginxServers, nginxSite } from '#scripts/deploy/nginx.ts';
import { nginxApi } from '#scripts/deploy/nginx-api.ts';
import { nginxCache, nginxCacheZone } from '#scripts/deploy/nginx-cache.ts';
import { apiEnvironment, siteEnvironment } from '#scripts/deploy/settings-files.ts';
import { staticHostFiles } from '#scripts/deploy/static-hosts.ts';

/** The module with the deployment's settings that the adapters of the edge handler, next to it, import. */
const edgeDeployment = ({ regions, siteOrigins, apiOrigins, feedLinks }: Deployment): string =>
  `// Written by \`npm run deploy:files\`.
export const deployment = ${JSON.stringify({ regions, siteOrigins, apiOrigins, feedLinks }, null, 2)} as const;
`;

/** Path below `deploy/` → text. */
export function deployFiles(deployment: Deployment): Record<string, string> {
  const { regions, siteHosts, apiHosts } = deployment;
  const first = firstOf(deployment);
  return {
    'nginx/fleet-karma.conf': nginxServers(deployment),
    'nginx/fleet-karma-site.conf': nginxSite(),
    'nginx/fleet-karma-api.conf': nginxApi(),
    'nginx/fleet-karma-cache-zone.conf': nginxCacheZone(deployment),
    'nginx/fleet-karma-cache.conf': nginxCache(),
    'edge/deployment.ts': edgeDeployment(deployment),
    'site.env.example': siteEnvironment(siteHosts[first], apiHosts[first], regions),
    'api.env.example': apiEnvironment(siteHosts[first]),
    'logrotate/fleet-karma': logrotate(deployment),
    Caddyfile: caddyfile(deployment),
    ...Object.assign({}, ...regions.map((region) => staticHostFiles(region, deployment))),
  };
}
