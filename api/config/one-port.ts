/** Site and API at one address, as `npm run production` serves them (rule 27.1). */
import { API_VARIABLES } from '#api/config/variables.ts';
import { REGION_IDS } from '#lib/regions.ts';
import type { Environment } from '#lib/settings/deployment.ts';
import { SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import type { Variables } from '#lib/settings/variables.ts';

const isApiAddress = (name: string): boolean => /^API_(DOMAIN|ORIGIN_\w+)$/.test(name);

/** What an operator sets: the settings of the site, and of the API all but its address. */
export const ONE_PORT_VARIABLES: Variables = Object.fromEntries(
  Object.entries({ ...API_VARIABLES, ...SITE_VARIABLES }).filter(([name]) => !isApiAddress(name)),
);

/** A sentence when a setting gives the API another address. */
export function onePortProblems(env: Environment): string[] {
  const own = Object.keys(env).filter(
    (name) => isApiAddress(name) && env[name] && !(name === 'API_DOMAIN' && env[name] === env.SITE_DOMAIN),
  );
  return own.length === 0 ? [] : [`Here the API has the address of the site: unset ${own.join(' and ')}.`];
}

/** The environment with the API at the site's address, behind a proxy on this machine unless it names others. */
export function onePort(env: Environment): Environment {
  const sites = REGION_IDS.map((id) => id.toUpperCase()).map((id) => [
    `API_ORIGIN_${id}`,
    env[`SITE_ORIGIN_${id}`],
  ]);
  return {
    ...env,
    ...Object.fromEntries(sites),
    API_DOMAIN: env.SITE_DOMAIN,
    TRUST_PROXY: env.TRUST_PROXY || 'loopback',
  };
}
