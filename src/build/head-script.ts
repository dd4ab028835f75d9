/** The inline head script as one minified string. */
import { readFileSync } from 'node:fs';
import { minifySync, transformWithOxc } from 'vite';

const SOURCE = new URL('../layouts/head-script.ts', import.meta.url);

/** Compiles `src/layouts/head-script.ts`; throws when it does not compile. */
export async function compileHeadScript(): Promise<string> {
  const plain = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE.pathname, { sourcemap: false });
  return minifySync('head-script.js', plain.code).code.trim();
}
