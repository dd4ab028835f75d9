/** Caddy: what the sites of all regions share. */
import { NOT_FOUND_SHELL } from '#lib/routes.ts';
import { headerLines, log } from '#scripts/deploy/caddy-api.ts';
import { type Deployment, nameOf } from '#scripts/deploy/deployment.ts';
import {
  CRAWLER_PATTERN,
  previewPatterns,
  redirectPatterns,
  shellPatterns,
} from '#scripts/deploy/route-patterns.ts';
import {
  cacheControl,
  EDITORS_POLICY,
  FILE_POLICY,
  SECURITY_HEADERS,
  TYPES,
} from '#scripts/site-server/headers.ts';

/** Lines of a `map` directive. */
const mapLines = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([from, to]) => `\t\t"${from}" "${to}"\n`).join('');

const redirected = redirectPatterns((index) => `\${${index}}`).map(
  ({ pattern, target }) => [`~${pattern}`, target] as const,
);
const shells = shellPatterns().map(({ pattern, target }) => [`~${pattern}`, target] as const);
const types = Object.entries(TYPES).map(([extension, type]) => [`~\\.${extension}$`, type] as const);

/** Sends the file of the current path. In an error route, its status is the error's unless another one is named. */
const fileSnippet = (name: string, status?: number): string => `(${name}) {
	header {
		Content-Security-Policy "{fleet_karma_policy}"
		Cache-Control "{fleet_karma_cache}"
		Content-Type "{fleet_karma_type}"
	}
	# Caddy itself says so only where it sends a compressed file.
	@compressed file {path}.br
	header @compressed +Vary Accept-Encoding
	file_server {
		precompressed br gzip
		disable_canonical_uris
${status === undefined ? '' : `\t\tstatus ${status}\n`}	}
}
`;

/** Their snippets. */
export const caddySite = ({
  regions,
  siteHosts,
  pagePolicies,
  plainHttp,
  logFolder,
  previews,
}: Deployment): string => `(fleet_karma_site) {
	map {http.request.uri} {fleet_karma_redirect} {
${mapLines(redirected)}		default ""
	}
	map {http.request.uri} {fleet_karma_shell} {
${mapLines(shells)}		default ""
	}
	# An editors' file that is opened alone may load, run and send nothing.
	map {host}{path} {fleet_karma_policy} {
		"~^[^/]*/assets/.*\\.html$" "${EDITORS_POLICY}"
${regions.map((region) => `\t\t"~^${nameOf(siteHosts[region]).replaceAll('.', '\\.')}/.*\\.html$" "${pagePolicies[region]}"\n`).join('')}		default "${FILE_POLICY}"
	}
	map {path} {fleet_karma_cache} {
		"~^/hashed/" "${cacheControl('/hashed/')}"
		"~\\.html$" "${cacheControl('/.html')}"
		"~^/(sw|service-worker)\\.js$" "${cacheControl('/sw.js')}"
		default "${cacheControl('/favicon.svg')}"
	}
	map {path} {fleet_karma_type} {
${mapLines(types)}		default "application/octet-stream"
	}
	header -Server
	@other_method not method GET HEAD
	@redirected expression {fleet_karma_redirect} != ""
	# Pages have the addresses of their routes, and compressed files those of their originals.
	@file {
		file {path}
		not {
			path *.html
			not path /assets/*
		}
		not path *.br *.gz
	}
	@route expression {fleet_karma_shell} != ""
	# Pages that are filled for crawlers. Browsers get the file.
	map {http.request.uri} {fleet_karma_preview} {
${mapLines(previewPatterns().map((pattern) => [`~${pattern}`, '1']))}		default ""
	}
	@shared expression {fleet_karma_preview} == "1"
	@crawler {
		header_regexp User-Agent "(?i)${CRAWLER_PATTERN}"
		expression {fleet_karma_preview} == "1"
		method GET HEAD
	}
	route {
		handle @crawler {
			reverse_proxy {$PREVIEWS_ADDRESS:${previews}} {
				transport http {
					dial_timeout 1s
					response_header_timeout 5s
				}
			}
		}
		import fleet_karma_headers
		handle @other_method {
			header Allow "GET, HEAD"
			respond 405
		}
		handle @redirected {
			redir {fleet_karma_redirect} 301
		}
		handle @file {
			import fleet_karma_file
		}
		handle @route {
			route {
				header @shared +Vary User-Agent
				rewrite * {fleet_karma_shell}
				import fleet_karma_file
			}
		}
		handle {
			error 404
		}
	}
	handle_errors {
		header -Server
		import fleet_karma_headers
		# The process for crawlers is down: they get the page as browsers do.
		@no_preview expression {http.error.status_code} >= 500 && {fleet_karma_shell} != ""
		handle @no_preview {
			route {
				header +Vary User-Agent
				rewrite * {fleet_karma_shell}
				import fleet_karma_file_200
			}
		}
		@missing expression {http.error.status_code} in [403, 404]
		handle @missing {
			request_header -If-None-Match
			request_header -If-Modified-Since
			request_header -Range
			route {
				rewrite * /${NOT_FOUND_SHELL}
				import fleet_karma_file
			}
		}
		handle {
			respond "{http.error.status_code} {http.error.status_text}"
		}
	}
${log(logFolder, 'access')}}

(fleet_karma_headers) {
	header {
${headerLines(SECURITY_HEADERS, { plainHttp })}	}
}

${fileSnippet('fleet_karma_file')}
${fileSnippet('fleet_karma_file_200', 200)}`;
