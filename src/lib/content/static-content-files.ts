/** Editors' files at build time: read, made harmless to the page around them, and fingerprinted. Node only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFragment, staticHash } from '#lib/content/static-hash.ts';

const VOID_TAGS = 'area br col embed hr img input link meta source track wbr'.split(' ');
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const ACTIVE_ELEMENT = /<(script|style|template|iframe)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const CUT_OFF_TAG = /<[a-z/][^>]*$/i;
const TAG = /<(\/?)([a-z][\w-]*)([^>]*)>/gi;
const STYLE_OR_HANDLER = /\s(?:style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;

const endTags = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

/** Closes open elements, drops end tags without a start tag, and drops inline styles and event handlers. */
function repairTags(html: string): string {
  const open: string[] = [];
  const repaired = html.replace(TAG, (_, slash: string, tag: string, attributes: string) => {
    const name = tag.toLowerCase();
    if (slash === '/') {
      const start = open.lastIndexOf(name);
      return start < 0 ? '' : endTags(open.splice(start));
    }
    if (!VOID_TAGS.includes(name) && !attributes.endsWith('/')) open.push(name);
    return `<${name}${attributes.replace(STYLE_OR_HANDLER, '')}>`;
  });
  return repaired + endTags(open);
}

/**
 * Repairs an editors' file, so that a broken one cannot damage the page around it, and drops what the page's policy would
 * refuse: scripts, styles and event handlers. A complete page instead of a fragment reads as empty.
 */
export function harmlessFragment(html: string): string {
  if (!isFragment(html)) return '';
  return repairTags(html.replace(COMMENT, '').replace(ACTIVE_ELEMENT, '').replace(CUT_OFF_TAG, '')).trim();
}

/** An editors' file as it is baked into a page. */
export interface StaticFile {
  /** Address from which the browser loads newer versions. */
  url: string;
  html: string;
  /** `staticHash` of the file on disk. */
  hash: string;
}

/** Reads `public/assets/{name}`; a missing or unreadable file reads as empty. */
export function readStaticFile(name: string, folder = join(process.cwd(), 'public/assets')): StaticFile {
  let text = '';
  try {
    text = readFileSync(join(folder, name), 'utf8');
  } catch {
    // Editors may delete a notice; the page works without it.
  }
  return { url: `/assets/${name}`, html: harmlessFragment(text), hash: staticHash(text) };
}
