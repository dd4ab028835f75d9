import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { startCommand, stopCommands } from '#tests/support/commands.ts';

/** Replaces npm: counts its calls and installs the lockfile's packages, or does what FAKE_NPM says. */
const FAKE_NPM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('calls.txt', process.argv.slice(2).join(' ') + ' ' + process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD + '\\n');
if (process.env.FAKE_NPM === 'fail') process.exit(1);
while (process.env.FAKE_NPM === 'slow' && !existsSync('network')) await new Promise(setImmediate);
mkdirSync('node_modules/.bin', { recursive: true });
writeFileSync('node_modules/.bin/node', '');
mkdirSync('node_modules/wows-replay', { recursive: true });
if (process.env.FAKE_NPM !== 'partial') {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  delete packages[''];
  delete packages['node_modules/other-platform'];
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}
`;

const LOCKFILE = {
  packages: {
    '': { name: 'project' },
    'node_modules/astro': { version: '7.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
    'node_modules/wows-replay': { resolved: 'packages/wows-replay', link: true },
    'packages/wows-replay': { version: '1.0.0' },
  },
};

let project: string;
const inProject = (...parts: string[]): string => path.join(project, ...parts);

async function bootstrap(env: Record<string, string> = {}, ...args: string[]) {
  const result = await run(process.execPath, ['scripts/bootstrap.mjs', ...args], {
    cwd: project,
    env: { ...process.env, npm_execpath: inProject('npm-cli.js'), ...env },
  });
  const calls = await readFile(inProject('calls.txt'), 'utf8').catch(() => '');
  return { ...result, calls: calls.split('\n').filter(Boolean) };
}

const writeLockfile = (astro: string): Promise<void> =>
  writeFile(
    inProject('package-lock.json'),
    JSON.stringify({ packages: { ...LOCKFILE.packages, 'node_modules/astro': { version: astro } } }),
  );

beforeEach(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'bootstrap-'));
  for (const part of ['run.mjs', 'bootstrap.mjs', 'bootstrap'])
    await cp(path.join(ROOT, 'scripts', part), inProject('scripts', part), { recursive: true });
  await writeFile(inProject('package.json'), '{ "type": "module" }');
  await writeFile(inProject('npm-cli.js'), FAKE_NPM);
  await writeLockfile('7.0.0');
});

afterEach(async () => {
  await stopCommands();
  await rm(project, { recursive: true });
});

describe('before each npm script', () => {
  it('installs a fresh clone once, without a browser download', async () => {
    const first = await bootstrap();
    expect(first.code, first.output).toBe(0);
    expect(first.calls).toEqual(['ci --no-audit --no-fund --loglevel=error 1']);
    const second = await bootstrap();
    expect(second.calls).toHaveLength(1);
    expect(second.output).toBe('');
  });

  it('says that it is still installing when npm takes long', async () => {
    const quick =
      'const { setTimeout } = globalThis; globalThis.setTimeout = (action) => setTimeout(action);';
    const timers = `data:text/javascript,${encodeURIComponent(quick)}`;
    const env = { ...process.env, npm_execpath: inProject('npm-cli.js'), FAKE_NPM: 'slow' };
    const installing = startCommand(process.execPath, ['--import', timers, 'scripts/bootstrap.mjs'], env, {
      cwd: project,
    });
    await installing.printed(
      /^Installing dependencies …\nStill installing; npm retries when the network is slow or missing …$/m,
    );
    await writeFile(inProject('network'), '');
    expect(await installing.exited).toBe(0);
  });

  it('repeats an interrupted installation', async () => {
    await mkdir(inProject('node_modules/astro'), { recursive: true });
    const { code, calls } = await bootstrap();
    expect(code).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it('installs a changed lockfile even when file times are older', async () => {
    await bootstrap();
    await writeLockfile('7.0.1');
    await cp(inProject('node_modules/.package-lock.json'), inProject('newer.json'));
    await cp(inProject('newer.json'), inProject('node_modules/.package-lock.json'));
    const { calls } = await bootstrap();
    expect(calls).toHaveLength(2);
  });

  it('installs a package of this repository that node_modules does not link', async () => {
    await bootstrap();
    await rm(inProject('node_modules/wows-replay'), { recursive: true });
    expect((await bootstrap()).calls).toHaveLength(2);
    expect((await bootstrap()).calls).toHaveLength(2);
  });

  it('ends with one sentence and code 1 when the installation fails', async () => {
    const { code, output } = await bootstrap({ FAKE_NPM: 'fail' });
    expect(code).toBe(1);
    expect(output).toContain('Installing the dependencies failed');
    expect(output).not.toContain('    at ');
  });

  it('reports an incomplete installation', async () => {
    const { code, output } = await bootstrap({ FAKE_NPM: 'partial' });
    expect(code).toBe(1);
    expect(output).toContain('delete node_modules');
  });

  it('ignores the lock of an installation that was killed', async () => {
    const gone = spawn(process.execPath, ['--version']);
    await new Promise((resolve) => gone.once('close', resolve));
    await mkdir(inProject('.cache'));
    await writeFile(inProject('.cache/install.lock'), String(gone.pid));
    const { code, calls } = await bootstrap();
    expect(code).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it('installs once when two commands start together', async () => {
    const [first, second] = await Promise.all([bootstrap(), bootstrap()]);
    expect(first.code + second.code).toBe(0);
    expect((await bootstrap()).calls).toHaveLength(1);
  });

  it.each([
    ['is missing', null],
    ['is cut off', '{ "packages": {'],
    ['has no packages', '{}'],
  ])('reports in one sentence that the lockfile %s', async (_, text) => {
    await bootstrap();
    if (text === null) await rm(inProject('package-lock.json'));
    else await writeFile(inProject('package-lock.json'), text);
    const { code, output, calls } = await bootstrap();
    expect([code, calls.length]).toEqual([1, 1]);
    expect(output.trim()).toBe('package-lock.json is missing or broken: restore it from the repository.');
  });

  it('installs again when npm’s record of the installation is damaged', async () => {
    await bootstrap();
    await writeFile(inProject('node_modules/.package-lock.json'), '{}');
    const { code, output, calls } = await bootstrap();
    expect(code, output).toBe(0);
    expect(calls).toHaveLength(2);
  });
});

it.each([
  ['its own process on the right Node', process.version.slice(1), true],
  ['a new process on another Node', '0.0.0', false],
])('an npm script starts its program in %s', async (_, version, isOwn) => {
  await bootstrap();
  await mkdir(inProject('node_modules/node/bin'), { recursive: true });
  await symlink(process.execPath, inProject('node_modules/node/bin/node'));
  await writeFile(inProject('node_modules/node/package.json'), JSON.stringify({ version }));
  const program = 'console.log(process.ppid, ...process.argv.slice(2)); process.exitCode = 3;';
  await writeFile(inProject('program.mjs'), program);
  const { code, output } = await run(process.execPath, ['scripts/run.mjs', 'program.mjs', 'grant', '--yes'], {
    cwd: project,
  });
  const [parent, ...args] = output.trim().split(' ');
  expect([code, args, Number(parent) === process.pid]).toEqual([3, ['grant', '--yes'], isOwn]);
});

describe('before the tests', () => {
  it('reports a CHROMIUM_PATH that does not exist in one sentence', async () => {
    const { code, output } = await bootstrap({ CHROMIUM_PATH: '/nowhere/chromium' }, '--browser');
    expect(code).toBe(1);
    expect(output).toContain('CHROMIUM_PATH is /nowhere/chromium, but that file does not exist.');
  });

  it('reports a Chromium that does not start, with the command that helps', async () => {
    await writeFile(inProject('broken'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { code, output } = await bootstrap({ CHROMIUM_PATH: inProject('broken') }, '--browser');
    expect(code).toBe(1);
    expect(output).toContain('does not start: run `sudo npx playwright install-deps chromium`');
  });
});
