import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';
import { LINT_CHECKS } from '#scripts/testing/checks.ts';

const CONFIGURATION = [
  '.gitignore',
  'biome.json',
  'scripts/lint/dependency-cruiser.mjs',
  'package.json',
  'tsconfig.json',
];

const imports = (specifier: string): string => `import * as planted from '${specifier}';\n\nvoid planted;\n`;

/** One violation for each tool, in a project of nothing else. */
const PLANTED: Readonly<Record<string, string>> = {
  'src/lib/domain/karma.ts': 'export const karma = 1;\n',
  'src/lib/schemas/up.ts': imports('#lib/domain/karma.ts'),
  'src/lib/domain/circle.ts': imports('./circle.ts'),
  'src/pages/raw.astro': "---\nimport { main } from '#api/main.ts';\n---\n\n{main}\n",
  'packages/ships/src/house.ts': imports('#lib/domain/karma.ts'),
  'api/main.ts': `/** Main. */\n// ${'long'.repeat(40)}\nexport const main = 1;\n`,
  'scripts/start.ts': "process.stdout.write('tool');\n",
  'tests/unit/karma.test.ts': 'export {};\n',
};

let project: string;

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'planted-'));
  for (const file of CONFIGURATION) await cp(path.join(ROOT, file), path.join(project, file));
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
  for (const [file, text] of Object.entries(PLANTED)) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  }
});
afterAll(() => rm(project, { recursive: true }));

it.each([
  [
    'import directions',
    [
      'schemas-import-nothing-above: src/lib/schemas/up.ts → src/lib/domain/karma.ts',
      'no-cycles: src/lib/domain/circle.ts',
      'packages-stand-alone: packages/ships/src/house.ts → src/lib/domain/karma.ts',
    ],
  ],
  ['format and rules', ['src/pages/raw.astro', 'noRestrictedImports']],
  ['doc comments', ['src/lib/domain/karma.ts:1 karma', 'api/main.ts:2 is a comment']],
])('the check of %s refuses a planted violation', async (name, violations) => {
  const check = LINT_CHECKS.find((candidate) => candidate.name === name);
  const { code, output } = (await check?.run(project)) ?? { code: 0, output: 'no such check' };
  for (const violation of violations) expect(output).toContain(violation);
  expect(code).not.toBe(0);
});
