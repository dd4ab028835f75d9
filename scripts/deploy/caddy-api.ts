/** Caddy: the API behind its hosts, and what both parts share. */
import { SECURITY_HEADERS } from '#api/http/security-headers.ts';
import type { Deployment } from '#scripts/deploy/deployment.ts';
import {
  KEEP_ALIVE_SECONDS,
  LOG_DAYS,
  operatorPaths,
  PROXY_PROBLEMS,
  UPLOAD_LIMIT_MIB,
} from '#scripts/deploy/proxy.ts';
import { STRICT_TRANSPORT } from '#scripts/site-server/headers.ts';

/** Lines of a `header` directive. Over HTTPS, browsers also learn to use only that. */
export const headerLines = (
  headers: Readonly<Record<string, string>>,
  { plainHttp }: Pick<Deployment, 'plainHttp'>,
): string =>
  Object.entries({
    ...headers,
    ...(plainHttp === null && { 'Strict-Transport-Security': STRICT_TRANSPORT }),
  })
    .map(([name, value]) => `\t\t${name} "${value}"\n`)
    .join('');

/** The access log of a part: without queries, in which live connections and sign-ins carry tokens. */
export const log = (folder: string, part: string): string => `	log {
		output file {$LOG_FOLDER:${folder}}/${part}.log {
			roll_size 100MiB
			roll_keep 100
			roll_keep_for ${LOG_DAYS * 24}h
		}
		format filter {
			wrap json
			fields {
				request>uri regexp "\\?.*$" ""
				request>headers>Cookie delete
				request>headers>Authorization delete
				request>headers>Referer delete
				resp_headers>Location delete
				resp_headers>Set-Cookie delete
				resp_headers>Content-Security-Policy delete
			}
		}
	}
`;

/**
 * A process that is about to restart reports itself as not ready for `STOP_DELAY`, and gets no more requests. Caddy 2.6 cannot
 * repeat a request that has a body, so it must not meet a closed port. Its `round_robin` is not used, because concurrent requests
 * share the turn: each may then try only the process that is down, although the other one is ready.
 */
const HEALTH = `		lb_policy least_conn
		health_uri /ready
		health_interval 300ms
		health_timeout 3s
`;

/** The snippet for the hosts of the API. */
export const caddyApi = ({
  regions,
  siteOrigins,
  plainHttp,
  logFolder,
  api,
  operators,
  swagger,
}: Deployment): string => `(fleet_karma_api) {
	@refused {
		path_regexp (?i)^${operatorPaths({ swagger })}
		not remote_ip ${operators.join(' ')}
	}
	error @refused 403
	# A body without a length is cut off at the limit, without this answer.
	@too_large expression \`{http.request.header.Content-Length} != "" && int({http.request.header.Content-Length}) > ${UPLOAD_LIMIT_MIB * 1024 * 1024}\`
	error @too_large 413
	request_body {
		max_size ${UPLOAD_LIMIT_MIB}MiB
	}
	header -Server
	reverse_proxy {$API_ADDRESS:${api.join(' ')}} {
${api.length > 1 ? HEALTH : ''}		header_up X-Request-Id {http.request.uuid}
		header_down X-Request-Id {http.request.uuid}
		# Live connections: what the API sends is passed on at once.
		flush_interval -1
		transport http {
			dial_timeout 5s
			response_header_timeout 120s
			keepalive ${KEEP_ALIVE_SECONDS}s
		}
	}
	handle_errors {
		@own_site header_regexp Origin "^(${regions.map((id) => siteOrigins[id].replaceAll('.', '\\.')).join('|')})$"
		header @own_site {
			Access-Control-Allow-Origin "{http.request.header.Origin}"
			Access-Control-Allow-Credentials true
		}
		header {
${headerLines(SECURITY_HEADERS, { plainHttp })}			Content-Type "application/problem+json; charset=utf-8"
			Vary Origin
			X-Request-Id {http.request.uuid}
		}
		header -Server
${PROXY_PROBLEMS.map(
  ({
    status,
    title,
    detail,
  }) => `		@status_${status} expression {http.error.status_code} ${status === 503 ? '>= 500' : `== ${status}`}
		handle @status_${status} {
${status === 503 ? '\t\t\theader Retry-After 2\n' : ''}			respond \`${JSON.stringify({ type: 'about:blank', title, status, detail })}\` ${status}
		}
`,
).join('')}	}
${log(logFolder, 'api')}}
`;
