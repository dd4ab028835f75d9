/** Ids of the headings of the guidelines. Imports nothing, because pages without islands load it. */

/** The editors’ file of the guidelines. */
export const GUIDELINES_FILE = 'guidelines.html';

/** As in `schemas/written-moderation.ts`. */
const CODE_MAX_LENGTH = 60;

/** The id of a heading that has none: its letters and digits in lower case, joined by hyphens. */
export function headingCode(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, CODE_MAX_LENGTH);
}
