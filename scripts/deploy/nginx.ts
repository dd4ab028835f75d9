/** nginx: the sites of the regions and the API behind its hosts. */
import { type RegionId, regions } from '#lib/regions.ts';
import { NOT_FOUND_SHELL } from '#lib/routes.ts';
import { type Deployment, firstOf, nameOf } from '#scripts/deploy/deployment.ts';
import { nginxMaps } from '#scripts/deploy/nginx-maps.ts';
import { KEEP_ALIVE_SECONDS, LOG_DAYS } from '#scripts/deploy/proxy.ts';
import { SECURITY_HEADERS, TYPES } from '#scripts/site-server/headers.ts';

const certificateLines = (host: string): string =>
  `    ssl_certificate /etc/letsencrypt/live/${host}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${host}/privkey.pem;
`;

function listenLines(deployment: Deployment, part: 'site' | 'api'): string {
  const { plainHttp, siteHosts } = deployment;
  if (plainHttp !== null) return plainHttp[part].map((address) => `    listen ${address};\n`).join('');
  return `    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n${certificateLines(siteHosts[firstOf(deployment)])}`;
}

const namesOf = (hosts: Deployment['siteHosts'], served: readonly RegionId[]): string =>
  served.map((id) => nameOf(hosts[id])).join(' ');

const LOG_FORMAT = `
log_format fleet_karma escape=json
    '{"time":"$time_iso8601","id":"$request_id","address":"$remote_addr","method":"$request_method",'
    '"host":"$host","path":"$fleet_karma_path","status":"$status","bytes":"$body_bytes_sent",'
    '"seconds":"$request_time","api":"$upstream_response_time","agent":"$http_user_agent"}';
`;

/** In every server: one in `http` would only add to that of Debian's nginx.conf, which has the queries. */
const accessLog = ({ logFolder }: Deployment): string =>
  `    access_log ${logFolder}/access.log fleet_karma;\n`;

function secure(deployment: Deployment): string {
  const { regions: served, plainHttp, siteHosts, apiHosts } = deployment;
  if (plainHttp !== null) return '';
  const first = firstOf(deployment);
  const otherName = `${regions[first].hostLabel}.${siteHosts[first]}`;
  return `
server {
    listen 80;
    listen [::]:80;
    server_name ${otherName} ${namesOf(siteHosts, served)} ${namesOf(apiHosts, served)};
${accessLog(deployment)}    location /.well-known/acme-challenge/ {
        root /var/www/html;
    }
    location / {
        return 308 https://$host$request_uri;
    }
}

# The other name of ${regions[first].name}, and unknown ones: the API refuses pages of other origins than its sites.
server {
    listen 443 ssl http2;
    listen [::]:443 ssl http2;
    server_name ${otherName};
${certificateLines(siteHosts[first])}${accessLog(deployment)}    return 308 https://${siteHosts[first]}$request_uri;
}
`;
}

/**
 * A process that restarts refuses connections, and the request goes to the next one. It must not count as failed afterwards:
 * then none would be left while the other one restarts.
 */
const apiServers = ({ api }: Deployment): string =>
  api.map((address) => `    server ${address}${api.length > 1 ? ' max_fails=0' : ''};\n`).join('');

/** Goes into `/etc/nginx/conf.d/`, which is read inside `http`. */
export const nginxServers = (deployment: Deployment): string => `# Written by \`npm run deploy:files\`.

${nginxMaps(deployment)}${LOG_FORMAT}
upstream fleet_karma_api {
${apiServers(deployment)}    keepalive 32;
    keepalive_timeout ${KEEP_ALIVE_SECONDS}s;
}

upstream fleet_karma_previews {
    server ${deployment.previews};
}
${secure(deployment)}${deployment.regions
  .map(
    (region) => `
server {
${listenLines(deployment, 'site')}    server_name ${nameOf(deployment.siteHosts[region])};
    root ${deployment.siteFolder}/${region};
${accessLog(deployment)}    include snippets/fleet-karma-site.conf;
}
`,
  )
  .join('')}
server {
${listenLines(deployment, 'api')}    server_name ${namesOf(deployment.apiHosts, deployment.regions)};
${accessLog(deployment)}    # Lines of other levels have the whole address, with the tokens of live connections.
    error_log ${deployment.logFolder}/error.log crit;
    include snippets/fleet-karma-api.conf;
}
`;

const typeLines = (): string =>
  Object.entries(TYPES)
    .map(([extension, type]) => `    ${type.replace('; charset=utf-8', '')} ${extension};\n`)
    .join('');

/** Goes into `/etc/nginx/snippets/`: what the sites of all regions share. */
export const nginxSite =
  (): string => `# Written by \`npm run deploy:files\`. Needs Debian's package libnginx-mod-http-brotli-static.

server_tokens off;
absolute_redirect off;
# Debian's nginx.conf compresses what is not compressed already, with other ETags.
gzip off;
brotli_static on;
gzip_static on;
gzip_vary on;
etag on;

types {
${typeLines()}}
default_type application/octet-stream;
charset utf-8;
charset_types text/css text/javascript text/plain;

${Object.entries(SECURITY_HEADERS)
  .filter(([name]) => name !== 'Content-Security-Policy')
  .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
  .join('')}add_header Content-Security-Policy $fleet_karma_policy always;
add_header Cache-Control $fleet_karma_cache always;
add_header Strict-Transport-Security $fleet_karma_transport always;
add_header Allow $fleet_karma_allow always;
add_header Vary $fleet_karma_vary always;

if ($request_method !~ ^(GET|HEAD)$) {
    return 405;
}
if ($fleet_karma_redirect) {
    return 301 $fleet_karma_redirect;
}

if ($fleet_karma_preview) {
    rewrite ^ /.previews last;
}

# Answers with all headers. While that process is down, crawlers get the page as browsers do.
location = /.previews {
    internal;
    proxy_pass http://fleet_karma_previews$request_uri;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_connect_timeout 1s;
    proxy_read_timeout 5s;
    error_page 502 504 = @fleet_karma_plain;
    # None of those above: the answer has them already.
    add_header Vary "";
}
location @fleet_karma_plain {
    try_files $fleet_karma_shell =404;
}

error_page 403 404 =404 /${NOT_FOUND_SHELL};
location = /${NOT_FOUND_SHELL} {
    internal;
}

# Pages have the addresses of their routes, and compressed files those of their originals.
location ~ ^(?!/assets/).*\\.html$|\\.(br|gz)$ {
    try_files $fleet_karma_shell =404;
}
location / {
    try_files $uri $fleet_karma_shell =404;
}
`;

/** Goes into `/etc/logrotate.d/fleet-karma`. Caddy rotates its own logs. */
export const logrotate = ({ logFolder }: Deployment): string => `# Written by \`npm run deploy:files\`.
# The newest log and ${LOG_DAYS - 1} older ones: ${LOG_DAYS} days.
${logFolder}/*.log {
    daily
    rotate ${LOG_DAYS - 1}
    maxage ${LOG_DAYS}
    dateext
    missingok
    notifempty
    compress
    delaycompress
    create 0640 www-data adm
    sharedscripts
    postrotate
        if [ -f /run/nginx.pid ]; then kill -USR1 "$(cat /run/nginx.pid)"; fi
    endscript
}
`;
