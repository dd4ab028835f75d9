import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED } from '#scripts/lint/words.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { LINT_CHECKS } from '#scripts/testing/checks.ts';

const CONFIGURATION = ['.gitignore', 'biome.json', 'knip.json', '.dependency-cruiser.mjs', 'tsconfig.json'];

const LOCKFILE = JSON.stringify({
  packages: {
    '': { name: 'planted' },
    'node_modules/vitest': {
      version: '5.1.0',
      resolved: 'https://registry.npmjs.org/vitest/-/vitest-5.1.0.tgz',
      integrity: 'sha512-AAAA',
    },
  },
});

/** A small project that obeys every rule; each case plants one violation in it. */
const CLEAN: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(
    {
      name: 'planted',
      type: 'module',
      imports: {
        '#lib/*': './src/lib/*',
        '#islands/*': './src/islands/*',
        '#api/*': './api/*',
        '#tests/*': './tests/*',
      },
      scripts: { build: 'astro build' },
      dependencies: { astro: '7' },
      devDependencies: { vitest: '5' },
    },
    null,
    2,
  )}\n`,
  'package-lock.json': LOCKFILE,
  'src/lib/schemas/post.ts': '/** A post. */\nexport const PostSchema = 1;\n',
  'src/lib/domain/karma.ts':
    "import { PostSchema } from '#lib/schemas/post.ts';\n\n/** Karma. */\nexport const karma = PostSchema;\n",
  'src/lib/hubs/post-hub.ts':
    "import { karma } from '#lib/domain/karma.ts';\n\n/** Hub. */\nexport const postHub = karma;\n",
  'src/lib/stores/posts/feed.ts':
    "import { postHub } from '#lib/hubs/post-hub.ts';\n\n/** Feed. */\nexport const $feed = postHub;\n",
  'src/islands/ui/Badge.tsx': 'export function Badge() {\n  return <b>!</b>;\n}\n',
  'src/islands/feed/Feed.tsx': [
    "import { Badge } from '#islands/ui/Badge.tsx';",
    "import { $feed } from '#lib/stores/posts/feed.ts';",
    '',
    'export function Feed() {',
    '  return <Badge>{$feed}</Badge>;',
    '}',
    '',
  ].join('\n'),
  'src/islands/clan/Clan.tsx': 'export function Clan() {\n  return <p>Clan</p>;\n}\n',
  'src/pages/index.astro': [
    '---',
    "import { Clan } from '#islands/clan/Clan.tsx';",
    "import { Feed } from '#islands/feed/Feed.tsx';",
    '---',
    '',
    '<Feed client:frame />',
    '<Clan client:frame />',
    '',
  ].join('\n'),
  'api/main.ts': "import { karma } from '#lib/domain/karma.ts';\n\nprocess.stdout.write(String(karma));\n",
  'scripts/start.ts': "process.stdout.write('tool');\n",
  'tests/unit/karma.test.ts': [
    "import { expect, it } from 'vitest';",
    "import { karma } from '#lib/domain/karma.ts';",
    '',
    "it('adds up', () => {",
    '  expect(karma).toBe(1);',
    '});',
    '',
  ].join('\n'),
};

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
const testOf = (call: string): string => `import { it } from 'vitest';\n\n${call}('adds up', () => {});\n`;
const imports = (specifier: string): string => `import * as planted from '${specifier}';\n\nvoid planted;\n`;

interface Planted {
  rule: string;
  check: string;
  file: string;
  text: string;
  says: string;
}

const RULES = 'format and rules';
const DIRECTIONS = 'import directions';

const PLANTED: readonly Planted[] = [
  {
    rule: 'unformatted code',
    check: RULES,
    file: 'api/a.ts',
    text: 'export const  a = "b"\n',
    says: 'format',
  },
  {
    rule: 'a component not in PascalCase',
    check: RULES,
    file: 'src/islands/feed/feed-list.tsx',
    text: 'export {};\n',
    says: 'useFilenamingConvention',
  },
  {
    rule: 'a module not in kebab-case',
    check: RULES,
    file: 'src/lib/domain/PostRules.ts',
    text: 'export {};\n',
    says: 'useFilenamingConvention',
  },
  {
    rule: 'an island of more than 150 lines',
    check: RULES,
    file: 'src/islands/feed/Long.tsx',
    text: lines(151, 'void 0;'),
    says: 'noExcessiveLinesPerFile',
  },
  {
    rule: 'a file of more than 300 lines',
    check: RULES,
    file: 'api/long.ts',
    text: lines(301, 'void 0;'),
    says: 'noExcessiveLinesPerFile',
  },
  {
    rule: 'a function of more than 60 lines',
    check: RULES,
    file: 'api/long.ts',
    text: `export function long(list: string[]): void {\n${lines(61, "  list.push('a');")}}\n`,
    says: 'noExcessiveLinesPerFunction',
  },
  {
    rule: 'a function too branched to follow',
    check: RULES,
    file: 'api/branched.ts',
    text: `export function branched(a: number): void {\n  ${'if (a) { '.repeat(6)}a${' }'.repeat(6)}\n}\n`,
    says: 'noExcessiveCognitiveComplexity',
  },
  {
    rule: 'a focused test',
    check: RULES,
    file: 'tests/unit/only.test.ts',
    text: testOf('it.only'),
    says: 'noFocusedTests',
  },
  {
    rule: 'a skipped test',
    check: RULES,
    file: 'tests/unit/skip.test.ts',
    text: testOf('it.skip'),
    says: 'noSkippedTests',
  },
  {
    rule: 'a message on the console of the site',
    check: RULES,
    file: 'src/lib/stores/log.ts',
    text: "console.log('a');\n",
    says: 'noConsole',
  },
  {
    rule: 'a request in an island',
    check: RULES,
    file: 'src/islands/feed/Ask.tsx',
    text: "void fetch('/');\n",
    says: 'noRestrictedGlobals',
  },
  {
    rule: 'a request outside lib/runtime.ts',
    check: RULES,
    file: 'src/lib/stores/ask.ts',
    text: "void fetch('/');\n",
    says: 'noRestrictedGlobals',
  },
  {
    rule: 'zod without its configuration',
    check: RULES,
    file: 'src/lib/schemas/raw.ts',
    text: imports('zod/mini'),
    says: 'noRestrictedImports',
  },
  {
    rule: 'the API imported by a page',
    check: RULES,
    file: 'src/pages/raw.astro',
    text: "---\nimport { main } from '#api/main.ts';\n---\n\n{main}\n",
    says: 'noRestrictedImports',
  },
  {
    rule: 'a hub imported by an island',
    check: RULES,
    file: 'src/islands/feed/Hub.tsx',
    text: imports('#lib/hubs/post-hub.ts'),
    says: 'noRestrictedImports',
  },
  {
    rule: 'a file that nothing uses',
    check: 'dead code and dependencies',
    file: 'src/lib/domain/unused.ts',
    text: 'export {};\n',
    says: 'Unused files',
  },
  {
    rule: 'an export without a doc comment',
    check: 'doc comments',
    file: 'api/bare.ts',
    text: 'export const bare = 1;\n',
    says: 'api/bare.ts:1 bare',
  },
  {
    rule: 'a refused word',
    check: 'plain words',
    file: 'api/words.ts',
    text: `// ${Object.keys(REFUSED)[0]}\n`,
    says: 'api/words.ts:1',
  },
  {
    rule: 'a comment that opens with "What"',
    check: 'plain words',
    file: 'api/words.ts',
    text: '/**\n * What it does.\n */\n',
    says: 'api/words.ts:1',
  },
  {
    rule: 'an undefined custom property',
    check: 'custom properties',
    file: 'src/islands/feed/Feed.module.css',
    text: '.feed {\n  gap: var(--unknown);\n}\n',
    says: 'src/islands/feed/Feed.module.css:2 var(--unknown)',
  },
  {
    rule: 'a package without a hash',
    check: 'hashes of packages',
    file: 'package-lock.json',
    text: LOCKFILE.replace(/"integrity":"[^"]*"/, '"dev":true'),
    says: 'package-lock.json: vitest@5.1.0 has no sha512 hash',
  },
  {
    rule: 'a package from another registry',
    check: 'hashes of packages',
    file: 'package-lock.json',
    text: LOCKFILE.replace('registry.npmjs.org', 'registry.example'),
    says: 'package-lock.json: vitest@5.1.0 has no address',
  },
];

