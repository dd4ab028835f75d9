/**
 * Leaves in each page's policy only the hashes of what that page holds: Astro lists those of the whole site, which are
 * random text that no compression shortens, 1.5 KB of a first answer that should fit the first packets. It also moves the
 * policy before the first script, since a policy governs only what follows it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { policyHash } from './inline.ts';
import { pageFile } from './page-file.ts';

const POLICY = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i;
/** Must come first, so that browsers find it in the first bytes. */
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/**
 * The page with the hashes of its own inline scripts and styles alone, in a policy right after its character set. Throws
 * when a script or style has no hash, and when a page has no place for its policy.
 */
export function withTrimmedPolicy(html: string): string {
  const inline = [...html.matchAll(/<(script|style)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g)];
  const hashes = new Set(inline.map(([, , text = '']) => `'${policyHash(text)}'`));
  const policy = POLICY.exec(html)?.[1];
  if (policy === undefined || !CHARSET.test(html))
    throw new Error('A page has no policy, or no place for it.');
  for (const hash of hashes)
    if (!policy.includes(hash))
      throw new Error(`The policy lacks ${hash}, so part of the page would not run.`);
  const trimmed = policy.replace(/ '(?:sha256-[^']+)'/g, (hash) => (hashes.has(hash.trim()) ? hash : ''));
  const meta = `<meta http-equiv="content-security-policy" content="${trimmed}">`;
  return html.replace(POLICY, '').replace(CHARSET, (charset) => charset + meta);
}

/** The integration; see the top of the file. */
export function trimPolicy(): AstroIntegration {
  return {
    name: 'trim-policy',
    hooks: {
      'astro:build:done': async ({ dir, pages }) => {
        for (const page of pages) {
          const file = join(fileURLToPath(dir), pageFile(page.pathname));
          await writeFile(file, withTrimmedPolicy(await readFile(file, 'utf8')));
        }
      },
    },
  };
}
