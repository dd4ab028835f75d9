/** The settings that the demo refuses because they would let other machines reach it, and the warning that it shows. */
import { DISCORD_VARIABLES } from '#api/config/discord-variables.ts';
import type { ApiValues } from '#api/config/variables.ts';
import { isLoopbackHost } from '#lib/settings/deployment.ts';
import { ADDRESS_VARIABLES } from '#lib/settings/site-variables.ts';
import type { Mode } from '#lib/settings/variables.ts';

/** Printed when the demo starts, and shown on its sign-in page: no request shows that it came through a proxy. */
export const OPEN_SIGN_IN =
  'Anyone who can reach this demo can sign in as any account: a proxy or tunnel in front of it makes it public.';

/** Whether anyone can sign in without a password: in the demo, unless it signs in at a publisher. */
export const hasOpenSignIn = (config: { mode: Mode; publisherEndpoints: object | null }): boolean =>
  config.mode === 'demo' && config.publisherEndpoints === null;

/** Variables with hosts, then those with addresses. */
const HOSTS: readonly string[] = ['HOST', 'SITE_DOMAIN', 'API_DOMAIN', 'COOKIE_DOMAIN'];
const ADDRESSES = [
  ...Object.keys(ADDRESS_VARIABLES).filter((name) => /^(SITE|API)_ORIGIN_/.test(name)),
  ...Object.keys(DISCORD_VARIABLES),
  'PUBLISHER',
];

const hostOf = (address: string): string => new URL(address.replace('{host}', 'host.invalid')).host;

/** One sentence that names every setting with a public address, and `TRUST_PROXY`; empty when there is none. */
export function publicSettings(values: ApiValues): string[] {
  const found = [...HOSTS, ...ADDRESSES].flatMap((name) => {
    const given = [(values as Record<string, unknown>)[name] ?? []].flat().map(String);
    const hosts = HOSTS.includes(name) ? given : given.map(hostOf);
    const host = hosts.find((one) => !isLoopbackHost(one));
    return host === undefined ? [] : [`${name} (${host})`];
  });
  if (!['false', '0'].includes(values.TRUST_PROXY)) found.push(`TRUST_PROXY (${values.TRUST_PROXY})`);
  if (found.length === 0) return [];
  const list = new Intl.ListFormat('en').format(found);
  return [
    `The demo has invented data and a sign-in without passwords, so it serves this machine alone: unset ${list}, or start production with "npm run production".`,
  ];
}
