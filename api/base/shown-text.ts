/** Names and posts as one line of plain text, for previews, feeds and messages. */

import { FLAIR_CATEGORIES, type ParsedFlairs } from '#lib/domain/flairs.ts';
import { withoutMarkup } from '#lib/domain/without-markup.ts';
import { isVisible, limitClusters } from '#lib/schemas/visible-text.ts';

/** Controls, characters that XML forbids, and marks that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu;
/** Text next to the ratings of a post that does not count yet (rule 28.56). */
export const WAITING = 'waiting for review';
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

/** The start of a post's content without its markdown. */
export const excerpt = (content: string, max: number): string => clip(withoutMarkup(content), max);

/** The whole content without its markdown, line by line. */
export const linesOf = (content: string): string[] =>
  withoutMarkup(content)
    .split('\n')
    .map((line) => clip(line, Number.POSITIVE_INFINITY));

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Date and time, such as "9 Mar 2024, 14:05 UTC". */
export const shownTime = (date: Date): string => `${inUtc.format(date)} UTC`;

/**
 * A post's ratings that are not neutral, as "positive teamplay, negative courtesy", and
 * whether they wait to count; may be empty.
 */
export function flairText(flairs: ParsedFlairs, held: boolean): string {
  const ratings = FLAIR_CATEGORIES.filter((name) => flairs[name] !== null)
    .map((name) => `${flairs[name] ? 'positive' : 'negative'} ${name}`)
    .join(', ');
  return [ratings, held ? WAITING : ''].filter(Boolean).join(' · ');
}
