/** Names and posts as one line of plain text, for previews, feeds and messages. */

import { marked, type Token } from 'marked';
import { FLAIR_CATEGORIES, type ParsedFlairs } from '#lib/domain/flairs.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Controls, and marks that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
const segmenter = new Intl.Segmenter();

/** The text on one line, at most `max` UTF-16 units long, cut between characters as people see them. */
export function clip(text: string, max: number): string {
  const line = limitClusters(text.toWellFormed().replace(INVISIBLE, ' ')).replace(/\s+/gu, ' ').trim();
  if (line.length <= max) return line;
  let kept = '';
  for (const { segment } of segmenter.segment(line.slice(0, max + 1))) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** A name for display; `placeholder` if it is invisible (rule 16.9). */
export function shownName(name: string, placeholder: string): string {
  const line = clip(name, 100);
  return isVisible(line) ? line : placeholder;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function textOfTokens(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'list') return textOfTokens(token.items);
      if (token.type === 'table') return `${token.raw} `;
      if ('tokens' in token && token.tokens !== undefined)
        return `${textOfTokens(token.tokens)} `.trimStart();
      return 'text' in token ? token.text : ' ';
    })
    .join('');
}

/** The start of a post's content without its markdown; as typed if that leaves nothing visible. */
export function excerpt(content: string, max: number): string {
  const plain = textOfTokens(marked.lexer(content, { gfm: true, breaks: true }));
  const text = plain.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => HTML_ENTITIES[entity] as string);
  return clip(isVisible(text) ? text : content, max);
}

/** The ratings of a post that are not neutral, such as "good teamplay, bad courtesy"; empty if all are. */
export function flairText(flairs: ParsedFlairs): string {
  return FLAIR_CATEGORIES.filter((name) => flairs[name] !== null)
    .map((name) => `${flairs[name] ? 'good' : 'bad'} ${name}`)
    .join(', ');
}
