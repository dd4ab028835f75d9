/**
 * `npm test`: builds the site, then the main job next to types and lint, unit and integration tests, and the core
 * screens in the browser. The heavier suites are separate commands, such as `npm run test:programs`. Every part runs even
 * when an earlier one failed. The last line is the sum: `N passed, N failed`.
 *
 * `--only=types,lint` runs some parts. `--changed` runs what the changes since the last commit can break, heavier suites
 * included; `--changed=main` since the branch left main.
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
import { type Check, LINT_CHECKS, runChecks, TYPE_CHECKS } from '#scripts/testing/checks.ts';
import { ensurePackages } from '#scripts/testing/debian-packages.ts';
import { ensureWebServers, WEB_SERVERS } from '#scripts/testing/deploy/web-servers.ts';
import { ensureEngines } from '#scripts/testing/engines/packages.ts';
import { type Counts, printSum } from '#scripts/testing/part-result.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { ensureScaleServers } from '#scripts/testing/scale-servers.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import {
  runBrowserTests,
  runDeployTests,
  runEngineTests,
  runMainJob,
  runVitest,
  type VitestSuite,
} from '#scripts/testing/test-tools.ts';

/** Parts of `npm test`, and the heavier suites. */
const QUICK = ['main-job', 'types', 'lint', 'unit', 'browser'];
const HEAVY = ['api', 'screens', 'programs', 'engines', 'deploy', 'scale'];
const NEED_SITE = ['main-job', 'browser', 'screens', 'engines', 'deploy'];
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
  const [, name, value] = /^--(only|changed)(?:=(\S+))?$/.exec(options.join(' ')) ?? [];
  if (name === 'changed') return selectChanged(value ?? 'HEAD');
  const parts = value?.split(',') ?? [];
  const all = [...QUICK, ...HEAVY];
  if (parts.length > 0 && parts.every((part) => all.includes(part)))
    return { parts: new Set(parts), specs: CORE_SPECS };
  throw new PlainFailure(`Usage: npm test [-- --only=${all.join(',')} | --changed | --changed=main]`);
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

async function runParts(site: TestSite, { parts, specs, changedSince }: Selection): Promise<Counts[]> {
  const preparations = NEED_SITE.some((part) => parts.has(part)) ? [buildCheck(site), seedCheck] : [];
  const results = await runChecks(preparations, CORES);
  // The main job comes first and mostly waits for its three browsers, so the checks run next to it.
  const checks = [...(parts.has('types') ? TYPE_CHECKS : []), ...(parts.has('lint') ? LINT_CHECKS : [])];
  const mainJob = parts.has('main-job') ? [runMainJob(site)] : [];
  const [jobs, checked] = await Promise.all([Promise.all(mainJob), runChecks(checks, CORES)]);
  results.push(...jobs, ...checked);
  const suites = {
    unit: () => runVitest(UNIT, { changedSince }),
    content: () => runVitest(CONTENT, { files: ['tests/unit/content/'] }),
    api: () => runVitest(API, { changedSince }),
    programs: () => runVitest(PROGRAMS, { site }),
    scale: () => runVitest(SCALE, {}),
    browser: () => runBrowserTests(site, 'browser tests', specs),
    screens: () => runBrowserTests(site, 'browser tests of every screen', SCREEN_SPECS),
    engines: () => runEngineTests(site),
  };
  for (const [part, run] of Object.entries(suites)) if (parts.has(part)) results.push(await run());
  // One after the other: the addresses of a build are baked into it.
  if (parts.has('deploy')) for (const server of WEB_SERVERS) results.push(await runDeployTests(site, server));
  return results;
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
    if (selection.parts.has('api') || selection.parts.has('scale')) ensurePostgres();
    if (selection.parts.has('scale')) ensureScaleServers();
    if (selection.parts.has('programs')) ensurePackages('The program tests', { ffmpeg: ['/usr/bin/ffmpeg'] });
    if (selection.parts.has('engines')) ensureEngines();
    if (selection.parts.has('deploy')) ensureWebServers();
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
