import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureChromium, findChromium } from '../../scripts/bootstrap/chromium.mjs';

let folder: string;
let chromium: string;

const calls = async (): Promise<string[]> =>
  (await readFile(path.join(folder, 'calls.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

/** A program in PATH, or Playwright's, that records its call and then runs `script`. */
async function fake(name: string, then: string): Promise<void> {
  const file = path.join(folder, 'bin', name);
  await writeFile(file, `#!/bin/sh\necho "${name} $*" >> "${folder}/calls.txt"\n${then}\n`);
  await chmod(file, 0o755);
}

async function fakePlaywright(then: string): Promise<void> {
  const place = path.join(folder, 'node_modules/playwright');
  await mkdir(place, { recursive: true });
  await writeFile(
    path.join(place, 'cli.js'),
    `require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'calls.txt'))}, 'playwright ' + process.argv.slice(2).join(' ') + '\\n');\n${then}\n`,
  );
}

const aBrowser = (): string => `printf '#!/bin/sh\\nexit 0\\n' > "${chromium}"; chmod +x "${chromium}"`;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chromium-'));
  chromium = path.join(folder, 'chromium');
  await mkdir(path.join(folder, 'bin'));
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:/usr/bin:/bin`);
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('uses an installed browser and installs nothing for other users than root', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  await writeFile(chromium, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  expect(ensureChromium(folder, [chromium])).toBeNull();
  expect(findChromium(folder, ['/nowhere', chromium])).toBe(chromium);
  expect(await calls()).toEqual([]);
});

it.skipIf(!existsSync('/usr/bin/apt-get'))(
  'installs Debian’s packages as root, and updates the package lists only when needed',
  async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    const renewed = path.join(folder, 'renewed');
    await fake(
      'apt-get',
      `if [ "$1" = update ]; then touch "${renewed}"; elif [ -e "${renewed}" ]; then ${aBrowser()}; else exit 100; fi`,
    );
    expect(ensureChromium(folder, [chromium])).toBeNull();
    const install = 'apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation';
    expect(await calls()).toEqual([install, 'apt-get update -qq', install]);
  },
);

it.skipIf(!existsSync('/usr/bin/apt-get'))(
  'prefers the headless shell, and uses another browser when it cannot be installed',
  async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    await writeFile(chromium, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    await fake('apt-get', 'exit 100');
    const shell = path.join(folder, 'shell');
    expect(ensureChromium(folder, [shell, chromium])).toBeNull();
    expect(findChromium(folder, [shell, chromium])).toBe(chromium);
    await writeFile(shell, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    expect(findChromium(folder, [shell, chromium])).toBe(shell);
  },
);

it('downloads Playwright’s browser for other users, without sudo', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  await fake('apt-get', 'exit 1');
  await fake('sudo', 'exit 1');
  await fakePlaywright(
    `require('node:fs').writeFileSync(${JSON.stringify(chromium)}, '#!/bin/sh\\nexit 0\\n', { mode: 0o755 });`,
  );
  expect(ensureChromium(folder, [chromium])).toBeNull();
  expect(await calls()).toEqual(['playwright install chromium']);
});

it('reports the command that helps when nothing can be installed', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  await fakePlaywright('process.exit(1);');
  expect(ensureChromium(folder, [chromium])).toBe(
    'The browser tests need a Chromium and none could be installed: run `sudo apt-get install chromium-headless-shell`, or set CHROMIUM_PATH.',
  );
});
