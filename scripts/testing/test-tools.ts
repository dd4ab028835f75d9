/** The parts of `npm test` that count single tests: vitest and Playwright. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { run, start, trackForExit } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import type { PartResult } from '#scripts/testing/part-result.ts';
import { measured } from '#scripts/testing/part-result.ts';
import type { TestSite } from '#scripts/testing/test-site.ts';
import { testSiteEnvironment } from '#scripts/testing/test-site.ts';

interface Counts {
  passed: number;
  failed: number;
  /** Skipped on purpose, by a condition. */
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Files that failed before or after their tests: each counts as one failure. */
const brokenFiles = (report: VitestReport): number =>
  report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const isForPeople = process.stdout.isTTY;

/** No colours unless a terminal shows them; each tool has its own variable for that, and warns about the other's. */
const PLAIN = {
  vitest: isForPeople ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined },
  playwright: isForPeople ? {} : { FORCE_COLOR: '0', NO_COLOR: undefined },
};

interface Tool<Report> {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Where the tool writes its report. */
  reportFile: string;
  count: (report: Report) => Counts;
  /** Prints nothing unless it fails: for a tool that runs next to another one. */
  quiet?: boolean;
}

/** Runs a test tool, by default with its output on the screen, and counts from the report that it writes. */
function runTool<Report>({
  name,
  args,
  env,
  count,
  quiet = false,
  ...tool
}: Tool<Report>): Promise<PartResult> {
  return measured(name, async () => {
    const reportFile = path.join(ROOT, tool.reportFile);
    await rm(reportFile, { force: true });
    const { code, output } = quiet
      ? await run(process.execPath, args, { env })
      : await runVisibly(process.execPath, args, env);
    const text = await readFile(reportFile, 'utf8').catch(() => null);
    if (text === null)
      return { passed: 0, failed: 1, output: `${output}${name}: no report was written (code ${code}).` };
    const { passed, failed, skipped } = count(JSON.parse(text) as Report);
    if (skipped > 0) console.log(`${skipped} skipped: what they need is not on this machine.`);
    // An unhandled error fails the run without failing a test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
  });
}

async function runVisibly(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const running = start(command, args, { env, stdio: 'inherit' });
  trackForExit(running);
  return { code: await running.exited, output: '' };
}

function runVitest(
  tool: Pick<Tool<VitestReport>, 'name' | 'args' | 'env' | 'reportFile' | 'quiet'>,
): Promise<PartResult> {
  const args = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${tool.reportFile}`,
    '--allowOnly=false',
  ];
  return runTool<VitestReport>({
    ...tool,
    args: ['node_modules/vitest/vitest.mjs', 'run', ...args, ...tool.args],
    env: { ...tool.env, ...PLAIN.vitest },
    // A test that is only planned (`todo`) fails.
    count: (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numTodoTests + brokenFiles(report),
      skipped: report.numPendingTests,
    }),
  });
}

/** Unit, store, island and API tests; with `changedSince` only those that import what changed since that commit. */
export const runUnitTests = (changedSince: string | null): Promise<PartResult> =>
  runVitest({
    name: 'unit and integration tests',
    args: [
      '--project=!tooling',
      ...(changedSince === null ? [] : ['--passWithNoTests', `--changed=${changedSince}`]),
    ],
    env: process.env,
    reportFile: '.cache/test/unit.json',
  });

/** Tests that start the commands and the API as programs; on the site of the browser tests, where it is built. */
export const runProgramTests = (site: TestSite | null): Promise<PartResult> =>
  runVitest({
    name: 'tests of the programs',
    args: ['--project=tooling'],
    env: { ...process.env, ...(site && { TEST_SLOT: String(site.slot) }) },
    reportFile: '.cache/test/programs.json',
    quiet: true,
  });

/** Playwright's tests against the test site. A flaky or skipped test is a failed one. */
function runPlaywright(
  site: TestSite,
  { name, args, reportFile }: Pick<Tool<PlaywrightReport>, 'name' | 'args' | 'reportFile'>,
): Promise<PartResult> {
  return runTool<PlaywrightReport>({
    name,
    args: ['node_modules/playwright/cli.js', 'test', '--forbid-only', ...args],
    env: { ...testSiteEnvironment(site), PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, ...PLAIN.playwright },
    reportFile,
    count: ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped,
      skipped: 0,
    }),
  });
}

/** The product's main job. It restarts everything, so it has a run to itself. */
export const runMainJob = (site: TestSite): Promise<PartResult> =>
  runPlaywright(site, {
    name: 'main job in the browser',
    args: ['--reporter=dot,json', 'main-job'],
    reportFile: '.cache/test/browser-main-job.json',
  });

/** All other browser tests, or those of the named specs. */
export const runScreens = (site: TestSite, specs: readonly string[] | 'all'): Promise<PartResult> =>
  runPlaywright(site, {
    name: 'browser tests',
    args: ['--reporter=dot,json', ...(specs === 'all' ? [] : specs.map((name) => `/${name}.spec.ts`))],
    reportFile: '.cache/test/browser-screens.json',
  });

/** Browser tests in Firefox and WebKit. */
export const runEngineTests = (site: TestSite): Promise<PartResult> =>
  runPlaywright(site, {
    name: 'engine tests',
    args: ['--config=playwright.engines.config.ts', '--reporter=list,json'],
    reportFile: '.cache/test/engines.json',
  });
