/** Finds or installs the Chromium for the browser tests. Plain JavaScript: see ../bootstrap.mjs. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installPackages } from './debian.mjs';

/** Usual paths; Debian's headless shell first, because it needs half the processor time of a whole browser. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** As wide as Arial, which nearly every user has: pages are measured with it. */
const FONT = '/usr/share/fonts/truetype/liberation';

/**
 * Path of the browser that Playwright downloads; empty without Playwright.
 * @param {string} root
 */
function playwrightChromium(root) {
  try {
    const { chromium } = createRequire(path.join(root, 'package.json'))('playwright');
    return /** @type {string} */ (chromium.executablePath());
  } catch {
    return '';
  }
}

/**
 * Path of an installed Chromium, or null. `CHROMIUM_PATH` takes precedence.
 * @param {string} root the project's folder
 * @param {readonly string[]} installed usual paths of a Chromium
 * @returns {string | null}
 */
export function findChromium(root, installed = INSTALLED) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return existsSync(wanted) ? wanted : null;
  return [...installed, playwrightChromium(root)].find((file) => file !== '' && existsSync(file)) ?? null;
}

/**
 * Makes sure that a Chromium is installed and starts. Never uses sudo.
 * @param {string} root the project's folder
 * @param {readonly [string, ...string[]]} installed usual paths of a Chromium, the headless shell first
 * @returns {string | null} what is wrong and what to do, or null
 */
export function ensureChromium(root, installed = INSTALLED) {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && !existsSync(wanted)) return `CHROMIUM_PATH is ${wanted}, but that file does not exist.`;
  if (!wanted && !(existsSync(installed[0]) && existsSync(FONT)))
    installPackages('chromium-headless-shell', 'fonts-liberation');
  if (!findChromium(root, installed)) {
    process.stdout.write('Downloading Chromium for Playwright …\n');
    const cli = path.join(root, 'node_modules/playwright/cli.js');
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' });
  }
  const found = findChromium(root, installed);
  if (!found) {
    return 'The browser tests need a Chromium and none could be installed: run `sudo apt-get install chromium-headless-shell`, or set CHROMIUM_PATH.';
  }
  const started = spawnSync(found, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  if (started.status === 0) return null;
  return `${found} does not start: run \`sudo npx playwright install-deps chromium\`, or set CHROMIUM_PATH to another browser.`;
}
