/** Converts marked's text-level tokens to ours. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeEntities } from '#lib/markdown/entities.ts';
import type { Inline } from '#lib/markdown/markdown-tokens.ts';
import { safeUrl } from '#lib/markdown/safe-url.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

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

/** A link. One without visible text shows its address; one with a refused address is only its text. */
function link(
  address: string,
  title: string | null | undefined,
  content: readonly Inline[],
): readonly Inline[] {
  const href = safeUrl(address);
  if (href === null) return content;
  const children = isVisible(plainText(content)) ? content : [text(href)];
  return [{ type: 'link', href, title: title ? decodeEntities(title) : null, children }];
}

function linkOf(token: Tokens.Link, inLink: boolean): readonly Inline[] {
  const content = inlineOf(token.tokens, true);
  if (inLink) return content;
  return link(token.autolink ? token.href : decodeEntities(token.href), token.title, content);
}

/** An image becomes a link to it: pictures from unknown servers are never loaded. */
function imageOf(token: Tokens.Image, inLink: boolean): readonly Inline[] {
  const name = [text(decodeEntities(token.text || token.href))];
  return inLink ? name : link(decodeEntities(token.href), token.title, name);
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
