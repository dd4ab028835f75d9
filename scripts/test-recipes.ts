/**
 * `npm run test:release -- --only=recipes`: follows `docs/new-call.md` and `docs/new-screen.md` in a copy of the project, then
 * runs types, lint and the new tests there. A comment before a block in those pages says what to do with it: write a `file`,
 * `insert` it before or after the line that begins with a text, `append` it to a file, or `run` it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { type Check, LINT_CHECKS, TYPE_CHECKS } from '#scripts/testing/checks.ts';
import { copyProject } from '#scripts/testing/copy-project.ts';

const PAGES = ['docs/new-call.md', 'docs/new-screen.md'];
const BLOCK = /^<!-- (file|insert|append|run)(?:: (.+?))? -->\n```\w+\n([\s\S]*?)^```$/gm;
/** Existing tests that the recipes extend, or whose pages they generate again. */
const EXISTING_TESTS = [
  'tests/unit/routes.test.ts',
  'tests/api/contract',
  'tests/api/opt-out-surfaces.test.ts',
  'tests/tooling/behaviour.test.ts',
];
// Outside the checkout: tools would take the outer project's settings.
const COPY = mkdtempSync(path.join(os.tmpdir(), 'recipes-'));

/** One block of a page with what to do with it. */
interface Step {
  action: string;
  target: string;
  text: string;
}

const stepsOf = (page: string): Step[] =>
  [...readFileSync(path.join(ROOT, page), 'utf8').matchAll(BLOCK)].map(
    ([, action = '', target = '', text = '']) => ({ action, target, text }),
  );

function insert(target: string, text: string): void {
  const [, file = '', place = '', anchor = ''] = /^(\S+), (before|after): (.+)$/.exec(target) ?? [];
  const lines = readFileSync(path.join(COPY, file), 'utf8').split('\n');
  const index = lines.findIndex((line) => line.startsWith(anchor));
  if (index < 0) throw new Error(`${file} has no line that begins with "${anchor}".`);
  lines.splice(place === 'before' ? index : index + 1, 0, text.replace(/\n$/, ''));
  writeFileSync(path.join(COPY, file), lines.join('\n'));
}

async function mustPass(name: string, { run: runIt }: Pick<Check, 'run'>): Promise<void> {
  const { code, output } = await runIt(COPY);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  console.log(`✓ ${name}`);
}

const program = (...args: string[]): Pick<Check, 'run'> => ({
  run: (cwd) => run(process.execPath, args, { cwd: cwd ?? COPY, env: process.env }),
});

async function follow({ action, target, text }: Step): Promise<void> {
  const file = path.join(COPY, target);
  if (action === 'insert') insert(target, text);
  else if (action === 'run') await runScripts(text);
  else {
    mkdirSync(path.dirname(file), { recursive: true });
    const before = action === 'append' ? readFileSync(file, 'utf8').replace(/\n*$/, '\n') : '';
    writeFileSync(file, before + (before && target.endsWith('.ts') ? '\n' : '') + text);
  }
}

/** Runs `npm run name -- …` as the script itself, because the copy has no packages to check. */
async function runScripts(commands: string): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(path.join(COPY, 'package.json'), 'utf8'));
  for (const command of commands.trim().split('\n')) {
    const [name = '', ...args] = command
      .replace(/^npm run /, '')
      .replace(' --', '')
      .split(' ');
    await mustPass(command, program(...scripts[name].split(' ').slice(2), ...args));
  }
}

await copyProject(COPY);
symlinkSync(path.join(ROOT, 'node_modules'), path.join(COPY, 'node_modules'));

const steps = PAGES.flatMap(stepsOf);
for (const step of steps) await follow(step);
await mustPass('format of the new files', program('node_modules/@biomejs/biome/bin/biome', 'format', '.'));
for (const check of [...TYPE_CHECKS, ...LINT_CHECKS]) await mustPass(check.name, check);
const newTests = steps.flatMap(({ action, target }) =>
  action === 'file' && /\.test\.tsx?$/.test(target) ? [target] : [],
);
await mustPass(
  'the new tests, the permission matrix, the routes and the documentation',
  program('node_modules/vitest/vitest.mjs', 'run', ...newTests, ...EXISTING_TESTS),
);
rmSync(COPY, { recursive: true, force: true });
console.log(`${steps.length} steps of ${PAGES.join(' and ')} followed: 1 passed, 0 failed`);
