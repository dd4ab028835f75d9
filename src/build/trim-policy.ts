/**
 * Leaves in each page's policy only the hashes of what that page holds: Astro lists those of the whole site, which are
 * random text that no compression shortens, 1.5 KB of a first answer that should fit the first packets.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { policyHash } from './inline.ts';
import { pageFile } from './page-file.ts';

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/i;

/** The page with the hashes of its own inline scripts and styles alone. Throws when one of them has no hash. */
export function withTrimmedPolicy(html: string): string {
  const inline = [...html.matchAll(/<(script|style)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g)];
  const hashes = new Set(inline.map(([, , text = '']) => `'${policyHash(text)}'`));
  return html.replace(POLICY, (_, start: string, policy: string, end: string) => {
    for (const hash of hashes)
      if (!policy.includes(hash))
        throw new Error(`The policy lacks ${hash}, so part of the page would not run.`);
    const trimmed = policy.replace(/ '(?:sha256-[^']+)'/g, (hash) => (hashes.has(hash.trim()) ? hash : ''));
    return start + trimmed + end;
  });
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
