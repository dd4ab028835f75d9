/**
 * Fills the heads of shared pages, so that chat programs and search engines show what a link leads to, and tells them which
 * pages do not exist. A standard function from Request to Response without platform APIs: it runs at any CDN's edge, and in
 * Node.
 */

import { type RegionId, regions } from '#lib/regions.ts';
import type { Preview, PreviewKind, PreviewPage } from '#lib/schemas/preview.ts';
import { fillHead, type HeadContent, markUnlisted } from './fill-head.ts';
import { createPreviews, type PreviewOptions } from './previews.ts';
import { isShared, type PreviewTarget, pathOf, previewTarget } from './target.ts';

/** Words in the user agents of crawlers that read a page's head without running its scripts. */
const CRAWLERS: readonly string[] = [
  'Discordbot',
  'Twitterbot',
  'Slackbot',
  'Slack-ImgProxy',
  'facebookexternalhit',
  'Facebot',
  'meta-externalagent',
  'TelegramBot',
  'WhatsApp',
  'LinkedInBot',
  'SkypeUriPreview',
  'Mastodon',
  'Pleroma',
  'Misskey',
  'Bluesky',
  'Cardyb',
  'redditbot',
  'vkShare',
  'Viber',
  'Iframely',
  'Embedly',
  'SteamChatURLLookup',
  'Synapse',
  'matrix-media-repo',
  'Discourse Forum Onebox',
  'Yahoo Link Preview',
  'Googlebot',
  'Google-InspectionTool',
  'bingbot',
  'BingPreview',
  'DuckDuckBot',
  'YandexBot',
  'Baiduspider',
  'Applebot',
  'Slurp',
  'SeznamBot',
];

const PATTERN = new RegExp(`\\b(${CRAWLERS.join('|')})\\b`, 'i');

/** Longer user agents are not searched. */
const LENGTH_MAX = 1000;

/** Whether a request comes from a known crawler, by its `User-Agent`. */
function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && userAgent.length <= LENGTH_MAX && PATTERN.test(userAgent);
}

/** The static host's answer. */
export type FetchStatic = (request: Request) => Promise<Response>;

/** Responds to a request of `address`, if that is known. Rejects only if the static host does. */
export type EdgeHandler = (request: Request, fetchStatic: FetchStatic, address?: string) => Promise<Response>;

/** Options of the handler. */
export interface EdgeOptions extends PreviewOptions {
  siteOrigins: Readonly<Record<RegionId, string>>;
  /** The regions that are served; by default all. */
  regions?: readonly RegionId[];
}

const TYPES: Readonly<Record<PreviewKind, HeadContent['type']>> = {
  player: 'profile',
  post: 'article',
  clan: 'website',
};

function contentOf(
  { region, kind, id }: PreviewTarget,
  { title, description, path, alt, version }: Preview,
  { siteOrigins, apiOrigins }: EdgeOptions,
): HeadContent {
  const api = apiOrigins[region];
  const feed = { url: `${api}/feed/player/${id}.atom`, title: `Posts about ${title}` };
  return {
    title,
    description,
    siteName: `Fleet Karma ${regions[region].label}`,
    url: siteOrigins[region] + path,
    type: TYPES[kind],
    image: { url: `${api}/og/${kind}/${id}.png?v=${version}`, alt },
    feed: kind === 'player' ? feed : null,
  };
}

/** Conditions, ranges and encodings refer to the static host's file, which the filled page is not. */
const ABOUT_THE_FILE = [
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
];

/** The whole page; uncompressed if it is to be filled. */
function requestForShell(request: Request, isFilled: boolean): Request {
  const headers = new Headers(request.headers);
  for (const name of ABOUT_THE_FILE) headers.delete(name);
  if (isFilled) headers.set('accept-encoding', 'identity');
  return new Request(request.url, { headers });
}

/** Weak, because whatever compresses the page on its way changes the bytes but not the content. */
async function etagOf(html: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(html));
  return `W/"${btoa(String.fromCharCode(...new Uint8Array(digest).subarray(0, 18)))}"`;
}

