import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuilder, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lateStyles } from '../../../src/build/late-styles.ts';

const FILES = {
  'page.astro': "import { draw } from './island.js'; export default draw();",
  'island.js': `import styles from './Island.module.css';
    export const draw = () => styles.box;
    export const open = () => import('./dialog.js');`,
  'dialog.js': `import island from './Island.module.css';
    import styles from './Dialog.module.css';
    export const names = [island.box, styles.title];`,
  'Island.module.css': '@layer ui { .box { color: rgb(1, 2, 3) } }',
  'Dialog.module.css': '@layer ui { .title { color: rgb(4, 5, 6) } .unused { margin: 0 } }',
};

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'late-styles-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
});
afterAll(() => rm(root, { recursive: true }));

const environment = (input: string) => ({
  build: {
    write: false,
    emitAssets: true,
    rolldownOptions: { input: join(root, input), preserveEntrySignatures: 'strict' as const },
  },
});

const stylesOf = (files: Record<string, string>): string =>
  Object.entries(files)
    .filter(([name]) => name.endsWith('.css'))
    .map(([, text]) => text)
    .join('');

/** Builds the environments in this order, as Astro does; returns code and styles of the last one by file name. */
async function build(...names: ('prerender' | 'client')[]): Promise<Record<string, string>> {
  const builder = await createBuilder({
    configFile: false,
    root,
    logLevel: 'silent',
    css: { modules: { generateScopedName: '[local]-in-page' } },
    plugins: [
      { name: 'astro', transform: (code, id) => (id.endsWith('.astro') ? { code, moduleType: 'js' } : null) },
      lateStyles(),
    ],
    environments: { prerender: environment('page.astro'), client: environment('island.js') },
  });
  let files: Rolldown.OutputBundle[string][] = [];
  for (const name of names) {
    const built = builder.environments[name];
    if (built === undefined) throw new Error(name);
    const output = await builder.build(built);
    files = 'output' in output ? output.output : [];
  }
  const textOf = (file: (typeof files)[number]) => (file.type === 'chunk' ? file.code : String(file.source));
  return Object.fromEntries(
    files.map((file) => [file.type === 'chunk' ? file.name : file.names[0], textOf(file)]),
  );
}

it('leaves styles that only code loaded later uses out of the pages', async () => {
  const styles = stylesOf(await build('prerender'));
  expect(styles).toContain('.box-in-page');
  expect(styles).not.toContain('title-in-page');
});

it('applies such styles when that code runs, with the classes that it uses', async () => {
  const files = await build('prerender', 'client');
  expect(files.dialog).toMatch(/addStyle\([`"']@layer ui\s?\{\s?\.title-in-page/);
  expect(files.dialog).toMatch(/title: ?[`"']title-in-page[`"']/);
  expect(files.dialog).not.toContain('box-in-page{');
  expect(files.island).not.toContain('addStyle(');
  expect(stylesOf(files)).not.toContain('title-in-page');
});

it('fails when the pages have not been built before the code for browsers', async () => {
  await expect(build('client')).rejects.toThrow('The pages must be built before the code for browsers.');
});
