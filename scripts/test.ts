/**
 * The three test commands. Every part runs even when another one failed, and the last line is the sum: `N passed, N failed`.
 *
 * - `npm test`: the gate. Builds the site, then types, lint, unit, island and API tests next to the browser tests.
 * - `npm run test:services`: every real component once. Installs PostgreSQL, Redis, Firefox and the like as root.
 * - `npm run test:release`: everything else at full width.
 *
 * `-- --only=types,lint` runs some parts of a command. `npm test -- --changed` runs types, the tests of the packages, and unit
 * and island tests as far as the changes since the last commit can break them, `--changed=main` since the branch left main;
 * with `--only=api` or `--only=browser` those parts.
 */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import {
  ACTS_CHECK,
  type Check,
  LINT_CHECKS,
  packagesCheck,
  RECIPES_CHECK,
  runChecks,
  TYPE_CHECKS,
} from '#scripts/testing/checks.ts';
import { type Counts, printSum } from '#scripts/testing/part-result.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import {
  runBrowserTests,
  runEngineTests,
  runFormerTests,
  runImageTests,
  runVitest,
  type Surroundings,
} from '#scripts/testing/test-tools.ts';

const CORES = os.availableParallelism();

type Part = (surroundings: Surroundings) => Promise<Counts | Counts[]>;

const vitest =
  (name: string, ...projects: string[]): Part =>
  (surroundings) =>
    runVitest(name, projects, surroundings);

const checks =
  (list: readonly Check[]): Part =>
  () =>
    runChecks(list, CORES);

interface Command {
  /** Parts on the test site, whose ports are baked into its build: one at a time. */
  onSite: Readonly<Record<string, Part>>;
  /** The other parts, which run next to them. Those that wait most come last. */
  others: Readonly<Record<string, Part>>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  gate: {
    onSite: {
      browser: async (surroundings) => [
        // It restarts everything, so it has a run to itself.
        await runBrowserTests('main job in the browser', 'main-job', surroundings),
        await runBrowserTests('browser tests', '/e2e/[^/]+.spec.ts', surroundings),
      ],
    },
    others: {
      types: checks(TYPE_CHECKS),
      lint: checks(LINT_CHECKS),
      packages: ({ site, output }) => runVitest('tests of the packages', ['packages'], { site, output }),
      unit: vitest('unit and island tests', 'pure', 'unit', 'islands', 'tooling'),
      api: vitest('API tests', 'api'),
    },
  },
  services: {
    onSite: {
      engines: (surroundings) =>
        runEngineTests(['main-job', 'dialogs', 'scroll-places', 'battle-player'], surroundings),
    },
    others: {
      database: vitest('PostgreSQL', 'services-database'),
      processes: vitest('two processes with Redis and S3', 'services-processes'),
      production: vitest('production behind a proxy', 'services-production'),
    },
  },
  release: {
    onSite: {
      screens: (surroundings) =>
        runBrowserTests('browser tests of every screen', '/e2e/screens/', surroundings),
      programs: vitest('tests of the programs', 'programs'),
      acts: checks([ACTS_CHECK]),
      engines: (surroundings) => runEngineTests([], surroundings),
    },
    others: {
      api: vitest('API on PostgreSQL, under attack and with much data', 'api-postgres', 'api-heavy'),
      former: runFormerTests,
      image: runImageTests,
      scale: vitest('several processes with Redis and S3', 'scale'),
      translated: vitest('island tests on translated pages', 'islands-translated'),
      recipes: checks([RECIPES_CHECK]),
    },
  },
};

/** The parts that `--changed` runs: the others would take longer than the change is worth. */
const QUICK = ['types', 'packages', 'unit'];

interface Selection {
  command: Command;
  parts: readonly string[];
  changedSince: string | undefined;
}

function readSelection([name = 'gate', ...options]: readonly string[]): Selection {
  const command = COMMANDS[name];
  if (command === undefined) throw new PlainFailure(`Usage: test.ts ${Object.keys(COMMANDS).join(' | ')}`);
  const all = [...Object.keys(command.onSite), ...Object.keys(command.others)];
  const usage = `Usage: npm ${name === 'gate' ? 'test' : `run test:${name}`} [-- --only=${all.join(',')}]${name === 'gate' ? ' [--changed | --changed=main]' : ''}`;
  const args = options.map((option) => (option === '--changed' ? '--changed=HEAD' : option));
  try {
    const { values } = parseArgs({
      args,
      options: { only: { type: 'string' }, changed: { type: 'string' } },
    });
    const parts = values.only?.split(',') ?? (values.changed === undefined ? all : QUICK);
    if (parts.every((part) => all.includes(part))) return { command, parts, changedSince: values.changed };
  } catch {
    // Answered below.
  }
  throw new PlainFailure(usage);
}

const buildCheck = (site: TestSite): Check => ({
  name: 'build of the four regions',
  run: async () => {
    await buildSiteIfStale(site.distDir, testSiteEnvironment(site));
    return { code: 0, output: '' };
  },
});

const seedCheck: Check = {
  name: 'seeded data for the tests',
  run: async () => ({ code: 0, output: await ensureSeededData() }),
};

/**
 * Runs the parts on the test site next to the others, because each waits at times: for a program to start, or for its slowest
 * file. Two tools would mix their output, so it is printed after a part that failed.
 */
async function runParts(site: TestSite, { command, parts, changedSince }: Selection): Promise<Counts[]> {
  const chosen = (table: Readonly<Record<string, Part>>): Part[] =>
    Object.entries(table).flatMap(([name, part]) => (parts.includes(name) ? [part] : []));
  const onSite = chosen(command.onSite);
  const others = chosen(command.others);
  const output = onSite.length > 0 && others.length > 0 ? 'pipe' : 'inherit';
  const surroundings: Surroundings = { site, output, changedSince };
  const results = command === COMMANDS.gate ? [] : await runChecks([packagesCheck(parts)], 1);
  const preparations = runChecks(onSite.length > 0 ? [buildCheck(site), seedCheck] : [], CORES);
  const work = async (...lists: Part[][]): Promise<void> => {
    for (const list of lists)
      for (let part = list.shift(); part; part = list.shift())
        results.push(...[await part(surroundings)].flat());
  };
  await Promise.all([preparations.then(() => work(onSite, others)), work(others)]);
  return [...(await preparations), ...results];
}

/** Programs that tests start compile their modules once: a start of the API takes a third less processor time. */
const COMPILED = path.join(ROOT, '.cache/compiled');

async function cleanUp(): Promise<void> {
  console.error('Interrupted: the results below are incomplete.');
  await stopAll();
}

await runScript(
  async () => {
    const selection = readSelection(process.argv.slice(2));
    await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
    process.env.NODE_COMPILE_CACHE ??= COMPILED;
    const site = await claimTestSite();
    try {
      printSum(await runParts(site, selection));
    } finally {
      await site.release();
    }
  },
  { cleanUp },
);
