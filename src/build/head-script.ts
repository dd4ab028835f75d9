/** The inline head script as one minified string. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, transformWithOxc } from 'vite';
import { SESSION_CHECKED_KEY, SESSION_RECENT_MS } from '#lib/stores/session/session-hold.ts';

const SOURCE = join(import.meta.dirname, '../layouts/head-script.ts');

/** Compiles `src/layouts/head-script.ts`; throws when it does not compile. */
export async function compileHeadScript(): Promise<string> {
  const constants = `const SESSION_CHECKED_KEY = '${SESSION_CHECKED_KEY}', SESSION_RECENT_MS = ${SESSION_RECENT_MS};`;
  const source = readFileSync(SOURCE, 'utf8').replace(/^\{$/m, `{ ${constants}`);
  const plain = await transformWithOxc(source, SOURCE, { sourcemap: false });
  return minifySync('head-script.js', plain.code).code.trim();
}
