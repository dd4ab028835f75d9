/** The parts of the test commands that count single tests: vitest and Playwright. */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { WRITING_TESTS } from '#scripts/testing/database-tests.ts';
import { canBuildImage } from '#scripts/testing/deploy/image.ts';
import type { WebServer } from '#scripts/testing/deploy/web-servers.ts';
import {
  findFormerRelease,
  hasOtherMigrations,
  SCHEMA_TESTS,
  unpackOnOurSchema,
} from '#scripts/testing/former-release.ts';
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
  /** Where it runs; by default in this project. */
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** File below `.cache/test` into which the tool writes its report. */
  report: string;
  output: Output;
}

/** Where a tool prints: on the screen, or, if `pipe`, only after the part has failed. */
export type Output = 'inherit' | 'pipe';

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

/** Projects of vitest.config.ts that run as one part. */
export interface VitestSuite {
  name: string;
  projects: readonly string[];
  /** File below `.cache/test` for the report. */
  report: string;
}

/**
 * Runs a suite; with `changedSince` only the files that import what changed since that commit, with `files` only these, with
 * `site` on the build of the browser tests. A test that is only planned (`todo`) counts as failed, and one that is skipped by a condition is only
 * reported.
 */
export function runVitest(
  { name, projects, report }: VitestSuite,
  {
    changedSince,
    files = [],
    site,
    output,
  }: { changedSince?: string | undefined; files?: readonly string[]; site?: TestSite; output: Output },
): Promise<Counts> {
  const changed = changedSince === undefined ? [] : ['--passWithNoTests', `--changed=${changedSince}`];
  const selection = [...projects.map((project) => `--project=${project}`), ...changed, ...files];
  const args = vitestArgs(report, ...selection);
  const env = { ...process.env, ...(site && { TEST_SLOT: String(site.slot) }), ...PLAIN.vitest };
  return runTool<VitestReport>({ name, args, env, report, output }, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests + found.numTodoTests + brokenFiles(found),
    skipped: found.numPendingTests,
  }));
}

/** Playwright's tests against the test site. A flaky or skipped test counts as failed. */
function runPlaywright(
  site: TestSite,
  name: string,
  report: string,
  args: string[],
  output: Output,
  variables: NodeJS.ProcessEnv = {},
): Promise<Counts> {
  const file = { PLAYWRIGHT_JSON_OUTPUT_FILE: pathOf(report) };
  const env = { ...testSiteEnvironment(site), ...file, ...PLAIN.playwright, ...variables };
  const tool = {
    name,
    args: ['node_modules/playwright/cli.js', 'test', '--forbid-only', ...args],
    env,
    report,
    output,
  };
  return runTool<PlaywrightReport>(tool, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    skipped: 0,
  }));
}

/** The product's main job. It restarts everything, so it has a run to itself. */
export const runMainJob = (site: TestSite, output: Output): Promise<Counts> =>
  runPlaywright(
    site,
    'main job in the browser',
    'main-job.json',
    ['--reporter=dot,json', 'main-job'],
    output,
  );

/** Browser tests of the specs that match one of the patterns. */
export const runBrowserTests = (
  site: TestSite,
  name: string,
  specs: readonly string[],
  output: Output,
): Promise<Counts> => runPlaywright(site, name, 'browser.json', ['--reporter=dot,json', ...specs], output);

/** Browser tests in Firefox and WebKit. */
export function runEngineTests(site: TestSite, output: Output): Promise<Counts> {
  const args = ['--config=playwright.engines.config.ts', '--reporter=list,json'];
  return runPlaywright(site, 'engine tests', 'engines.json', args, output);
}

/** Tests of the deployment with a real web server in front of site and API. */
export function runDeployTests(site: TestSite, server: WebServer, output: Output): Promise<Counts> {
  const args = ['--config=playwright.deploy.config.ts', '--reporter=dot,json'];
  return runPlaywright(site, `deployment tests on ${server}`, `deploy-${server}.json`, args, output, {
    WEB_SERVER: server,
  });
}

const IMAGE: VitestSuite = { name: 'container image', projects: ['image'], report: 'image.json' };

/** Tests of the container image where it can be built, else a sentence. Prints how large it is. */
export async function runImageTests(output: Output): Promise<Counts[]> {
  if (!canBuildImage()) {
    console.log('The container image is not tested: only root can build it without an engine, on Debian.');
    return [];
  }
  const size = pathOf('image-size.txt');
  await rm(size, { force: true });
  const counts = await runVitest(IMAGE, { output });
  process.stdout.write(await readFile(size, 'utf8').catch(() => ''));
  return [counts];
}

/** The API tests of the release before, on the schema of this one, where git has that release, else a sentence. */
export async function runFormerTests(output: Output): Promise<Counts[]> {
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
