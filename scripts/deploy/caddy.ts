/** Caddy: the sites of the regions and the API behind its hosts, in one file. Works with Debian's version 2.6. */
import { regions } from '#lib/regions.ts';
import { caddyApi } from '#scripts/deploy/caddy-api.ts';
import { caddySite } from '#scripts/deploy/caddy-site.ts';
import { type Deployment, firstOf } from '#scripts/deploy/deployment.ts';

const addresses = (hosts: readonly string[], { plainHttp }: Deployment): string =>
  hosts.map((host) => (plainHttp === null ? host : `http://${host}`)).join(', ');

const listening = ({ plainHttp }: Deployment): string =>
  plainHttp === null ? '' : '\tbind 127.0.0.1 [::1]\n';

/** The Caddyfile. The variables in braces may be set in the environment, as the compose file does. */
export const caddyfile = (deployment: Deployment): string => `# Written by \`npm run deploy:files\`.
{
	log {
		# Its lines have the whole address, with the tokens of live connections.
		exclude http.log.error
	}
	servers {
		timeouts {
			read_header 20s
			read_body 300s
			idle 2m
		}
	}
}

${caddySite(deployment)}
${caddyApi(deployment)}
${
  deployment.plainHttp === null
    ? `# The other name of ${regions[firstOf(deployment)].name}.
${regions[firstOf(deployment)].hostLabel}.${deployment.siteHosts[firstOf(deployment)]} {
	redir https://${deployment.siteHosts[firstOf(deployment)]}{uri} 308
}
`
    : ''
}${deployment.regions
  .map(
    (region) => `
${addresses([deployment.siteHosts[region]], deployment)} {
${listening(deployment)}	root * {$SITE_FOLDER:${deployment.siteFolder}}/${region}
	import fleet_karma_site
}
`,
  )
  .join('')}
${addresses(
  deployment.regions.map((region) => deployment.apiHosts[region]),
  deployment,
)} {
${listening(deployment)}	import fleet_karma_api
}
`;
