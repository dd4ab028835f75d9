/**
 * Runs before the npm scripts: installs what is missing, so that a fresh clone needs one command.
 * Plain JavaScript without dependencies, because it starts on any Node from 20 on and with no node_modules.
 * `--browser` also makes sure that a Chromium for the browser tests is installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './bootstrap/chromium.mjs';
import { isAlive } from './bootstrap/is-alive.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);
/** An installation that takes longer is announced as running still, because npm retries without a word. */
const LONG_INSTALL_MS = 20_000;
const nodeMajor = Number(process.versions.node.split('.')[0]);

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Whether node_modules lacks an entry of the lockfile. Packages of this repository are links, and
 * their folders no entries to install.
 */
function isMissing(name, entry, installed) {
  if (entry.link) return !existsSync(inRoot(name));
  if (!name.includes('node_modules/')) return false;
  const found = installed[name];
  return found ? found.version !== entry.version : !(entry.optional || entry.peer || entry.devOptional);
}

/**
 * The first package of the lockfile that node_modules lacks, or null. npm writes its record of an install last, so an
 * interrupted install has none. Versions are compared because git does not keep file times.
 */
function missingInstall() {
  const wanted = readJson(inRoot('package-lock.json'));
  if (!wanted?.packages) stop('package-lock.json is missing or broken: restore it from the repository.');
  const installed = readJson(inRoot('node_modules/.package-lock.json'));
  if (!installed?.packages) return 'dependencies';
  const missing = Object.entries(wanted.packages).find(([name, entry]) =>
    isMissing(name, entry, installed.packages),
  );
  if (missing) return missing[0].replace(/^.*node_modules\//, '');
  if (nodeMajor < 24 && !existsSync(inRoot('node_modules/.bin/node'))) return 'node';
  return null;
}

/** The process that is installing, or 0. A lock whose process has ended is ignored. */
function installer(lock) {
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) ? pid : 0;
}

function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** Two npm scripts started together in a fresh clone must not install over each other. */
async function withInstallLock(action) {
  const lock = inRoot('.cache/install.lock');
  mkdirSync(inRoot('.cache'), { recursive: true });
  for (let isReported = false; !takeLock(lock); isReported = true) {
    const pid = installer(lock);
    if (pid === 0) rmSync(lock, { force: true });
    else if (!isReported)
      process.stdout.write(`Waiting for the installation that process ${pid} is running …\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  }
  try {
    await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Runs `npm ci` and resolves to its exit code. */
async function runNpm() {
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const child =
    npm && /npm-cli\.[cm]?js$/.test(npm)
      ? spawn(process.execPath, [npm, ...options], { cwd: root, env, stdio: 'inherit' })
      : spawn('npm', options, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = await once(child, 'exit').catch(() => [1]);
  return code;
}

async function install() {
  process.stdout.write('Installing dependencies …\n');
  const reminder = setTimeout(() => {
    process.stdout.write('Still installing; npm retries when the network is slow or missing …\n');
  }, LONG_INSTALL_MS);
  const code = await runNpm();
  clearTimeout(reminder);
  if (code !== 0)
    stop('Installing the dependencies failed: see npm’s message above, then run the command again.');
  const missing = missingInstall();
  if (missing === 'node') {
    stop(
      'The `node` package was installed without its binary: run `npm ci --ignore-scripts=false` once, or use Node 24.',
    );
  }
  if (missing)
    stop(`npm ci ended without installing ${missing}: delete node_modules and run the command again.`);
}

if (nodeMajor < 20) stop(`Node 20 or newer is needed to start; this is ${process.version}.`);
if (missingInstall()) {
  await withInstallLock(async () => {
    if (missingInstall()) await install();
  });
}
if (process.argv.includes('--browser')) {
  const problem = ensureChromium(root);
  if (problem) stop(problem);
}
