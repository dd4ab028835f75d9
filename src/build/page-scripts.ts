/**
 * Scripts of pages without the framework. Each is compiled alone, with all that it imports, so that it never waits for code of
 * the islands. `import code from './x.ts?script'` is its text, for a `<script>` in the page; with `?script-file` it is the
 * address of a file, which the page loads by `import()` when it needs it.
 */
import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build, type Plugin } from 'vite';
import { hashOf } from './inline.ts';

interface CompileOptions {
  /** One script, or a module. */
  format?: 'iife' | 'es';
  /** Constants of the code. */
  define?: Record<string, string>;
  /** Whether imported modules may do more than export. Without, constants of modules with schemas come without the schemas. */
  sideEffects?: boolean;
}

/** Compiles a source file with all that it imports into one. Also returns the files of its modules. */
export async function compileScript(
  file: string,
  { format = 'iife', define = {}, sideEffects = false }: CompileOptions = {},
): Promise<{ code: string; sources: string[] }> {
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
        treeshake: { moduleSideEffects: sideEffects },
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: { format, codeSplitting: false },
      },
    },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${file} was not compiled.`);
  const [{ code, moduleIds }] = output.output;
  return { code: code.trim(), sources: moduleIds };
}

/** The integration. */
export function pageScripts(): AstroIntegration {
  const files = new Map<string, string>();
  const writeLater = async (file: string): Promise<string> => {
    const { code } = await compileScript(file, { format: 'es' });
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
              const text = (value: string) => `export default ${JSON.stringify(value)};`;
              if (kind === 'script') {
                const { code, sources } = await compileScript(file);
                for (const source of sources) this.addWatchFile(source);
                return text(code);
              }
              // The dev server compiles modules itself.
              if (command === 'dev') return text(`/${relative(fileURLToPath(config.root), file)}`);
              return text(await writeLater(file));
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
