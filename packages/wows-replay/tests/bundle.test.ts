/** Size and content of an entry that esbuild has bundled for browsers. */
import { build } from 'esbuild';
import { expect, test, vi } from 'vitest';

test('readLineup bundled by esbuild is at most 60 KB and compiles no code', async () => {
  const contents = "export { readLineup } from 'wows-replay/lineup';";
  const stdin = { contents, resolveDir: import.meta.dirname };
  const target = { format: 'esm', platform: 'browser', minify: true } as const;
  const { outputFiles } = await build({ stdin, bundle: true, write: false, ...target });
  const code = outputFiles[0]?.text ?? '';
  expect(code.length).toBeLessThan(60 * 1024);
  // Content-security-policies report a call of `Function`, which zod may try when it makes a schema.
  const compile = vi.fn();
  vi.stubGlobal('compile', compile);
  const module = `const Function = globalThis.compile;${code}`;
  const { readLineup } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  const vehicles = [{ id: 1, name: 'Aurora', relation: 0, shipId: 1 }];
  expect(readLineup(new TextEncoder().encode(JSON.stringify({ vehicles }))).ships).toHaveLength(1);
  expect(compile).not.toHaveBeenCalled();
});
