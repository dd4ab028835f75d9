/** One hash over files, to reuse what was made from them until one changes. */
import { createHash, type Hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/support/settings.ts';

/** Hashes names and contents of every file under the patterns, in a fixed order. Throws when a pattern matches nothing. */
export function hashOfFiles(patterns: readonly string[]): Hash {
  const hash = createHash('sha256');
  const entries = patterns.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: ROOT, withFileTypes: true });
    if (found.length === 0) throw new Error(`No file matches ${pattern}: was it renamed?`);
    return found;
  });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash;
}
