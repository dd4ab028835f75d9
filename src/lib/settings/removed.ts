/** Environment variables that were settings of earlier versions. */
import type { Environment } from './deployment.ts';

const CONTACT = 'CONTACT_EMAIL is the contact for everything';

/** With these, DATABASE_URL may name a pooler. */
const REFUSED = ['DATABASE_POOLER', 'DATABASE_DIRECT_URL'];

/** Removed variables, each with what applies instead. */
const REMOVED: Readonly<Record<string, string>> = {
  ALLOWED_ORIGINS: 'SITE_ORIGIN_EU and the like take further origins',
  EDGE_PORT: '"npm run production" serves previews itself',
  FEED_LINKS: 'pages announce the feeds',
  HUB_CONNECTIONS_ACCOUNT: 'an account may have 100 live connections',
  HUB_CONNECTIONS_ADDRESS: 'an address may have 200 live connections',
  LOG_LEVEL: 'production logs all but details, the demo logs problems',
  MIGRATE_AT_START:
    '"npm run production" without REDIS_URL applies migrations, otherwise "npm run migrate" does',
  POSTGRES_BIN: 'the tests find an installed server',
  POSTS_ON_FIRST_DAY:
    'an account may write 3 posts on its first day, fewer if POSTS_PER_DAY is, and any number if that is 0',
  PRIVACY_CONTACT: CONTACT,
  PUBLISHER_TLD_CIS: 'it is ru',
  REGION: '"npm run dev -- na" serves another region than EU',
  REPORTS_PER_DAY: 'an account may report 10 posts within 24 hours',
  S3_FORCE_PATH_STYLE: 'with S3_ENDPOINT the name of the bucket is in the path',
  SECURITY_CONTACT: CONTACT,
  SEED_NOW: 'the demo’s data is invented as of now',
  STOP_DELAY: 'a stopping API takes requests for 3 seconds with REDIS_URL, else for 1',
  SWAGGER_PUBLIC: 'visitors may open the API’s page',
};

/** Names of all removed variables. */
export const REMOVED_NAMES: readonly string[] = [...Object.keys(REMOVED), ...REFUSED];

/** A sentence for each removed variable that is set and ignored. */
export const removedWarnings = (env: Environment): string[] =>
  Object.entries(REMOVED).flatMap(([name, instead]) =>
    env[name] ? [`${name} is no longer a setting and is ignored: ${instead}.`] : [],
  );

/** A sentence for each removed variable with which nothing starts. */
export const removedProblems = (env: Environment): string[] =>
  REFUSED.filter((name) => env[name]).map(
    (name) =>
      `${name} is no longer a setting: remove it, and let DATABASE_URL name the server, not a pooler.`,
  );
