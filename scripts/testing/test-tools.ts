/** The parts of the test commands that count single tests: vitest and Playwright. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { WRITING_TESTS } from '#scripts/testing/database-tests.ts';
import { canBuildImage } from '#scripts/testing/debian-packages.ts';
import {
  findFormerRelease,
  hasOtherMigrations,
  SCHEMA_TESTS,
  unpackOnOurSchema,
} from '#scripts/testing/former-release.ts';
import { type Counts, canTryAgain, reportSecondTries, runPart } from '#scripts/testing/part-result.ts';
import { type TestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightSuite {
  specs?: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** The test site of this run, how its parts print, and with `--changed` the commit to compare with. */
export interface Surroundings {
  site: TestSite;
  output: Output;
  changedSince?: string | undefined;
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
  /** Where it runs; by default in this project. */
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** File below `.cache/test` into which the tool writes its report. */
  report: string;
  output: Output;
}

/** Where a tool prints: on the screen, or, if `pipe`, only after the part has failed. */
type Output = 'inherit' | 'pipe';

const pathOf = (report: string): string => path.join(ROOT, '.cache/test', report);

/** Runs a test tool, and counts from the report that it writes. */
const runTool = <Report>(
  { name, args, cwd, env, report, output: stdio }: Tool,
  count: (report: Report) => Counts & { skipped: number },
): Promise<Counts> =>
  runPart(name, async () => {
    await rm(pathOf(report), { force: true });
    const { code, output } = await run(process.execPath, args, { ...(cwd && { cwd }), env, stdio });
    const text = await readFile(pathOf(report), 'utf8').catch(() => null);
    if (text === null)
      return { passed: 0, failed: 1, output: `${output}${name}: no report was written (code ${code}).` };
    const { passed, failed, skipped } = count(JSON.parse(text) as Report);
    if (skipped > 0) console.log(`${skipped} skipped: what they need is not on this machine.`);
    // An unhandled error fails the run without failing a test.
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
  });

/** Options of vitest for a report, next to dots on the screen. */
const vitestArgs = (report: string, ...options: string[]): string[] => {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${pathOf(report)}`];
  return ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false', ...reporters, ...options];
};

/** Files that failed before or after their tests: each counts as one failure. */
const brokenFiles = (report: VitestReport): number =>
  report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;

/**
 * Runs projects of vitest.config.ts as one part; with `changedSince` only the files that import what changed since that commit. A
 * test that is only planned (`todo`) counts as failed, and one that is skipped by a condition is only reported.
 */
export function runVitest(
  name: string,
  projects: readonly string[],
  { site, output, changedSince }: Surroundings,
): Promise<Counts> {
  const changed = changedSince === undefined ? [] : ['--passWithNoTests', `--changed=${changedSince}`];
  const report = `${projects[0]}.json`;
  const args = vitestArgs(report, ...projects.map((project) => `--project=${project}`), ...changed);
  const env = { ...process.env, TEST_SLOT: String(site.slot), ...PLAIN.vitest };
  return runTool<VitestReport>({ name, args, env, report, output }, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numTodoTests + brokenFiles(found),
    skipped: found.numPendingTests,
  }));
}

/** Titles of the tests that failed, each with its engine if there are several. */
const failuresIn = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName }) => [projectName, title].filter(Boolean).join(': ')),
  ),
  ...suites.flatMap(failuresIn),
];

/**
 * Playwright's tests against the test site. A skipped test counts as failed. One or two that fail get one more try after all
 * others, with a new browser and a server with fresh data, and a trace is kept of it.
 */
export async function runPlaywright(
  name: string,
  report: string,
  args: string[],
  { site, output, changedSince }: Surroundings,
  variables: NodeJS.ProcessEnv = {},
): Promise<Counts> {
  const file = { PLAYWRIGHT_JSON_OUTPUT_FILE: pathOf(report) };
  const env = { ...testSiteEnvironment(site), ...file, ...PLAIN.playwright, ...variables };
  const changed =
    changedSince === undefined ? [] : ['--pass-with-no-tests', `--only-changed=${changedSince}`];
  let failed: string[] = [];
  const attempt = (label: string, ...options: string[]): Promise<Counts> => {
    const tool = {
      name: label,
      args: ['node_modules/playwright/cli.js', 'test', '--forbid-only', ...options, ...args],
      env,
      report,
      output,
    };
    return runTool<PlaywrightReport>(tool, ({ stats, suites }) => {
      failed = suites.flatMap(failuresIn);
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, skipped: 0 };
    });
  };
  const first = await attempt(name, ...changed);
  if (failed.length !== first.failed || !canTryAgain(failed)) return first;
  const titles = failed;
  const second = await attempt(`${name}, second try`, '--last-failed', '--trace=on');
  if (second.failed === 0) reportSecondTries(titles);
  return { passed: first.passed + second.passed, failed: second.failed };
}

/** Browser tests whose files match a pattern of Playwright. */
export const runBrowserTests = (name: string, specs: string, surroundings: Surroundings): Promise<Counts> =>
  runPlaywright(name, 'browser.json', ['--reporter=dot,json', specs], surroundings);

/** Tests in Firefox and WebKit; without names of files all of them. */
export function runEngineTests(files: readonly string[], surroundings: Surroundings): Promise<Counts> {
  const args = ['--reporter=list,json', ...files];
  return runPlaywright('Firefox and WebKit', 'engines.json', args, surroundings, {
    BROWSER_TESTS: 'engines',
  });
}

/** Tests of the container image where it can be built, else a sentence. Prints how large it is. */
export async function runImageTests(surroundings: Surroundings): Promise<Counts[]> {
  if (!canBuildImage()) {
    console.log('The container image is not tested: only root can build it without an engine, on Debian.');
    return [];
  }
  const size = pathOf('image-size.txt');
  await rm(size, { force: true });
  const counts = await runVitest('container image', ['image'], surroundings);
  process.stdout.write(await readFile(size, 'utf8').catch(() => ''));
  return [counts];
}

/** The API tests of the release before, on the schema of this one, where git has that release, else a sentence. */
export async function runFormerTests({ output }: Surroundings): Promise<Counts[]> {
  const commit = await findFormerRelease();
  if (commit === null) {
    console.log(
      'The release before is not tested on the migrations of this one: this clone does not have it.',
    );
    return [];
  }
  if (!(await hasOtherMigrations(commit))) {
    console.log('The release before is not tested on the migrations of this one: they are its own.');
    return [];
  }
  const report = 'former-release.json';
  const tool = {
    name: `API tests of the release before (${commit.slice(0, 8)}) on the migrations of this one`,
    args: vitestArgs(
      report,
      '--project=api',
      `--testNamePattern=^(?!.*(${SCHEMA_TESTS.join('|')}))`,
      ...WRITING_TESTS.map((name) => `tests/api/${name}`),
    ),
    cwd: await unpackOnOurSchema(commit),
    env: { ...process.env, ...PLAIN.vitest },
    report,
    output,
  };
  const counts = await runTool<VitestReport>(tool, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + brokenFiles(found),
    skipped: 0,
  }));
  return [counts];
}
