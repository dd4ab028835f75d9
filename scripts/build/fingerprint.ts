/** Whether a build is stale: compares a hash over everything that goes into it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashOfFiles } from '#scripts/support/content-hash.ts';
import { bakedVariables } from '#scripts/support/settings.ts';

const SOURCES = [
  'src/**/*',
  'public/**/*',
  'scripts/build/**/*',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const recordIn = (distDir: string): string => path.join(distDir, '.fingerprint');

/** Hash over the sources, the lockfile and the environment variables that are baked in. */
export function fingerprint(env: NodeJS.ProcessEnv): string {
  return hashOfFiles(SOURCES)
    .update(JSON.stringify(bakedVariables(env)))
    .digest('hex');
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
