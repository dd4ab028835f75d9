/** The parts of `npm test` that pass or fail as a whole: types, lint, the guides, and packages of the suites. */
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { type Counts, runPart } from '#scripts/testing/part-result.ts';

/** One tool run: passes when it ends with code 0. */
export interface Check {
  name: string;
  /** Runs in the project's folder, or in a copy of it. */
  run: (root?: string) => Promise<{ code: number; output: string }>;
}

function tool(name: string, command: string, variables: NodeJS.ProcessEnv = {}): Check {
  const [script = '', ...args] = command.split(' ');
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...variables };
  return {
    name,
    run: (cwd = ROOT) => run(process.execPath, [path.join(ROOT, script), ...args], { cwd, env }),
  };
}

/** Types: TypeScript's native compiler for modules, as Node resolves them, and Astro's check for its files. */
export const TYPE_CHECKS: readonly Check[] = [
  tool('types of modules', 'node_modules/typescript-native/bin/tsc -p scripts/lint/tsconfig.modules.json'),
  tool(
    'types of Astro’s files',
    'node_modules/astro/bin/astro.mjs check --tsconfig src/tsconfig.astro.json --minimumFailingSeverity warning',
  ),
];

/** Lint: format and rules, import directions, dead code, doc comments. */
export const LINT_CHECKS: readonly Check[] = [
  tool('format and rules', 'node_modules/@biomejs/biome/bin/biome ci --error-on-warnings --colors=off'),
  tool(
    'import directions',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs --config scripts/lint/dependency-cruiser.mjs --output-type err-long src packages api scripts tests',
  ),
  tool(
    'dead code and dependencies',
    'node_modules/knip/bin/knip.js --config scripts/lint/knip.json --no-progress --no-config-hints',
  ),
  tool('doc comments', 'scripts/lint/docstrings.ts'),
];

/** The guides, followed in a copy of the project. */
export const RECIPES_CHECK: Check = tool('the guides, followed in a copy', 'scripts/test-recipes.ts');

/** Acts of users in the browser. The limit is generous, so that a busy machine passes. */
export const ACTS_CHECK: Check = tool('acts of users', 'scripts/bench/main.ts acts', {
  BENCH_LIMIT_MS: '200',
});

/** Installs Debian's packages of the parts, in a program that waits for apt-get. */
export const packagesCheck = (parts: Iterable<string>): Check =>
  tool('packages of the tests', ['scripts/testing/debian-packages.ts', ...parts].join(' '));

/** Runs the checks, as many at a time as there are `workers`, and prints each result as it comes. */
export async function runChecks(checks: readonly Check[], workers: number): Promise<Counts[]> {
  const waiting = [...checks];
  const results: Counts[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { name, run: runCheck } = check;
      const result = runPart(name, async () => {
        const { code, output } = await runCheck();
        return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
      });
      results.push(await result);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}
