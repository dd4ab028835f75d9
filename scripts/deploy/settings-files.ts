/** Examples of the environment files of a deployment, in the syntax that systemd, compose and shells share. */

import { REGION_IDS, type RegionId } from '#lib/regions.ts';

/** Variables of both the site's build and the API. */
export const siteEnvironment = (
  siteDomain: string,
  apiDomain: string,
  regions: readonly RegionId[],
): string => `# Written by \`npm run deploy:files\`.
# For the build of the site and for the API.
${regions.join() === REGION_IDS.join() ? '' : `REGIONS='${regions.join()}'\n`}SITE_DOMAIN='${siteDomain}'
API_DOMAIN='${apiDomain}'
SECURITY_CONTACT='mailto:security@${siteDomain}'
`;

/** Variables of the API alone. The secrets are empty: without them, it refuses to start and says so. */
export const apiEnvironment = (domain: string): string => `# Written by \`npm run deploy:files\`.
# For the API alone. Only root and the API's user may read it.
COOKIE_DOMAIN='${domain}'
# postgres://karma:PASSWORD@127.0.0.1/karma
DATABASE_URL=''
# openssl rand -base64 48
JWT_SECRET=''
# From the publisher's developer room; without it, a search by name finds known players only.
PUBLISHER_APPLICATION_ID=''
TRUST_PROXY='loopback'
LOG_LEVEL='info'
`;
