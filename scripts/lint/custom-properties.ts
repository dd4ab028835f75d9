/** Lists custom properties of CSS that are used without a fallback and defined nowhere. The folder may be given as argument. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = 'src/**/*.{astro,css,ts,tsx}';
/** In CSS `--name: value`, in code `'--name': value`. */
const DEFINED = /(--[\w-]+)['"]?\s*:/g;
const USED = /\bvar\(\s*(--[\w-]+)\s*\)/g;

/** One line per unknown property: `file:line var(--name)`. */
function unknownProperties(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const defined = new Set(files.flatMap(({ text }) => [...text.matchAll(DEFINED)].map(([, name]) => name)));
  return files.flatMap(({ file, text }) =>
    [...text.matchAll(USED)]
      .filter(([, name]) => !defined.has(name))
      .map(({ 0: use, index }) => `${file}:${text.slice(0, index).split('\n').length} ${use} is not defined`),
  );
}

const found = unknownProperties(process.argv[2] ?? '.');
for (const line of found) console.error(line);
process.exitCode = found.length > 0 ? 1 : 0;
