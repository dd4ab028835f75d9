/** The inline head script as one minified string. */
import { readFileSync } from 'node:fs';
import { minifySync, transformWithOxc } from 'vite';
import { SESSION_CHECKED_KEY, SESSION_RECENT_MS } from '#lib/stores/session-hold.ts';

const SOURCE = new URL('../layouts/head-script.ts', import.meta.url);

/** Compiles `src/layouts/head-script.ts`; throws when it does not compile. */
export async function compileHeadScript(): Promise<string> {
  const constants = `const SESSION_CHECKED_KEY = '${SESSION_CHECKED_KEY}', SESSION_RECENT_MS = ${SESSION_RECENT_MS};`;
  const source = readFileSync(SOURCE, 'utf8').replace(/^\{$/m, `{ ${constants}`);
  const plain = await transformWithOxc(source, SOURCE.pathname, { sourcemap: false });
  return minifySync('head-script.js', plain.code).code.trim();
}
