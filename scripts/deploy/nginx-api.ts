/** nginx: the API behind its hosts. */
import { SECURITY_HEADERS } from '#api/http/security-headers.ts';
import { PROXY_PROBLEMS, UPLOAD_LIMIT_MIB } from '#scripts/deploy/proxy.ts';

const securityLines = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `    add_header ${name} "${value}" always;\n`)
  .join('');

const problemLocation = ({ status, title, detail }: (typeof PROXY_PROBLEMS)[number]): string => `
location @fleet_karma_${status} {
    internal;
    default_type "application/problem+json; charset=utf-8";
${securityLines}    add_header Strict-Transport-Security $fleet_karma_transport always;
    add_header Access-Control-Allow-Origin $fleet_karma_origin always;
    add_header Access-Control-Allow-Credentials $fleet_karma_credentials always;
    add_header Vary Origin always;
    add_header X-Request-Id $request_id always;
${status === 503 ? '    add_header Retry-After 2 always;\n' : ''}    return ${status} '${JSON.stringify({ type: 'about:blank', title, status, detail })}';
}
`;

/** Goes into `/etc/nginx/snippets/`: the hosts of the API. */
export const nginxApi = (): string => `# Written by \`npm run deploy:files\`.

server_tokens off;
client_max_body_size ${UPLOAD_LIMIT_MIB}m;
# Between two parts of a body. nginx collects an upload before it passes it on, so that a slow phone does not meet the
# API's limit of one minute for a whole request.
client_body_timeout 60s;

proxy_http_version 1.1;
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-For $remote_addr;
proxy_set_header X-Forwarded-Proto $scheme;
proxy_set_header X-Forwarded-Host $http_host;
proxy_set_header X-Request-Id $request_id;
proxy_hide_header X-Request-Id;
add_header X-Request-Id $request_id always;
proxy_set_header Upgrade $http_upgrade;
proxy_set_header Connection $fleet_karma_connection;
proxy_connect_timeout 5s;
proxy_send_timeout 60s;
proxy_read_timeout 60s;
# A video goes to the browser as fast as the browser reads, without a copy on disk.
proxy_max_temp_file_size 0;

# The API's own answers pass unchanged; these are nginx's.
error_page 403 = @fleet_karma_403;
error_page 413 = @fleet_karma_413;
error_page 502 504 = @fleet_karma_503;
${PROXY_PROBLEMS.map(problemLocation).join('')}
if ($fleet_karma_refused) {
    return 403;
}

# The cache is optional.
include snippets/fleet-karma-cach[e].conf;

location / {
    proxy_pass http://fleet_karma_api;
}

# WebSockets, server-sent events and long polling. Both sides send a ping every 15 s.
location ~* ^/api/hubs/ {
    proxy_pass http://fleet_karma_api;
    proxy_buffering off;
    proxy_read_timeout 120s;
    proxy_send_timeout 120s;
}
`;
