/** What bundlers make of an entry, as programs in browsers import it. */
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { expect, test, vi } from 'vitest';

const KB = 1024;
const LINEUP = path.resolve(import.meta.dirname, '../src/decode/lineup.ts');

const bundlers = {
  async esbuild() {
    const contents = "export { readLineup } from 'wows-replay/lineup';";
    const stdin = { contents, resolveDir: import.meta.dirname };
    const target = { format: 'esm', platform: 'browser', minify: true } as const;
    const { outputFiles } = await esbuild({ stdin, bundle: true, write: false, ...target });
    return outputFiles[0]?.text;
  },
  async Vite() {
    const lib = { entry: LINEUP, formats: ['es' as const] };
    const built = await vite({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
    const [bundle] = built as { output: { code: string }[] }[];
    return bundle?.output[0]?.code;
  },
};

test.each(Object.entries(bundlers))(
  'readLineup bundled by %s is at most 60 KB and compiles no code',
  async (_, bundle) => {
    const code = (await bundle()) ?? '';
    expect(code.length).toBeLessThan(60 * KB);
    // Content-security-policies report a call of `Function`, which zod may try when it makes a schema.
    const compile = vi.fn();
    vi.stubGlobal('compile', compile);
    const module = `const Function = globalThis.compile;${code}`;
    const { readLineup } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
    const vehicles = [{ id: 1, name: 'Aurora', relation: 0, shipId: 1 }];
    expect(readLineup(new TextEncoder().encode(JSON.stringify({ vehicles }))).ships).toHaveLength(1);
    expect(compile).not.toHaveBeenCalled();
  },
);
