/** Settings of the site, read from the environment at build time. Browser code never imports it. */
import { perRegion, REGION_IDS } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';
import { ConfigError, type Environment, flag } from '#lib/settings/deployment.ts';
import {
  ADDRESS_VARIABLES,
  firstOrigins,
  originsOf,
  REPLAY_VARIABLES,
  SITE_VARIABLES,
} from '#lib/settings/site-variables.ts';
import { readVariables, type ValuesOf, withDefault } from '#lib/settings/variables.ts';
import packageJson from '../package.json' with { type: 'json' };

/** Variables that our scripts pass to a build; they are no settings of a deployment. */
const BUILD_PARAMETERS = {
  REGION: withDefault(z.enum(REGION_IDS, `must be one of ${REGION_IDS.join(', ')}`), 'eu').about(
    'The region of the build.',
    { example: 'na' },
  ),
  PORTABLE: withDefault(flag, false).about(
    'Builds for any deployment, whose settings `npm run production` fills in.',
    { example: 'true' },
  ),
};

const TABLE = { ...BUILD_PARAMETERS, ...ADDRESS_VARIABLES, ...SITE_VARIABLES, ...REPLAY_VARIABLES };

/** Stand for the settings of a deployment in a build for any of them, until `npm run production` serves it. */
export const DEPLOYMENT_PLACEHOLDERS = {
  siteOrigins: perRegion((region) => `https://${region}.site.invalid`),
  mediaOrigin: 'https://media.invalid',
  sourceUrl: 'https://source.invalid/',
  chatUrl: 'https://chat.invalid/',
  privacyContact: 'mailto:privacy@contact.invalid',
  badge: 'badge.invalid',
  replayClass: 'class.invalid',
} as const;

/** The environment variables that a build depends on, besides its region. */
export const BUILD_VARIABLES: readonly string[] = Object.keys(TABLE).filter((name) => name !== 'REGION');

/** Whether a build is for any deployment, so that it needs no settings of one. */
export const isPortable = (env: Environment): boolean =>
  readVariables({ PORTABLE: BUILD_PARAMETERS.PORTABLE }, env).values.PORTABLE;

function settingsOf(values: ValuesOf<typeof TABLE>) {
  const siteDomain = values.SITE_DOMAIN ?? 'localhost:4321';
  const addressOf = (name: string): string =>
    `mailto:${values.CONTACT_EMAIL ?? `${name}@${siteDomain.replace(/:\d+$/, '')}`}`;
  return {
    region: values.REGION,
    /** The regions of the deployment; the first also responds at hosts of no region. */
    regions: values.REGIONS,
    /** Origin of each region's site, without a trailing slash. */
    siteOrigins: firstOrigins(originsOf(values, 'SITE', siteDomain)),
    /** Origin of each region's API, without a trailing slash; empty where it is the page's. */
    apiOrigins: firstOrigins(originsOf(values, 'API', values.API_DOMAIN ?? 'localhost:5010')),
    /** Further origins that images and videos may come from. */
    mediaOrigins: values.MEDIA_ORIGINS,
    /** Further classes that the decoder in the browser accepts. */
    replayExtraClasses: values.REPLAY_EXTRA_CLASSES,
    /** Footer links; empty hides the link. */
    sourceUrl: values.SOURCE_URL ?? '',
    chatUrl: values.CHAT_URL ?? '',
    /** Whether browsers get a service worker; otherwise one that removes itself. */
    serviceWorker: values.SERVICE_WORKER || values.PORTABLE,
    /** Whether the build is for any deployment. */
    portable: values.PORTABLE,
    /** Where to report a vulnerability, for `security.txt`: `mailto:` and an address. */
    securityContact: addressOf('security'),
    /** Where to send requests about personal data, for the privacy page: `mailto:` and an address. */
    privacyContact: addressOf('privacy'),
    /** Navbar badge; empty in production. */
    badge: values.ENVIRONMENT_BADGE as string,
    /** Version shown in the footer. */
    version: packageJson.version,
  };
}

/** The settings of a build. */
export type SiteConfig = ReturnType<typeof settingsOf>;

/** Reads the configuration. Throws a ConfigError with one sentence for each variable that cannot be used. */
export function loadConfig(env: Environment = process.env): SiteConfig {
  const { values, problems } = readVariables(TABLE, env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const config = settingsOf(values);
  if (!values.PORTABLE) return config;
  const { mediaOrigin, replayClass, ...placeholders } = DEPLOYMENT_PLACEHOLDERS;
  return {
    ...config,
    ...placeholders,
    apiOrigins: perRegion(() => ''),
    mediaOrigins: [mediaOrigin],
    replayExtraClasses: [replayClass],
  };
}
