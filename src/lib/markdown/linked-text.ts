/** Plain text whose addresses are links, by the rules of posts (Rules 31.3). */
import { safeUrl } from '#lib/markdown/markdown-inline.ts';
import { limitClusters } from '#lib/schemas/visible-text.ts';

/** An address up to its last character that is no punctuation. */
const ADDRESS = /(\b(?:https?:\/\/|www\.)[^\s<>]*[^\s<>?!.,:;*_~'")\]])/i;

/** The parts of a text in their order; those with a safe address have it as `href`. */
export const linkedText = (text: string): { text: string; href: string | null }[] =>
  text.split(new RegExp(ADDRESS, 'gi')).map((part) => {
    const href = ADDRESS.test(part) ? safeUrl(part.replace(/^www\./i, 'http://www.')) : null;
    return { text: limitClusters(part), href };
  });
