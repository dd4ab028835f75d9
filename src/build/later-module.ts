/**
 * Compiles the modules of `later-address.ts` into separate files and writes their addresses into the pages. The chunks of the
 * screens cannot be used: the modules that home shares with them are bundled with the framework.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { fileOf } from './finish-pages.ts';
import { HOME_LIVE, READER } from './later-address.ts';

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
      'astro:build:done': async ({ dir, pages }) => {
        const folder = fileURLToPath(dir);
        const addresses: [placeholder: string, address: string][] = [];
        for (const { source, placeholder } of [HOME_LIVE, READER]) {
          const code = await compileModule(source);
          const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
          const address = `/hashed/${basename(source, '.ts')}.${hash}.js`;
          await writeFile(join(folder, address), code);
          addresses.push([`="${placeholder}"`, `="${address}"`]);
        }
        for (const { pathname } of pages) {
          const page = join(folder, fileOf(pathname));
          const html = await readFile(page, 'utf8');
          await writeFile(
            page,
            addresses.reduce((text, [from, to]) => text.replace(from, to), html),
          );
        }
      },
    },
  };
}