/** Headers of the static host that identify its file. */
const VALIDATORS = ['etag', 'last-modified'];

/** Those that describe the file's bytes. */
const ABOUT_THE_BYTES = [
  'content-length',
  'content-encoding',
  'content-range',
  'accept-ranges',
  'content-digest',
  'content-md5',
];

/** No shared cache may keep a filled page, in case it ignores `Vary`. */
const FOR_THIS_CRAWLER = 'private, no-cache';

/** The response with another header, `added` to a list that it may have. */
function withHeader(response: Response, name: string, value: string, added = false): Response {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  headers[added ? 'append' : 'set'](name, value);
  return new Response(body, { status, statusText, headers });
}

/** The response, marked as different for browsers and crawlers. */
const byAgent = (response: Response): Response => withHeader(response, 'vary', 'User-Agent', true);

/** The status of the response to a crawler, and for 200 what changes the built page. */
type Outcome = { status: 200; write: (html: string) => string } | { status: 404 | 410 | 503 };

/** Seconds until a crawler comes again when the API gave no answer: with 200 it would keep a page without content. */
const RETRY_AFTER = '60';

function outcomeOf(target: PreviewTarget, page: PreviewPage, options: EdgeOptions): Outcome {
  const write =
    'noindex' in page
      ? (html: string) => markUnlisted(html, options.siteOrigins[target.region] + pathOf(target))
      : (html: string) => fillHead(html, contentOf(target, page, options)) ?? html;
  return { status: 200, write };
}

async function crawlerResponse(request: Request, shell: Response, outcome: Outcome): Promise<Response> {
  const { status } = outcome;
  const headers = new Headers(shell.headers);
  headers.set('cache-control', FOR_THIS_CRAWLER);
  if (status !== 200) {
    for (const name of VALIDATORS) headers.delete(name);
    if (status === 503) headers.set('retry-after', RETRY_AFTER);
    if (request.method !== 'HEAD') return new Response(shell.body, { status, headers });
    await shell.body?.cancel();
    return new Response(null, { status, headers });
  }
  for (const name of [...VALIDATORS, ...ABOUT_THE_BYTES]) headers.delete(name);
  const html = outcome.write(await shell.text());
  const etag = await etagOf(html);
  headers.set('etag', etag);
  const known = request.headers.get('if-none-match') ?? '';
  if (known.includes(etag.slice(2))) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

/** A page that can be filled. Redirects, errors and other files stay as they are. */
const isPage = (response: Response): boolean =>
  response.status === 200 && /^text\/html\b/i.test(response.headers.get('content-type') ?? '');

/** Hosts apply the caching of `/hashed/*` to missing files, too, which would then be missing for a year (Rule 21.11). */
const withoutStoredMiss = (response: Response): Response =>
  response.status === 404 ? withHeader(response, 'cache-control', 'no-store') : response;

/** Creates the handler. Browsers and unknown programs get the static host's page, and the API gets no request. */
export function createEdgeHandler(options: EdgeOptions): EdgeHandler {
  const previews = createPreviews(options);
  const find = async (url: URL, address?: string): Promise<Outcome | null> => {
    const target = previewTarget(url, options.regions);
    const finding = target === null ? 404 : await previews(target, address);
    if (finding === 404 || finding === 410 || finding === 503) return { status: finding };
    return target && finding && outcomeOf(target, finding, options);
  };
  const answer: EdgeHandler = async (request, fetchStatic, address) => {
    const url = new URL(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isShared(url)) return fetchStatic(request);
    const outcome = isCrawler(request.headers.get('user-agent')) ? await find(url, address) : null;
    if (outcome === null) return byAgent(await fetchStatic(request));
    const shell = byAgent(await fetchStatic(requestForShell(request, outcome.status === 200)));
    return isPage(shell) ? crawlerResponse(request, shell, outcome) : shell;
  };
  return async (...args) => withoutStoredMiss(await answer(...args));
}
