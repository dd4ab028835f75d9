import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { printSum } from '#scripts/testing/part-result.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';
import { runPlaywright } from '#scripts/testing/test-tools.ts';

let folder: string;

beforeAll(async () => {
  // Inside the project, so that the generated tests find vitest.
  await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
  folder = await mkdtemp(path.join(ROOT, '.cache/test/gates-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs tests with this project's setup file; resolves to vitest's output. */
async function runTests(tests: string, network: 'none' | 'loopback'): Promise<string> {
  const setupFiles = [path.join(ROOT, 'tests/support/setup.ts')];
  const config = { test: { include: ['a.test.ts'], setupFiles, env: { TEST_NETWORK: network } } };
  await writeFile(path.join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)};`);
  await writeFile(path.join(folder, 'a.test.ts'), `import { it } from 'vitest';\n${tests}`);
  const args = [path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--allowOnly=false'];
  const env = { ...process.env, VITEST: undefined, NODE_ENV: undefined, NO_COLOR: '1' };
  return (await run(process.execPath, args, { cwd: folder, env })).output;
}

it('a message on the console, or a request that was caught, fails its test alone', async () => {
  const output = await runTests(
    `it('is quiet', () => {});
     it('warns', () => console.warn('odd'));
     it('sends', () => fetch('http://127.0.0.1:59999/').catch(() => {}));`,
    'none',
  );
  expect(output).toContain('2 failed | 1 passed');
  expect(output).toContain('console.warn: odd');
  expect(output).toContain('unexpected network request to 127.0.0.1:59999');
});

it('tests of servers reach this machine, and no other', async () => {
  const output = await runTests(
    `it('sends here', () => fetch('http://127.0.0.1:59999/').catch(() => {}));
     it('sends elsewhere', () => fetch('http://192.0.2.1/').catch(() => {}));`,
    'loopback',
  );
  expect(output).toContain('1 failed | 1 passed');
  expect(output).toContain('unexpected network request to 192.0.2.1:80');
});

it('a focused test fails the run', async () => {
  expect(await runTests("it.only('alone', () => {});", 'none')).toContain('Unexpected .only modifier');
});

it('one or two browser tests that fail are tried again and named, and three are not', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const { exitCode } = process;
  onTestFinished(() => {
    log.mockRestore();
    process.exitCode = exitCode;
  });
  const site = path.join(folder, 'browser');
  await mkdir(site);
  await writeFile(path.join(site, 'playwright.config.ts'), "export default { testMatch: '*.spec.ts' };");
  await writeFile(
    path.join(site, 'a.spec.ts'),
    `import { existsSync, writeFileSync } from 'node:fs';
     import { test } from 'playwright/test';
     test('passes', () => {});
     for (const name of (process.env.FLAKY ?? '').split(','))
       test(name, () => {
         const mark = \`${site}/\${name} of \${process.env.FLAKY}\`;
         if (existsSync(mark)) return;
         writeFileSync(mark, '');
         throw new Error('too early');
       });`,
  );
  const surroundings = { site: currentTestSite(), output: 'pipe' } as const;
  const attempt = (names: string) =>
    runPlaywright('browser', 'gates.json', [`--config=${site}`, '--reporter=json'], surroundings, {
      FLAKY: names,
    });
  const counts = [await attempt('one,two,three'), await attempt('one,two')];
  expect(counts).toEqual([
    { passed: 1, failed: 3 },
    { passed: 3, failed: 0 },
  ]);
  printSum(counts);
  expect(log.mock.calls.slice(-3)).toEqual([
    ['needed a second try: one'],
    ['needed a second try: two'],
    ['4 passed, 3 failed'],
  ]);
});

it('text files are checked out with LF on every system, and binary files as they are', () => {
  const lines = execFileSync('git', ['ls-files', '--eol'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.filter((line) => !/^i\/(lf|none) .* eol=lf\s|^i\/-text .* attr\/-text\s/.test(line))).toEqual(
    [],
  );
});
