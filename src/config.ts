/**
 * Build-time configuration of the site, read from the environment and checked: everything a deployment
 * decides. The defaults work on one machine. Used by the build and its scripts only, never by browser code.
 */

import { REGION_IDS, type RegionId, regionHost } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import packageJson from '../package.json' with { type: 'json' };

/** An absolute http(s) origin without a path: `https://na.example.org`. */
const OriginSchema = z
  .string()
  .check(z.regex(/^https?:\/\/[^\s/?#]+$/, 'must be an origin such as https://example.org, without a path'));
const DomainSchema = z
  .string()
  .check(z.regex(/^[^\s/?#@]+$/, 'must be a domain such as example.org or localhost:4321'));
const LinkSchema = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })],
  {
    error: 'must be empty or an http(s) address',
  },
);

const ContactSchema = z
  .string()
  .check(
    z.regex(
      /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
      'must be mailto:name@example.org or an https address',
    ),
  );

const EnvironmentSchema = z.object({
  REGION: z._default(z.enum(REGION_IDS, { error: `must be one of ${REGION_IDS.join(', ')}` }), 'eu'),
  SITE_DOMAIN: z._default(DomainSchema, 'localhost:4321'),
  API_DOMAIN: z._default(DomainSchema, 'localhost:5010'),
  MEDIA_ORIGINS: z._default(z.string(), ''),
  SOURCE_URL: z._default(LinkSchema, 'https://example.org/fleet-karma/source'),
  CHAT_URL: z._default(LinkSchema, 'https://example.org/fleet-karma/chat'),
  SECURITY_CONTACT: z.optional(ContactSchema),
  ENVIRONMENT_BADGE: z._default(
    z.enum(['', 'Dev', 'Preview'], { error: 'must be empty, Dev or Preview' }),
    '',
  ),
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

/** Names of the environment variables that change a build, for whoever decides whether one is stale. */
export const BUILD_VARIABLES: readonly string[] = [
  'SITE_DOMAIN',
  'API_DOMAIN',
  'MEDIA_ORIGINS',
  'SOURCE_URL',
  'CHAT_URL',
  'SECURITY_CONTACT',
  'ENVIRONMENT_BADGE',
  ...REGION_IDS.flatMap((id) => [`SITE_ORIGIN_${id.toUpperCase()}`, `API_ORIGIN_${id.toUpperCase()}`]),
];

type Environment = Readonly<Record<string, string | undefined>>;

function fail(variable: string, problem: string): never {
  throw new Error(`Environment variable ${variable} ${problem}.`);
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown, variable: string): z.output<S> {
  const result = schema.safeParse(value);
  return result.success ? result.data : fail(variable, result.error.issues[0]?.message ?? 'is not valid');
}

/** Plain http only on the machine itself. */
const schemeOf = (domain: string): string =>
  /^(?:[^:/]+\.)?localhost(?::\d+)?$|^127\.0\.0\.1(?::\d+)?$/.test(domain) ? 'http' : 'https';

function originsOf(env: Environment, prefix: string, domain: string): Record<RegionId, string> {
  const entries = REGION_IDS.map((id) => {
    const variable = `${prefix}_${id.toUpperCase()}`;
    const origin = env[variable] || `${schemeOf(domain)}://${regionHost(id, domain)}`;
    return [id, parse(OriginSchema, origin, variable)] as const;
  });
  return Object.fromEntries(entries) as Record<RegionId, string>;
}

/** Reads the configuration; throws one sentence that names the variable and what it must be. */
export function loadConfig(env: Environment = process.env): SiteConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  const result = EnvironmentSchema.safeParse(given);
  if (!result.success) {
    const issue = result.error.issues[0];
    fail(String(issue?.path[0]), issue?.message ?? 'is not valid');
  }
  const values = result.data as z.output<typeof EnvironmentSchema>;
  return {
    region: values.REGION,
    siteOrigins: originsOf(env, 'SITE_ORIGIN', values.SITE_DOMAIN),
    apiOrigins: originsOf(env, 'API_ORIGIN', values.API_DOMAIN),
    mediaOrigins: values.MEDIA_ORIGINS.split(/[\s,]+/)
      .filter(Boolean)
      .map((origin) => parse(OriginSchema, origin, 'MEDIA_ORIGINS')),
    sourceUrl: values.SOURCE_URL,
    chatUrl: values.CHAT_URL,
    securityContact: values.SECURITY_CONTACT ?? `mailto:security@${values.SITE_DOMAIN.replace(/:\d+$/, '')}`,
    badge: values.ENVIRONMENT_BADGE,
    version: packageJson.version,
  };
}
