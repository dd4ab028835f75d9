/**
 * Scripts of pages without the framework. Each is compiled alone, with all that it imports, so that it never waits for code of the
 * islands. `import code from './x.ts?script'` is its text, for a `<script>` in the page; with `?script-file` it is the address of
 * a file, which the page loads by `import()` when it needs it.
 */
import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { hashOf } from './inline.ts';

/** Compiles a source file with all that it imports: into one script, or with `es` into one module. */
export async function compileScript(
  file: string,
  format: 'iife' | 'es' = 'iife',
  define: Record<string, string> = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: file,
        preserveEntrySignatures: 'strict',
        // Constants of modules with schemas come without the schemas.
        treeshake: { moduleSideEffects: false },
        output: { format, codeSplitting: false },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${file} was not compiled.`);
  return output.output[0].code.trim();
}

/** The integration. */
export function pageScripts(): AstroIntegration {
  const files = new Map<string, string>();
  const load = async (file: string, isFile: boolean, root: URL | null): Promise<string> => {
    if (!isFile) return compileScript(file);
    // The dev server compiles modules itself.
    if (root !== null) return `/${relative(fileURLToPath(root), file)}`;
    const code = await compileScript(file, 'es');
    const name = `/hashed/${basename(file, '.ts')}.${hashOf(code).slice(0, 8)}.js`;
    files.set(name, code);
    return name;
  };
  return {
    name: 'page-scripts',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        const plugin: Plugin = {
          name: 'page-scripts',
          load: {
            filter: { id: /\.ts\?script(-file)?$/ },
            async handler(id) {
              const [file = '', kind] = id.split('?');
              const text = await load(file, kind === 'script-file', command === 'dev' ? config.root : null);
              return `export default ${JSON.stringify(text)};`;
            },
          },
        };
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir }) => {
        for (const [name, code] of files) await writeFile(join(fileURLToPath(dir), name), code);
      },
    },
  };
}
