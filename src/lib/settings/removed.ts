/** Environment variables that were settings of earlier versions. */
import type { Environment } from './deployment.ts';

const CONTACT = 'CONTACT_EMAIL is the contact for everything';
const POOLER = 'connect directly, or through a pooler by session';

/** Removed variables, each with what applies instead. */
export const REMOVED: Readonly<Record<string, string>> = {
  ALLOWED_ORIGINS: 'SITE_ORIGIN_EU and the like take further origins',
  DATABASE_DIRECT_URL: POOLER,
  DATABASE_POOLER: POOLER,
  EDGE_PORT: '"npm run production" serves previews itself',
  FEED_LINKS: 'pages announce the feeds',
  HUB_CONNECTIONS_ACCOUNT: 'an account may have 100 live connections',
  HUB_CONNECTIONS_ADDRESS: 'an address may have 200 live connections',
  LOG_LEVEL: 'production logs all but details, the demo logs problems',
  MIGRATE_AT_START:
    '"npm run production" without REDIS_URL applies migrations, otherwise "npm run migrate" does',
  POSTGRES_BIN: 'the tests find an installed server',
  POSTS_ON_FIRST_DAY: 'an account may write 3 posts on its first day, or POSTS_PER_DAY if that is fewer',
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

/** A sentence for each removed variable that is set. */
export const removedWarnings = (env: Environment): string[] =>
  Object.entries(REMOVED).flatMap(([name, instead]) =>
    env[name] ? [`${name} is no longer a setting and is ignored: ${instead}.`] : [],
  );
