/** Tells whether a build is stale: a hash over everything that goes into it. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bakedVariables, ROOT } from '#scripts/support/settings.ts';

const SOURCES = [
  'src/**/*',
  'public/**/*',
  'scripts/build/**/*',
  'astro.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const recordIn = (distDir: string): string => path.join(distDir, '.fingerprint');

/** Hash over the sources, the lockfile and the environment variables that are baked in. */
export function fingerprint(env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256').update(JSON.stringify(bakedVariables(env)));
  const entries = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash.update(`\0${path.relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** True when `distDir` holds a finished build of exactly these sources and variables. */
export async function isFresh(distDir: string, hash: string): Promise<boolean> {
  return (await readFile(recordIn(distDir), 'utf8').catch(() => '')) === hash;
}

/** Removed before a build and written after it, so that an interrupted build counts as stale. */
export const fingerprintRecord = {
  clear: (distDir: string): Promise<void> => rm(recordIn(distDir), { force: true }),
  write: (distDir: string, hash: string): Promise<void> => writeFile(recordIn(distDir), hash),
};
