/** Converts marked's text-level tokens to ours: character references become characters, and safe addresses links. */
import type { MarkedToken, Token, Tokens } from 'marked';
import type { Inline } from '#lib/markdown/markdown-tokens.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Character references, as in `&amp;`. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function fromCodePoint(code: number): string {
  const isScalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isScalar ? String.fromCodePoint(code) : '\ufffd';
}

/** Resolves numeric references and the most common named ones; others are left unchanged. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return fromCodePoint(Number(decimal));
    return NAMED[name] ?? whole;
  });
}

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Control, zero-width and direction characters, which can disguise an address. */
const INVISIBLE = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** The text without invisible characters. */
function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/**
 * The address in the browser's spelling if it is absolute and http, https or mailto; otherwise null. An address with a user
 * name is refused, too: it can look like one of another site.
 */
export function safeUrl(address: string): string | null {
  const visible = withoutInvisible(address).trim();
  if (!URL.canParse(visible)) return null;
  const url = new URL(visible);
  return LINK_PROTOCOLS.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}

/** A piece of text. */
export function text(value: string): Inline {
  return { type: 'text', text: limitClusters(value) };
}

/** The text of the parts, without markup. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (part.type === 'break') return '\n';
      return 'text' in part ? part.text : plainText(part.children);
    })
    .join('');
}

/** Only its text is drawn inside another link (`inLink`). Its title follows, and one with a refused address is shown as typed. */
function link(
  { raw, href: address, title }: Tokens.Link | Tokens.Image,
  content: readonly Inline[],
  inLink: boolean,
): readonly Inline[] {
  const href = safeUrl(address);
  if (href === null) return [text(raw)];
  const named = isVisible(plainText(content)) ? content : [text(href)];
  const shown: readonly Inline[] = inLink ? named : [{ type: 'link', href, children: named }];
  return title ? [...shown, text(` "${decodeEntities(title)}"`)] : shown;
}

function linkOf(token: Tokens.Link, inLink: boolean): readonly Inline[] {
  const href = token.autolink ? token.href : decodeEntities(token.href);
  return link({ ...token, href }, inlineOf(token.tokens, true), inLink);
}

/** An image becomes a link to it: pictures from unknown servers are never loaded. */
function imageOf(token: Tokens.Image, inLink: boolean): readonly Inline[] {
  const href = decodeEntities(token.href);
  return link({ ...token, href }, [text(decodeEntities(token.text || token.href))], inLink);
}

function convert(token: MarkedToken, inLink: boolean): readonly Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ type: token.type, children: inlineOf(token.tokens, inLink) }];
    case 'codespan':
      return [{ type: 'code', text: limitClusters(token.text) }];
    case 'br':
      return [{ type: 'break' }];
    case 'link':
      return linkOf(token, inLink);
    case 'image':
      return imageOf(token, inLink);
    case 'text':
      return token.tokens ? inlineOf(token.tokens, inLink) : [text(decodeEntities(token.text))];
    case 'escape':
      return [text(token.text)];
    case 'checkbox':
      return [];
    default:
      // Raw HTML and unknown tokens are shown as they were typed.
      return [text(token.raw)];
  }
}

/** Converts text-level tokens; links and images inside a link (`inLink`) are only their text. */
export function inlineOf(tokens: readonly Token[], inLink = false): readonly Inline[] {
  return tokens.flatMap((token) => convert(token as MarkedToken, inLink));
}
