/** The parts of `npm test` that count single tests: vitest and Playwright. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { start, trackForExit } from '#scripts/support/processes.ts';
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

/** Without colours where nobody watches; each tool has its own way to say so, and warns about the other's. */
const PLAIN = {
  vitest: isForPeople ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined },
  playwright: isForPeople ? {} : { FORCE_COLOR: '0', NO_COLOR: undefined },
};

/** Runs a test tool with its output on the screen and counts from the report that it writes. */
function runTool<Report>(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  { reportFile, count }: { reportFile: string; count: (report: Report) => Counts },
): Promise<PartResult> {
  return measured(name, async () => {
    const report = path.join(ROOT, reportFile);
    await rm(report, { force: true });
    const running = start(process.execPath, args, { env, stdio: 'inherit' });
    trackForExit(running);
    const code = await running.exited;
    const text = await readFile(report, 'utf8').catch(() => null);
    if (text === null)
      return { passed: 0, failed: 1, output: `${name}: no report was written (code ${code}).` };
    const { passed, failed, skipped } = count(JSON.parse(text) as Report);
    if (skipped > 0) console.log(`${skipped} skipped: what they need is not on this machine.`);
    // An unhandled error fails the run without failing a test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output: '' };
  });
}

/**
 * Unit, store, island, API and tooling tests. A test that is only planned (`todo`) fails.
 * Those that start the product use the site that was built for the browser tests, where there is one.
 */
export function runUnitTests(site: TestSite | null): Promise<PartResult> {
  const reportFile = '.cache/test/unit.json';
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    '--allowOnly=false',
  ];
  const env = { ...process.env, ...PLAIN.vitest, ...(site && { TEST_SLOT: String(site.slot) }) };
  return runTool<VitestReport>(
    'unit and integration tests',
    ['node_modules/vitest/vitest.mjs', ...args],
    env,
    {
      reportFile,
      count: (report) => ({
        passed: report.numPassedTests,
        failed: report.numFailedTests + report.numTodoTests + brokenFiles(report),
        skipped: report.numPendingTests,
      }),
    },
  );
}

/** Playwright's tests against the test site. A flaky or skipped test is a failed one. */
function runPlaywright(
  name: string,
  site: TestSite,
  { reportFile, args }: { reportFile: string; args: string[] },
): Promise<PartResult> {
  const env = { ...testSiteEnvironment(site), PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile, ...PLAIN.playwright };
  const all = ['node_modules/playwright/cli.js', 'test', '--forbid-only', ...args];
  return runTool<PlaywrightReport>(name, all, env, {
    reportFile,
    count: ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + stats.skipped,
      skipped: 0,
    }),
  });
}

/** The product's main job. It restarts everything, so it runs alone; the other browser tests do not depend on it. */
export const runMainJob = (site: TestSite): Promise<PartResult> =>
  runPlaywright('main job in the browser', site, {
    reportFile: '.cache/test/browser-main-job.json',
    args: ['--reporter=dot,json', 'main-job'],
  });

/** All other browser tests. */
export const runScreens = (site: TestSite): Promise<PartResult> =>
  runPlaywright('browser tests', site, {
    reportFile: '.cache/test/browser-screens.json',
    args: ['--reporter=dot,json'],
  });

/** Browser tests in Firefox and WebKit. */
export const runEngineTests = (site: TestSite): Promise<PartResult> =>
  runPlaywright('engine tests', site, {
    reportFile: '.cache/test/engines.json',
    args: ['--config=playwright.engines.config.ts', '--reporter=list,json'],
  });
