/**
 * Compiles `src/layouts/home-live.ts` into a separate file and writes its address into the home page. The chunks of the
 * screens cannot be used: the modules that home shares with them are bundled with the framework.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { LATER_MODULE, LATER_SOURCE } from './later-address.ts';

/** Compiles a source file with all that it imports into one module, or with `iife` into one script. */
export async function compileModule(source: string, format: 'es' | 'iife' = 'es'): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(process.cwd(), source),
        preserveEntrySignatures: 'strict',
        output: { format, codeSplitting: false },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('The module was not compiled.');
  return output.output[0].code;
}

/** The integration. */
export function laterModule(): AstroIntegration {
  return {
    name: 'later-module',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const code = await compileModule(LATER_SOURCE);
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const file = `hashed/home-live.${hash}.js`;
        await writeFile(join(folder, file), code);
        const page = join(folder, 'index.html');
        const html = await readFile(page, 'utf8');
        await writeFile(page, html.replace(`data-later="${LATER_MODULE}"`, `data-later="/${file}"`));
      },
    },
  };
}
