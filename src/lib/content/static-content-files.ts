/** Editors' files at build time: read, made harmless to the page around them, and fingerprinted. Node only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFragment, staticHash } from '#lib/content/static-hash.ts';

const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'wbr',
  'col',
  'source',
  'track',
  'area',
  'embed',
  'link',
  'meta',
]);

/**
 * Closes what is left open and drops stray end tags, scripts, styles, comments and inline styles and handlers,
 * which the page's policy would refuse: a broken file can spoil its own text, never the page around it. A whole page
 * in place of a fragment reads as empty.
 */
export function harmlessFragment(html: string): string {
  if (!isFragment(html)) return '';
  const open: string[] = [];
  const clean = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|template|iframe)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[a-z/][^>]*$/i, '')
    .replace(/<(\/?)([a-z][\w-]*)([^>]*)>/gi, (_, slash: string, name: string, rest: string) => {
      const tag = name.toLowerCase();
      if (slash === '/') {
        const from = open.lastIndexOf(tag);
        return from < 0 ? '' : closing(open.splice(from));
      }
      if (!VOID.has(tag) && !rest.endsWith('/')) open.push(tag);
      return `<${tag}${rest.replace(/\s(?:style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')}>`;
    });
  return (clean + closing(open)).trim();
}

const closing = (tags: readonly string[]): string =>
  tags
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('');

/** One editors' file as it is baked into a page. */
export interface StaticFile {
  /** Address from which the browser fetches a newer one. */
  url: string;
  html: string;
  /** `staticHash` of the file as it is on disk. */
  hash: string;
}

/** Reads `public/assets/{name}`; a file that is missing or unreadable reads as empty. */
export function readStaticFile(name: string, folder = join(process.cwd(), 'public/assets')): StaticFile {
  let text = '';
  try {
    text = readFileSync(join(folder, name), 'utf8');
  } catch {
    // An editor may take a notice away; the page stands without it.
  }
  return { url: `/assets/${name}`, html: harmlessFragment(text), hash: staticHash(text) };
}
