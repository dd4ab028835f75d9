/**
 * `npm test`: builds the site, then the main job and the core screens in the browser, next to types, lint, and unit and
 * integration tests. The heavier suites are separate commands, such as `npm run test:programs`. Every part runs even when
 * another one failed. The last line is the sum: `N passed, N failed`.
 *
 * `--all` runs the heavier suites, too. `--only=types,lint` runs some parts. `--changed` runs what the changes since the last
 * commit can break, heavier suites included; `--changed=main` since the branch left main.
 */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import {
  browserSpecsFor,
  changedFiles,
  needsContentTests,
  needsProgramTests,
} from '#scripts/testing/changed-files.ts';
import {
  type Check,
  LINT_CHECKS,
  packagesCheck,
  RECIPES_CHECK,
  runChecks,
  TYPE_CHECKS,
} from '#scripts/testing/checks.ts';
import { WEB_SERVERS } from '#scripts/testing/deploy/web-servers.ts';
import { type Counts, printSum } from '#scripts/testing/part-result.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import {
  type Output,
  runBrowserTests,
  runDeployTests,
  runEngineTests,
  runFormerTests,
  runImageTests,
  runMainJob,
  runVitest,
  type VitestSuite,
} from '#scripts/testing/test-tools.ts';

/** Parts of `npm test`, and the heavier suites. */
const QUICK = ['main-job', 'types', 'lint', 'unit', 'browser'];
const HEAVY = ['api', 'screens', 'programs', 'engines', 'deploy', 'scale', 'recipes'];
const CORES = os.availableParallelism();

const UNIT: VitestSuite = {
  name: 'unit and integration tests',
  projects: ['pure', 'unit', 'islands', 'api', 'tooling'],
  report: 'unit.json',
};
const CONTENT: VitestSuite = {
  name: 'tests of the static content',
  projects: ['unit', 'pure'],
  report: 'content.json',
};
const API: VitestSuite = {
  name: 'API on PostgreSQL, under attack and with much data',
  projects: ['api-postgres', 'api-heavy'],
  report: 'api.json',
};
const PROGRAMS: VitestSuite = {
  name: 'tests of the programs',
  projects: ['programs'],
  report: 'programs.json',
};

const SCALE: VitestSuite = {
  name: 'several processes with PgBouncer, Redis and S3',
  projects: ['scale'],
  report: 'scale.json',
};

/** Patterns of Playwright for the specs of the two browser parts. */
const CORE_SPECS = ['/e2e/[^/]+.spec.ts'];
const SCREEN_SPECS = ['/e2e/screens/'];

interface Selection {
  parts: ReadonlySet<string>;
  /** With `--changed`: the commit to compare with. */
  changedSince?: string;
  /** Browser specs to run, as patterns of Playwright. */
  specs: readonly string[];
}

async function selectChanged(changedSince: string): Promise<Selection> {
  const files = await changedFiles(changedSince);
  const specs = browserSpecsFor(files);
  const parts = new Set(['types', 'lint', 'unit', 'api']);
  if (needsContentTests(files)) parts.add('content');
  if (needsProgramTests(files)) parts.add('programs');
  if (specs === 'all') {
    for (const part of ['main-job', 'browser', 'screens']) parts.add(part);
    return { parts, changedSince, specs: CORE_SPECS };
  }
  if (specs.includes('main-job')) parts.add('main-job');
  const others = specs.filter((name) => name !== 'main-job');
  if (others.length > 0) parts.add('browser');
  return { parts, changedSince, specs: others.map((name) => `/${name}.spec.ts`) };
}

