/** What a deployment decides about the site, read from the environment at build time. Browser code never imports it. */
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import {
  domainSchema,
  type Environment,
  matching,
  parseEnvironment,
  parseOrigins,
  regionOrigins,
} from '#lib/schemas/deployment.ts';
import { z } from '#lib/schemas/zod.ts';
import packageJson from '../package.json' with { type: 'json' };

const linkSchema = z.url({ protocol: /^https?$/, error: 'must be empty or an http(s) address' });

const EnvironmentSchema = z.object({
  REGION: z._default(z.enum(REGION_IDS, `must be one of ${REGION_IDS.join(', ')}`), 'eu'),
  SITE_DOMAIN: z._default(domainSchema('example.org or localhost:4321'), 'localhost:4321'),
  API_DOMAIN: z._default(domainSchema('api.example.org or localhost:5010'), 'localhost:5010'),
  MEDIA_ORIGINS: z._default(z.string(), ''),
  SOURCE_URL: z._default(linkSchema, 'https://example.org/fleet-karma/source'),
  CHAT_URL: z._default(linkSchema, 'https://example.org/fleet-karma/chat'),
  SECURITY_CONTACT: z.optional(
    matching(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be mailto:name@example.org or an https address',
    ),
  ),
  ENVIRONMENT_BADGE: z._default(z.enum(['', 'Dev', 'Preview'], 'must be empty, Dev or Preview'), ''),
});

/** What the build knows about its deployment. */
export interface SiteConfig {
  region: RegionId;
  /** Origin of each region's site, without a trailing slash. */
  siteOrigins: Readonly<Record<RegionId, string>>;
  /** Origin of each region's API, without a trailing slash. */
  apiOrigins: Readonly<Record<RegionId, string>>;
  /** Further origins that images and videos may come from. */
  mediaOrigins: readonly string[];
  /** Footer links; empty hides the link. */
  sourceUrl: string;
  chatUrl: string;
  /** Where to report a weakness, for `security.txt`. */
  securityContact: string;
  /** Navbar badge; empty in production. */
  badge: '' | 'Dev' | 'Preview';
  /** Version shown in the footer. */
  version: string;
}

/** The environment variables that a build depends on, besides its region. */
export const BUILD_VARIABLES: readonly string[] = [
  ...Object.keys(EnvironmentSchema.shape).filter((name) => name !== 'REGION'),
  ...REGION_IDS.flatMap((id) => [`SITE_ORIGIN_${id.toUpperCase()}`, `API_ORIGIN_${id.toUpperCase()}`]),
];

/** The first origin of each region. The API may accept more than one origin of the site. */
function firstOrigins(env: Environment, prefix: string, domain: string): Record<RegionId, string> {
  const entries = Object.entries(regionOrigins(env, prefix, domain)).map(([id, [first]]) => [id, first]);
  return Object.fromEntries(entries) as Record<RegionId, string>;
}

/** Reads the configuration. Throws a ConfigError with one sentence that names the variable. */
export function loadConfig(env: Environment = process.env): SiteConfig {
  const values = parseEnvironment(EnvironmentSchema, env);
  return {
    region: values.REGION,
    siteOrigins: firstOrigins(env, 'SITE_ORIGIN', values.SITE_DOMAIN),
    apiOrigins: firstOrigins(env, 'API_ORIGIN', values.API_DOMAIN),
    mediaOrigins: parseOrigins('MEDIA_ORIGINS', values.MEDIA_ORIGINS),
    // Empty is a value here: it hides the link.
    sourceUrl: env.SOURCE_URL === '' ? '' : values.SOURCE_URL,
    chatUrl: env.CHAT_URL === '' ? '' : values.CHAT_URL,
    securityContact: values.SECURITY_CONTACT ?? `mailto:security@${values.SITE_DOMAIN.replace(/:\d+$/, '')}`,
    badge: values.ENVIRONMENT_BADGE,
    version: packageJson.version,
  };
}
