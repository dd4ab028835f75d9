/**
 * `npm test`: builds the site, then the main job next to types and lint, unit and integration tests, browser tests. Every
 * part runs even when an earlier one failed. The last line is the sum: `N passed, N failed`.
 *
 * `--only=types,lint,unit,browser` runs some parts. `--changed` runs what the changes since the last commit can break,
 * `--changed=main` since the branch left main.
 */
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, stopAll } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { browserSpecsFor, changedFiles, needsProgramTests } from '#scripts/testing/changed-files.ts';
import { type Check, LINT_CHECKS, runChecks, TYPE_CHECKS } from '#scripts/testing/checks.ts';
import { type Counts, printSum } from '#scripts/testing/part-result.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { ensureSeededData } from '#scripts/testing/seeded-data.ts';
import { claimTestSite, type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';
import { runMainJob, runProgramTests, runScreens, runUnitTests } from '#scripts/testing/test-tools.ts';

const PARTS: readonly string[] = ['types', 'lint', 'unit', 'browser'];
const CORES = os.availableParallelism();

interface Selection {
  parts: ReadonlySet<string>;
  /** With `--changed`: the commit to compare with. */
  changedSince: string | null;
  specs: readonly string[] | 'all';
  programs: boolean;
}

async function readSelection(options: readonly string[]): Promise<Selection> {
  const everything: Selection = { parts: new Set(PARTS), changedSince: null, specs: 'all', programs: true };
  if (options.length === 0) return everything;
  const [, name, value] = /^--(only|changed)(?:=(\S+))?$/.exec(options.join(' ')) ?? [];
  if (name === 'changed') {
    const changedSince = value ?? 'HEAD';
    const files = await changedFiles(changedSince);
    return { ...everything, changedSince, specs: browserSpecsFor(files), programs: needsProgramTests(files) };
  }
  const parts = value?.split(',') ?? [];
  if (parts.length > 0 && parts.every((part) => PARTS.includes(part)))
    return { ...everything, parts: new Set(parts) };
  throw new PlainFailure(`Usage: npm test [-- --only=${PARTS.join(',')} | --changed | --changed=main]`);
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

async function runParts({ parts, specs, programs, changedSince }: Selection): Promise<Counts[]> {
  const site = parts.has('browser') ? await claimTestSite() : null;
  const checks = [...(parts.has('types') ? TYPE_CHECKS : []), ...(parts.has('lint') ? LINT_CHECKS : [])];
  try {
    const results = site ? await runChecks([buildCheck(site), seedCheck], CORES) : [];
    // The main job comes first and mostly waits for its three browsers, so the checks run next to it.
    const [mainJob, checked] = await Promise.all([site && runMainJob(site), runChecks(checks, CORES)]);
    results.push(...(mainJob ? [mainJob] : []), ...checked);
    if (parts.has('unit')) {
      ensurePostgres();
      const unit = [runUnitTests(changedSince), ...(programs ? [runProgramTests(site)] : [])];
      results.push(...(await Promise.all(unit)));
    }
    if (site && specs.length > 0) results.push(await runScreens(site, specs));
    return results;
  } finally {
    await site?.release();
  }
}

async function cleanUp(): Promise<void> {
  console.error('Interrupted: the results below are incomplete.');
  await stopAll();
}

await runScript(
  async () => {
    const selection = await readSelection(process.argv.slice(2));
    await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
    printSum(await runParts(selection));
  },
  { cleanUp },
);