async function readSelection(options: readonly string[]): Promise<Selection> {
  if (options.length === 0) return { parts: new Set(QUICK), specs: CORE_SPECS };
  // One run of the browser has the specs of two parts.
  if (options.join() === '--all')
    return {
      parts: new Set([...QUICK, ...HEAVY].filter((part) => part !== 'screens')),
      specs: [...CORE_SPECS, ...SCREEN_SPECS],
    };
  const [, name, value] = /^--(only|changed)(?:=(\S+))?$/.exec(options.join(' ')) ?? [];
  if (name === 'changed') return selectChanged(value ?? 'HEAD');
  const parts = value?.split(',') ?? [];
  const all = [...QUICK, ...HEAVY];
  if (parts.length > 0 && parts.every((part) => all.includes(part)))
    return { parts: new Set(parts), specs: CORE_SPECS };
  throw new PlainFailure(`Usage: npm test [-- --all | --only=${all.join(',')} | --changed | --changed=main]`);
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

type Part = (output: Output) => Promise<Counts[]>;
type PartTable = Readonly<Record<string, Part>>;

async function runDeployments(site: TestSite, output: Output): Promise<Counts[]> {
  const results: Counts[] = [];
  for (const server of WEB_SERVERS) results.push(await runDeployTests(site, server, output));
  return results;
}

/**
 * Parts that use the ports of the test site, which are baked into its build: one at a time. Those that wait most come first,
 * because the other parts end before these.
 */
const siteParts = (site: TestSite, specs: readonly string[]): PartTable => ({
  'main-job': async (output) => [await runMainJob(site, output)],
  programs: async (output) => [await runVitest(PROGRAMS, { site, output })],
  engines: async (output) => [await runEngineTests(site, output)],
  deploy: (output) => runDeployments(site, output),
  browser: async (output) => [await runBrowserTests(site, 'browser tests', specs, output)],
  screens: async (output) => [
    await runBrowserTests(site, 'browser tests of every screen', SCREEN_SPECS, output),
  ],
});

const otherParts = (changedSince: string | undefined): PartTable => ({
  types: () => runChecks(TYPE_CHECKS, CORES),
  lint: () => runChecks(LINT_CHECKS, CORES),
  unit: async (output) => [await runVitest(UNIT, { changedSince, output })],
  content: async (output) => [await runVitest(CONTENT, { files: ['tests/unit/content/'], output })],
  api: async (output) => [await runVitest(API, { changedSince, output })],
  scale: async (output) => [await runVitest(SCALE, { output })],
  deploy: async (output) => [...(await runFormerTests(output)), ...(await runImageTests(output))],
  recipes: () => runChecks([RECIPES_CHECK], CORES),
});

const inOrder = (tables: PartTable, parts: ReadonlySet<string>): [string, Part][] =>
  Object.entries(tables).filter(([name]) => parts.has(name));

/**
 * Runs the parts on the test site next to the others, because each waits at times: for a program to start, or for its slowest
 * file. Two tools would mix their output, so it is printed after a part that failed.
 */
async function runParts(site: TestSite, { parts, specs, changedSince }: Selection): Promise<Counts[]> {
  const onSite = inOrder(siteParts(site, specs), parts);
  const others = inOrder(otherParts(changedSince), parts);
  const output = onSite.length > 0 && others.length > 0 ? 'pipe' : 'inherit';
  const packages = runChecks(HEAVY.some((part) => parts.has(part)) ? [packagesCheck(parts)] : [], 1);
  const preparations = runChecks(onSite.length > 0 ? [buildCheck(site), seedCheck] : [], CORES);
  const results: Counts[] = [];
  const work = async (...lists: [string, Part][][]): Promise<void> => {
    for (const list of lists)
      for (let next = list.shift(); next; next = list.shift()) {
        const [name, part] = next;
        if (HEAVY.includes(name)) await packages;
        results.push(...(await part(output)));
      }
  };
  await Promise.all([preparations.then(() => work(onSite, others)), work(others)]);
  return [...(await packages), ...(await preparations), ...results];
}

/** Programs that tests start compile their modules once: a start of the API takes a third less processor time. */
const COMPILED = path.join(ROOT, '.cache/compiled');

async function cleanUp(): Promise<void> {
  console.error('Interrupted: the results below are incomplete.');
  await stopAll();
}

await runScript(
  async () => {
    const selection = await readSelection(process.argv.slice(2));
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
