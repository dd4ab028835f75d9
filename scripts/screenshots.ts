/**
 * `npm run screenshots`: pictures of every screen's main states at three widths in both themes, from the test site. They
 * are called `screen-state-width-theme.png`. `--out=folder` is where they go, `--only=text,text` takes part of them.
 */
import '#tests/support/localhost.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright/test';
import { ROUTE_STATES } from '#scripts/screenshots/route-states.ts';
import { SCREEN_STATES } from '#scripts/screenshots/screen-states.ts';
import type { ScreenState } from '#scripts/screenshots/state.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { runScript, start, stop } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { launchOptions } from '#scripts/testing/browser-options.ts';
import { claimTestSite } from '#scripts/testing/test-site.ts';
import { askRegion } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/sign-in.ts';

const VIEWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const THEMES = ['light', 'dark'] as const;

const DEFAULT_OUT = path.join(ROOT, '.cache/screenshots');
const STARTING_MS = 300_000;
const ASKING_MS = 500;
const STATE_MS = 60_000;

function readOptions(options: readonly string[]): { out: string; only: readonly string[] } {
  const values = new Map(options.map((option) => option.split(/=(.*)/s) as [string, string]));
  for (const name of values.keys())
    if (!['--out', '--only'].includes(name))
      throw new PlainFailure('Usage: npm run screenshots [-- --out=folder --only=text,text]');
  return {
    out: path.resolve(values.get('--out') ?? DEFAULT_OUT),
    only: (values.get('--only') ?? '').split(','),
  };
}

async function untilServed(url: string, ended: Promise<number>): Promise<void> {
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  const deadline = Date.now() + STARTING_MS;
  let code: number | null = null;
  void ended.then((exitCode) => {
    code = exitCode;
  });
  while (!(await answers())) {
    if (code !== null || Date.now() > deadline) throw new PlainFailure('The test site did not start.');
    await new Promise((resolve) => setTimeout(resolve, ASKING_MS));
  }
}

/** Takes the pictures of a page that is in its state. */
async function takePictures(page: Page, file: string): Promise<void> {
  for (const { width, height } of VIEWS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
      await page.screenshot({
        path: `${file}-${width}-${colorScheme}.png`,
        animations: 'disabled',
      });
    }
  }
}

async function photograph(browser: Browser, baseURL: string, state: ScreenState, out: string): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: VIEWS[2], reducedMotion: 'reduce' });
  context.setDefaultTimeout(STATE_MS);
  try {
    const page = await context.newPage();
    if (state.account) await signIn(page, state.account, '/guidelines');
    await state.open(page, askRegion(context.request, 'eu'));
    await takePictures(page, path.join(out, `${state.screen}-${state.state}`));
  } finally {
    await context.close();
  }
}

await runScript(async () => {
  const { out, only } = readOptions(process.argv.slice(2));
  const states = [...ROUTE_STATES, ...SCREEN_STATES].filter(({ screen, state }) =>
    only.some((text) => `${screen}-${state}`.includes(text)),
  );
  await mkdir(out, { recursive: true });
  const site = await claimTestSite();
  process.env.TEST_SLOT = String(site.slot);
  const server = start(process.execPath, ['scripts/testing/serve.ts']);
  server.child.stdout?.resume();
  server.child.stderr?.pipe(process.stderr);
  try {
    const baseURL = `http://localhost:${site.port}`;
    await untilServed(baseURL, server.exited);
    const browser = await chromium.launch(launchOptions);
    const failed: string[] = [];
    for (const state of states) {
      const name = `${state.screen}-${state.state}`;
      await photograph(browser, baseURL, state, out).then(
        () => console.log(`✓ ${name}`),
        (error: Error) => failed.push(`✗ ${name}: ${error.message}`),
      );
    }
    await browser.close();
    if (failed.length > 0) throw new PlainFailure(failed.join('\n'));
  } finally {
    await stop(server);
    await site.release();
  }
});