/** Imports against the order of the folders: the rule, the importing file and what it imports. */
const WRONG_DIRECTIONS = [
  ['schemas-import-nothing-above', 'src/lib/schemas/up.ts', '#lib/domain/karma.ts'],
  ['domain-imports-nothing-above', 'src/lib/domain/up.ts', '#lib/stores/posts/feed.ts'],
  ['calls-and-hubs-import-nothing-above', 'src/lib/hubs/up.ts', '../stores/posts/feed.ts'],
  ['lib-imports-no-view', 'src/lib/stores/up.ts', '#islands/ui/Badge.tsx'],
  ['core-stores-import-no-feature', 'src/lib/stores/core/up.ts', '#lib/stores/posts/feed.ts'],
  ['views-call-stores', 'src/islands/feed/Hub.tsx', '../../lib/hubs/post-hub.ts'],
  ['screens-keep-to-themselves', 'src/islands/clan/Borrowed.tsx', '#islands/feed/Feed.tsx'],
  ['ui-has-props-only', 'src/islands/ui/Reader.tsx', '#lib/stores/posts/feed.ts'],
  ['site-not-to-api', 'src/lib/domain/server.ts', '../../../api/main.ts'],
  ['api-shares-only-the-contract', 'api/store.ts', '#lib/stores/posts/feed.ts'],
  ['production-not-to-tests', 'api/test.ts', '../tests/unit/karma.test.ts'],
  ['no-cycles', 'src/lib/domain/circle.ts', './circle.ts'],
] as const;

