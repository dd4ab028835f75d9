/** nginx: what depends on the address, the host or the status of a request, as `map`s. */
import { NOT_FOUND_SHELL } from '#lib/routes.ts';
import { type Deployment, nameOf } from '#scripts/deploy/deployment.ts';
import { operatorPaths } from '#scripts/deploy/proxy.ts';
import {
  CRAWLER_PATTERN,
  previewPatterns,
  redirectPatterns,
  shellPatterns,
} from '#scripts/deploy/route-patterns.ts';
import { cacheControl, EDITORS_POLICY, FILE_POLICY, STRICT_TRANSPORT } from '#scripts/site-server/headers.ts';

/** Lines of a `map`. */
const mapLines = (entries: readonly (readonly [string, string])[]): string =>
  entries
    .map(([from, to]) => `    ${from.includes(' ') || from.startsWith('~') ? `"${from}"` : from} "${to}";\n`)
    .join('');

/** The variables that the servers use. */
export function nginxMaps({
  regions,
  siteHosts,
  siteOrigins,
  pagePolicies,
  operators,
  swagger,
}: Deployment): string {
  const redirected = redirectPatterns((index) => `$${index}`).map(
    ({ pattern, target }) => [`~${pattern}`, target] as const,
  );
  const shells = shellPatterns().map(({ pattern, target }) => [`~${pattern}`, target] as const);
  return `# Addresses that are redirected: old ones, and those with further slashes.
map $request_uri $fleet_karma_redirect {
    default "";
${mapLines(redirected)}}

# The built file of each route. Every other address gets ${NOT_FOUND_SHELL} with status 404.
map $request_uri $fleet_karma_shell {
    default "";
${mapLines(shells)}}

map $http_user_agent $fleet_karma_crawler {
    default "";
    "~*${CRAWLER_PATTERN}" crawler;
}

# Pages that are filled for crawlers. Browsers get the file.
map $request_uri $fleet_karma_vary {
    default "";
${mapLines(previewPatterns().map((pattern) => [`~${pattern}`, 'User-Agent']))}}

map "$fleet_karma_crawler $fleet_karma_vary" $fleet_karma_preview {
    default "";
    "crawler User-Agent" 1;
}

# Paths of the API that only operators may open.
geo $fleet_karma_caller {
    default other;
${operators.map((address) => `    ${address} operator;\n`).join('')}}

map "$fleet_karma_caller $uri" $fleet_karma_refused {
    default "";
    "~*^other ${operatorPaths({ swagger })}" 1;
}

map $server_name $fleet_karma_page_policy {
    default "${FILE_POLICY}";
${mapLines(regions.map((id) => [nameOf(siteHosts[id]), pagePolicies[id]]))}}

# An editors' file that is opened alone may load, run and send nothing.
map $uri $fleet_karma_file_policy {
    default "${FILE_POLICY}";
    "~^/assets/.*\\.html$" "${EDITORS_POLICY}";
    "~\\.html$" $fleet_karma_page_policy;
}

map $uri $fleet_karma_file_cache {
    default "${cacheControl('/favicon.svg')}";
    "~^/hashed/" "${cacheControl('/hashed/')}";
    "~\\.html$" "${cacheControl('/.html')}";
    "~^/(sw|service-worker)\\.js$" "${cacheControl('/sw.js')}";
}

# Redirects and refusals are not files.
map $status $fleet_karma_policy {
    default $fleet_karma_file_policy;
    "~^(30[1278]|405)$" "${FILE_POLICY}";
}

map $status $fleet_karma_cache {
    default $fleet_karma_file_cache;
    "~^(30[1278]|4(?!04|16))" "";
}

map $status $fleet_karma_allow {
    default "";
    405 "GET, HEAD";
}

map $scheme $fleet_karma_transport {
    default "";
    https "${STRICT_TRANSPORT}";
}

map $http_upgrade $fleet_karma_connection {
    default upgrade;
    "" "";
}

# Pages that may read an answer of nginx itself, such as "the file is too large".
map $http_origin $fleet_karma_origin {
    default "";
${regions.map((id) => `    ${siteOrigins[id]} $http_origin;\n`).join('')}}

map $fleet_karma_origin $fleet_karma_credentials {
    default true;
    "" "";
}

# Without the query, in which live connections and sign-ins carry tokens.
map $request_uri $fleet_karma_path {
    default "";
    "~^(?<fleet_karma_path_part>[^?]*)" $fleet_karma_path_part;
}
`;
}
