/** Writes a preview into the head of a built page. */
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

/** The page's description in its head. Texts may contain anything. */
export interface HeadContent {
  /** Without the site's name, which follows in the browser's tab. */
  title: string;
  siteName: string;
  description: string;
  /** Address of the page. */
  url: string;
  type: 'profile' | 'article' | 'website';
  image: { url: string; alt: string };
  /** Address of an Atom feed of the page, if it has one. */
  feed: { url: string; title: string } | null;
}

/** Characters that no attribute needs: controls, and marks that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute, on one line. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

function tagsOf({ title, description, url, type, siteName, image, feed }: HeadContent): string {
  const og = (name: string, content: string): string => meta('property', `og:${name}`, content);
  return [
    `<title>${escapeHtml(`${title} · ${siteName}`)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    og('site_name', siteName),
    og('type', type),
    og('title', title),
    og('description', description),
    og('url', url),
    og('image', image.url),
    og('image:type', 'image/png'),
    og('image:width', String(PREVIEW_IMAGE.width)),
    og('image:height', String(PREVIEW_IMAGE.height)),
    og('image:alt', image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    feed === null
      ? ''
      : `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.url)}">`,
  ].join('');
}

/** The tags of a built page that those of a preview replace. */
const REPLACED = [
  /<meta name="description"[^>]*>/gi,
  /<meta (property="og:|name="twitter:)[^>]*>/gi,
  /<link rel="canonical"[^>]*>/gi,
];

/** The page with the preview in its head, and everything else unchanged; null if it is not a page that we built. */
export function fillHead(html: string, content: HeadContent): string | null {
  const end = html.indexOf('</head>');
  const title = /<title>[^<]*<\/title>/i;
  const head = html.slice(0, Math.max(end, 0));
  if (!title.test(head)) return null;
  const cleared = REPLACED.reduce((text, pattern) => text.replace(pattern, ''), head);
  // A function, because names may contain `$&`, which `replace` would expand.
  return cleared.replace(title, () => tagsOf(content)) + html.slice(end);
}

/** The page with general texts, which search engines must not list. */
export function markUnlisted(html: string, url: string): string {
  const tags = `<link rel="canonical" href="${escapeHtml(url)}">${meta('name', 'robots', 'noindex')}`;
  return html.replace('</head>', () => `${tags}</head>`);
}
