/** A deployment as the files in `deploy/` need it: its hosts, its origins and where things are. */
import { perRegion, type RegionId } from '#lib/regions.ts';
import { headerPolicy } from '#scripts/site-server/headers.ts';
import { policyDirectives } from '../../src/build/policy.ts';
import { loadConfig } from '../../src/config.ts';

/** A deployment behind a web server. */
export interface Deployment {
  /** The regions that are served; the first has the bare domain. */
  regions: readonly RegionId[];
  /** Hosts of each region, with a port where it is not the scheme's own. */
  siteHosts: Readonly<Record<RegionId, string>>;
  apiHosts: Readonly<Record<RegionId, string>>;
  siteOrigins: Readonly<Record<RegionId, string>>;
  apiOrigins: Readonly<Record<RegionId, string>>;
  /** Whether pages announce the API's Atom feeds. */
  feedLinks: boolean;
  /** Whether visitors may open the API's page; otherwise only operators. */
  swagger: boolean;
  /** `Content-Security-Policy` of the pages of each region. */
  pagePolicies: Readonly<Record<RegionId, string>>;
  /** Addresses that the web server listens on, for plain HTTP; null is HTTPS on the usual ports. */
  plainHttp: Readonly<{ site: readonly string[]; api: readonly string[] }> | null;
  /** Folder that `npm run upload` writes to; each region's site is a folder in it. */
  siteFolder: string;
  /** Folder of the logs of the web server. */
  logFolder: string;
  /** Folder of the web server's optional cache. */
  cacheFolder: string;
  /** Addresses of the API's processes. */
  api: readonly string[];
  /** Addresses and networks that may open `/ready`, which names what fails. */
  operators: readonly string[];
  /** Address of the process that fills pages for crawlers (`npm run serve:edge`). */
  previews: string;
}

/** The domain in the files that the repository holds. */
export const PLACEHOLDER_DOMAIN = 'example.org';

/** The web server's own machine, which may always open what is for operators. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1'];

/** The addresses of a deployment, and what its builds say about them. `env` may set whatever a build reads. */
export function addressesOf(
  siteDomain: string,
  apiDomain: string,
  env: NodeJS.ProcessEnv = {},
): Pick<
  Deployment,
  | 'regions'
  | 'siteHosts'
  | 'apiHosts'
  | 'siteOrigins'
  | 'apiOrigins'
  | 'feedLinks'
  | 'swagger'
  | 'pagePolicies'
> {
  const config = loadConfig({ ...env, SITE_DOMAIN: siteDomain, API_DOMAIN: apiDomain });
  const { siteOrigins, apiOrigins } = config;
  return {
    regions: config.regions,
    siteHosts: perRegion((region) => new URL(siteOrigins[region]).host),
    apiHosts: perRegion((region) => new URL(apiOrigins[region]).host),
    siteOrigins,
    apiOrigins,
    feedLinks: config.feedLinks,
    swagger: config.swagger,
    pagePolicies: perRegion((region) => headerPolicy(policyDirectives({ ...config, region }))),
  };
}

/** The deployment that `npm run deploy:files` writes. The API is at `api.` below the domain, unless `env` says otherwise. */
export function deploymentOf(
  domain: string,
  env: NodeJS.ProcessEnv = {},
  {
    api = ['127.0.0.1:5010'],
    operators = [],
  }: { api?: readonly string[]; operators?: readonly string[] } = {},
): Deployment {
  return {
    ...addressesOf(domain, env.API_DOMAIN || `api.${domain}`, env),
    plainHttp: null,
    siteFolder: '/srv/fleet-karma/site',
    logFolder: '/var/log/fleet-karma',
    cacheFolder: '/var/cache/nginx/fleet-karma',
    api,
    operators: [...LOOPBACK, ...operators],
    previews: '127.0.0.1:4330',
  };
}

/** Name of a host without its port, as web servers compare it. */
export const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** The region with the bare domain. */
export const firstOf = ({ regions }: Pick<Deployment, 'regions'>): RegionId => regions[0] as RegionId;
