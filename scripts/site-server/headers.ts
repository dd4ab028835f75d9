/** Headers of the site: policies, security headers and caching. */

/** The policy of files that are neither pages nor editors' files, such as scripts and images. */
export const FILE_POLICY = "frame-ancestors 'none'";

/** An editors' file is part of a page. Opened alone, it may load, run and send nothing. */
export const EDITORS_POLICY = "default-src 'none'; sandbox";

const PAGE_POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)"/i;
/** Directives that need the page's hashes, and their fallback. */
const HASHED_DIRECTIVES = /^(default|script|style)-src /;

/**
 * The policy in a page's header: that of its meta tag without the directives that need hashes. It covers what a meta tag
 * can't (framing, and anything before the tag), and is short and the same on all pages.
 */
export function pagePolicy(html: string): string {
  const kept = (PAGE_POLICY.exec(html)?.[1] ?? '')
    .replaceAll('&#39;', "'")
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !HASHED_DIRECTIVES.test(directive));
  return [...kept, "script-src-attr 'none'", "style-src-attr 'none'", FILE_POLICY].join('; ');
}

/** Sent over HTTPS: browsers use only HTTPS for a year. */
export const STRICT_TRANSPORT = 'max-age=31536000';

/** Sent with every answer of the site. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': FILE_POLICY,
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Files whose name changes with their content. They may be kept forever. */
const HASHED = /^\/hashed\//;

/** Pages, editors' files and service workers are checked each time; the ETag makes that cheap. */
const REVALIDATED = /\.html$|^\/(sw|service-worker)\.js$/;

/** The `Cache-Control` of a built file, by its path in the build. */
export function cacheControl(path: string): string {
  if (HASHED.test(path)) return 'public, max-age=31536000, immutable';
  return REVALIDATED.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** Media types by extension. */
const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  map: 'application/json',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** The media type of a file by its extension; unknown ones are binary, which browsers never run. */
export function mediaType(path: string): string {
  return TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
