import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';

/** Each becomes a test in a project with this project's setup file. */
const CASES = [
  { network: 'none', title: 'a quiet test', body: 'expect(1).toBe(1);', passes: true },
  {
    network: 'none',
    title: 'a warning that the test expects',
    body: "const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined); console.warn('a'); expect(warn).toHaveBeenCalledOnce();",
    passes: true,
  },
  { network: 'none', title: 'console.error', body: "console.error('broken');", passes: false },
  { network: 'none', title: 'console.warn', body: "console.warn('odd');", passes: false },
  {
    network: 'none',
    title: 'a caught request to the machine itself',
    body: "await fetch('http://127.0.0.1:59999/').catch(() => undefined);",
    passes: false,
  },
  {
    network: 'loopback',
    title: 'a caught request to the machine itself where that is allowed',
    body: "await fetch('http://127.0.0.1:59999/').catch(() => undefined);",
    passes: true,
  },
  {
    network: 'loopback',
    title: 'a caught request to another host',
    body: "await fetch('http://192.0.2.1/').catch(() => undefined);",
    passes: false,
  },
  {
    network: 'loopback',
    title: 'a caught connection to another host',
    body: "await new Promise((done) => net.connect(80, '192.0.2.1').on('error', done));",
    passes: false,
  },
] as const;

let folder: string;
let statuses: Map<string, string>;

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

async function runVitest(...args: string[]): Promise<number> {
  const script = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, VITEST: undefined, NODE_ENV: undefined };
  const { code } = await run(process.execPath, [script, 'run', ...args], { cwd: folder, env });
  return code;
}

const projectOf = (network: string): string => `{
  test: {
    name: '${network}',
    include: ['${network}.test.ts'],
    setupFiles: [${JSON.stringify(path.join(ROOT, 'tests/support/setup.ts'))}],
    env: { TEST_NETWORK: '${network}' },
  },
}`;

beforeAll(async () => {
  // Inside the project, so that the generated tests find vitest.
  await mkdir(path.join(ROOT, '.cache/test'), { recursive: true });
  folder = await mkdtemp(path.join(ROOT, '.cache/test/gates-'));
  const projects = ['none', 'loopback'];
  await writeFile(
    path.join(folder, 'vitest.config.ts'),
    `export default { test: { projects: [${projects.map(projectOf).join(', ')}] } };`,
  );
  for (const project of projects) {
    const tests = CASES.filter(({ network }) => network === project).map(
      ({ title, body }) => `it(${JSON.stringify(title)}, async () => { ${body} });`,
    );
    await writeFile(
      path.join(folder, `${project}.test.ts`),
      `import net from 'node:net';\nimport { expect, it, vi } from 'vitest';\nvoid [net, expect, vi];\n${tests.join('\n')}`,
    );
  }
  await runVitest('--reporter=json', '--outputFile.json=report.json');
  const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as Report;
  const results = report.testResults.flatMap((file) => file.assertionResults);
  statuses = new Map(results.map(({ title, status }) => [title, status]));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the gates of every test', () => {
  it.each(CASES.filter(({ passes }) => passes))('let $title pass', ({ title }) => {
    expect(statuses.get(title)).toBe('passed');
  });

  it.each(CASES.filter(({ passes }) => !passes))('fail $title', ({ title }) => {
    expect(statuses.get(title)).toBe('failed');
  });

  it('refuse a focused test', async () => {
    await writeFile(
      path.join(folder, 'none.test.ts'),
      "import { it } from 'vitest';\nit.only('alone', () => {});\n",
    );
    expect(await runVitest('--allowOnly=false', '--project=none')).not.toBe(0);
    expect(await runVitest('--allowOnly', '--project=none')).toBe(0);
  });
});
