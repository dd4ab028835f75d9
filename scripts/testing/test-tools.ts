/** The parts of `npm test` that count single tests: vitest and Playwright. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { type Counts, runPart } from '#scripts/testing/part-result.ts';
import { type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const isForPeople = process.stdout.isTTY;

/** No colours unless a terminal shows them; each tool has its own variable for that, and warns about the other's. */
const PLAIN = {
  vitest: isForPeople ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined },
  playwright: isForPeople ? {} : { FORCE_COLOR: '0', NO_COLOR: undefined },
};

interface Tool {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** File below `.cache/test` into which the tool writes its report. */
  report: string;
  /** Prints nothing unless it fails: for a tool that runs next to another one. */
  quiet?: boolean;
}

const pathOf = (report: string): string => path.join(ROOT, '.cache/test', report);

/** Runs a test tool, by default with its output on the screen, and counts from the report that it writes. */
const runTool = <Report>(
  { name, args, env, report, quiet = false }: Tool,
  count: (report: Report) => Counts & { skipped: number },
): Promise<Counts> =>
  runPart(name, async () => {
    await rm(pathOf(report), { force: true });
    const stdio = quiet ? 'pipe' : 'inherit';
    const { code, output } = await run(process.execPath, args, { env, stdio });
    const text = await readFile(pathOf(report), 'utf8').catch(() => null);
    if (text === null)
      return { passed: 0, failed: 1, output: `${output}${name}: no report was written (code ${code}).` };
    const { passed, failed, skipped } = count(JSON.parse(text) as Report);
    if (skipped > 0) console.log(`${skipped} skipped: what they need is not on this machine.`);
    // An unhandled error fails the run without failing a test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
  });

/** Files that failed before or after their tests: each counts as one failure. */
const brokenFiles = (report: VitestReport): number =>
  report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;

/** A test that is only planned (`todo`) counts as failed, and one that is skipped by a condition is only reported. */
function runVitest(tool: Tool): Promise<Counts> {
  const report = `--outputFile.json=${pathOf(tool.report)}`;
  const options = ['run', '--reporter=dot', '--reporter=json', report, '--allowOnly=false'];
  const args = ['node_modules/vitest/vitest.mjs', ...options, ...tool.args];
  return runTool<VitestReport>({ ...tool, args, env: { ...tool.env, ...PLAIN.vitest } }, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numTodoTests + brokenFiles(found),
    skipped: found.numPendingTests,
  }));
}

/** Unit, store, island and API tests; with `changedSince` only those that import what changed since that commit. */
export function runUnitTests(changedSince: string | null): Promise<Counts> {
  const selection = changedSince === null ? [] : ['--passWithNoTests', `--changed=${changedSince}`];
  const args = ['--project=!tooling', ...selection];
  return runVitest({ name: 'unit and integration tests', args, env: process.env, report: 'unit.json' });
}

/** Tests that start the commands and the API as programs; on the site of the browser tests, where it is built. */
export const runProgramTests = (site: TestSite | null): Promise<Counts> =>
  runVitest({
    name: 'tests of the programs',
    args: ['--project=tooling'],
    env: { ...process.env, ...(site && { TEST_SLOT: String(site.slot) }) },
    report: 'programs.json',
    quiet: true,
  });

/** Playwright's tests against the test site. A flaky or skipped test counts as failed. */
function runPlaywright(site: TestSite, name: string, report: string, args: string[]): Promise<Counts> {
  const file = { PLAYWRIGHT_JSON_OUTPUT_FILE: pathOf(report) };
  const env = { ...testSiteEnvironment(site), ...file, ...PLAIN.playwright };
  const tool = {
    name,
    args: ['node_modules/playwright/cli.js', 'test', '--forbid-only', ...args],
    env,
    report,
  };
  return runTool<PlaywrightReport>(tool, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    skipped: 0,
  }));
}

/** The product's main job. It restarts everything, so it has a run to itself. */
export const runMainJob = (site: TestSite): Promise<Counts> =>
  runPlaywright(site, 'main job in the browser', 'main-job.json', ['--reporter=dot,json', 'main-job']);

/** All other browser tests, or those of the named specs. */
export function runScreens(site: TestSite, specs: readonly string[] | 'all'): Promise<Counts> {
  const files = specs === 'all' ? [] : specs.map((name) => `/${name}.spec.ts`);
  return runPlaywright(site, 'browser tests', 'screens.json', ['--reporter=dot,json', ...files]);
}

/** Browser tests in Firefox and WebKit. */
export function runEngineTests(site: TestSite): Promise<Counts> {
  const args = ['--config=playwright.engines.config.ts', '--reporter=list,json'];
  return runPlaywright(site, 'engine tests', 'engines.json', args);
}
