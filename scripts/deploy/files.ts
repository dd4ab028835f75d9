/** The generated files of `deploy/`, by their path in it. */
import { REGION_IDS } from '#lib/regions.ts';
import { caddyfile } from '#scripts/deploy/caddy.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';
import { edgeAdapters } from '#scripts/deploy/edge-adapters.ts';
import { logrotate, nginxServers, nginxSite } from '#scripts/deploy/nginx.ts';
import { nginxApi } from '#scripts/deploy/nginx-api.ts';
import { nginxCache, nginxCacheZone } from '#scripts/deploy/nginx-cache.ts';
import { apiEnvironment, siteEnvironment } from '#scripts/deploy/settings-files.ts';
import { staticHostFiles } from '#scripts/deploy/static-hosts.ts';

/** Path below `deploy/` → text. */
export function deployFiles(deployment: Deployment): Record<string, string> {
  return {
    'nginx/fleet-karma.conf': nginxServers(deployment),
    'nginx/fleet-karma-site.conf': nginxSite(),
    'nginx/fleet-karma-api.conf': nginxApi(),
    'nginx/fleet-karma-cache-zone.conf': nginxCacheZone(deployment),
    'nginx/fleet-karma-cache.conf': nginxCache(),
    ...edgeAdapters(deployment),
    'site.env.example': siteEnvironment(deployment.siteHosts.eu, deployment.apiHosts.eu),
    'api.env.example': apiEnvironment(deployment.siteHosts.eu),
    'logrotate/fleet-karma': logrotate(deployment),
    Caddyfile: caddyfile(deployment),
    ...Object.assign({}, ...REGION_IDS.map((region) => staticHostFiles(region, deployment))),
  };
}