/** Imports that break the order of `api/`: the rule, the importing file and the imported one. */
const WRONG_IMPORTS = [
  ['api-base-imports-nothing-above', 'api/base/waiting.ts', 'api/config/port.ts'],
  ['api-config-imports-nothing-above', 'api/config/limits.ts', 'api/db/table.ts'],
  ['api-libraries-imports-nothing-above', 'api/http/answer.ts', 'api/model/posts/read.ts'],
  ['api-model-imports-nothing-above', 'api/model/players/seen.ts', 'api/publisher/ask.ts'],
  ['api-services-imports-nothing-above', 'api/discord/text.ts', 'api/calls/previews/card.ts'],
  ['api-entry-points-imports-nothing-above', 'api/hubs/post.ts', 'api/app/start.ts'],
  ['api-db-beside', 'api/db/rows.ts', 'api/files/store.ts'],
  ['api-hubs-beside', 'api/hubs/live.ts', 'api/calls/posts/change.ts'],
  ['model-players', 'api/model/players/row.ts', 'api/model/posts/row.ts'],
  ['model-posts', 'api/model/posts/write.ts', 'api/model/moderation.ts'],
  ['calls-keep-to-themselves', 'api/calls/posts/routes.ts', 'api/calls/clans.ts'],
  ['calls-core-knows-no-resource', 'api/calls/core/route.ts', 'api/calls/feeds/atom.ts'],
  ['commands-keep-to-themselves', 'api/commands/role/main.ts', 'api/commands/person/find.ts'],
  ['model-knows-no-request', 'api/model/posts/list.ts', 'api/http/paging.ts'],
] as const;

let project: string;

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(project, file)), { recursive: true });
  await writeFile(path.join(project, file), text);
}

async function runCheck(name: string): Promise<{ code: number; output: string }> {
  const check = LINT_CHECKS.find((candidate) => candidate.name === name);
  if (!check) throw new Error(`There is no check "${name}".`);
  return check.run(project);
}

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'planted-'));
  for (const file of CONFIGURATION) await cp(path.join(ROOT, file), path.join(project, file));
  await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
  for (const [file, text] of Object.entries(CLEAN)) await write(file, text);
});

afterAll(() => rm(project, { recursive: true }));

describe('lint', () => {
  it.each(LINT_CHECKS.map(({ name }) => name))('passes "%s" on code that obeys the rules', async (name) => {
    const { code, output } = await runCheck(name);
    expect(code, output).toBe(0);
  });

  it.each(PLANTED)('fails on $rule', async ({ check, file, text, says }) => {
    await writeFile(path.join(project, file), text);
    try {
      const { code, output } = await runCheck(check);
      expect(output).toContain(says);
      expect(code).not.toBe(0);
    } finally {
      const clean = CLEAN[file];
      if (clean === undefined) await rm(path.join(project, file));
      else await writeFile(path.join(project, file), clean);
    }
  });

  it('fails on every import against the order of the folders', async () => {
    try {
      for (const [, file, imported] of WRONG_DIRECTIONS) await write(file, imports(imported));
      const { code, output } = await runCheck(DIRECTIONS);
      for (const [rule, file] of WRONG_DIRECTIONS) expect(output).toContain(`${rule}: ${file} → `);
      expect(code).not.toBe(0);
    } finally {
      for (const [, file] of WRONG_DIRECTIONS) await rm(path.join(project, file));
    }
  });

  it('fails on every import against the order of the API, and on a folder without a level', async () => {
    try {
      for (const [, file, imported] of WRONG_IMPORTS) {
        await write(imported, 'export {};\n');
        await write(file, imports(`#${imported}`));
      }
      await write('api/misc/helper.ts', imports('#lib/schemas/post.ts'));
      await write('api/plain/helper.ts', 'export {};\n');
      await write('api/base/plain.ts', imports('#api/plain/helper.ts'));
      const { code, output } = await runCheck(DIRECTIONS);
      for (const [rule, file, imported] of WRONG_IMPORTS)
        expect(output).toContain(`${rule}: ${file} → ${imported}`);
      expect(output).toContain('api-folders-have-a-level: api/misc/helper.ts');
      expect(output).toContain('api-folders-are-imported-by-level: api/base/plain.ts → api/plain/helper.ts');
      expect(code).not.toBe(0);
    } finally {
      await rm(path.join(project, 'api'), { recursive: true });
    }
  });
});
