/** The settings that the demo refuses because they would let other machines reach it, and the warning that it shows. */
import { DISCORD_VARIABLES } from '#api/config/discord-variables.ts';
import type { ApiValues } from '#api/config/variables.ts';
import { isLoopbackHost } from '#lib/settings/deployment.ts';
import { byRegion, type Mode } from '#lib/settings/variables.ts';

/** Printed when the demo starts, and shown on its sign-in page: no request shows that it came through a proxy. */
export const OPEN_SIGN_IN =
  'Anyone who can reach this demo can sign in as any account: a proxy or tunnel in front of it makes it public.';

/** Whether anyone can sign in without a password: in the demo, unless it signs in at a publisher. */
export const hasOpenSignIn = (config: { mode: Mode; publisherEndpoints: object | null }): boolean =>
  config.mode === 'demo' && config.publisherEndpoints === null;

const hostsOf = (origins: readonly string[] = []): string[] => origins.map((origin) => new URL(origin).host);

/** Hosts by the variable that names them. */
function hostsByVariable(values: ApiValues): [string, string[]][] {
  const single = (['HOST', 'SITE_DOMAIN', 'API_DOMAIN', 'COOKIE_DOMAIN'] as const).map(
    (name): [string, string[]] => [name, [values[name] ?? []].flat()],
  );
  const regional = (['SITE_ORIGIN', 'API_ORIGIN'] as const).flatMap((prefix) =>
    Object.entries(byRegion(values, prefix)).map(([region, origins]): [string, string[]] => [
      `${prefix}_${region.toUpperCase()}`,
      hostsOf(origins),
    ]),
  );
  const webhooks = Object.entries(values).filter(([name]) => name in DISCORD_VARIABLES);
  const publisher = values.PUBLISHER?.replace('{host}', 'host.invalid');
  return [
    ...single,
    ...regional,
    ...webhooks.map(([name, url]): [string, string[]] => [
      name,
      hostsOf(url === undefined ? [] : [String(url)]),
    ]),
    ['PUBLISHER', hostsOf([publisher ?? []].flat())],
  ];
}

/** One sentence that names every setting with a public address, and `TRUST_PROXY`; empty when there is none. */
export function publicSettings(values: ApiValues): string[] {
  const found = hostsByVariable(values).flatMap(([name, hosts]) => {
    const host = hosts.find((host) => !isLoopbackHost(host));
    return host === undefined ? [] : [`${name} (${host})`];
  });
  if (!['false', '0'].includes(values.TRUST_PROXY)) found.push(`TRUST_PROXY (${values.TRUST_PROXY})`);
  if (found.length === 0) return [];
  const list = new Intl.ListFormat('en').format(found);
  return [
    `The demo has invented data and a sign-in without passwords, so it serves this machine alone: unset ${list}, or start production with "npm run production".`,
  ];
}
