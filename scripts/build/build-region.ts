/** Builds one region; each runs in a process of its own, because Astro keeps state per process. */
import path from 'node:path';
import { build } from 'astro';
import { ROOT } from '#scripts/support/settings.ts';

const [region, outDir] = process.argv.slice(2) as [string, string];
const cacheDir = path.join(ROOT, '.cache', path.relative(ROOT, outDir).replace(/\W+/g, '-'));

await build({
  root: ROOT,
  mode: 'production',
  logLevel: 'warn',
  outDir,
  cacheDir,
  vite: { cacheDir: path.join(cacheDir, 'vite') },
});
process.stdout.write(`Built ${region}.\n`);
