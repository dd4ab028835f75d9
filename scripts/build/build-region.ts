/** Builds one region, each in a separate process, because Astro keeps state per process. */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'astro';
import { ROOT } from '#scripts/support/settings.ts';

const [region, outDir] = process.argv.slice(2) as [string, string];
const fromRoot = path.relative(ROOT, outDir);
const cacheDir = path.join(ROOT, '.cache', fromRoot.replace(/\W+/g, '-'));

// Astro puts the temporary files of every build outside the checkout into one folder, where the regions would overwrite
// each other's: such a build is made inside and copied.
const isOutside = fromRoot.startsWith('..') || path.isAbsolute(fromRoot);
const buildDir = isOutside ? path.join(cacheDir, 'dist') : outDir;

await build({
  root: ROOT,
  mode: 'production',
  logLevel: 'warn',
  outDir: buildDir,
  cacheDir,
  vite: { cacheDir: path.join(cacheDir, 'vite') },
});
if (isOutside) {
  await rm(outDir, { recursive: true, force: true });
  await cp(buildDir, outDir, { recursive: true });
  await rm(cacheDir, { recursive: true });
}
process.stdout.write(`Built ${region}.\n`);
