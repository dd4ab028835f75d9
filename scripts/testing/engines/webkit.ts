/** Drives WebKitGTK, the engine of Safari, through Debian's WebKitWebDriver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { freePort, untilListening } from '#scripts/support/listen.ts';
import { MINI_BROWSER } from '#scripts/testing/debian-packages.ts';
import { type Driver, findInPage, type Handle } from './page.ts';

/** The key under which WebDriver passes elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS: Record<string, string> = {
  Escape: '\uE00C',
  Tab: '\uE004',
  Enter: '\uE007',
  End: '\uE010',
  Home: '\uE011',
};
const START_MS = 10_000;

/** How long a script may run, in milliseconds. Callers repeat scripts that read the page. */
const SCRIPT_LIMIT_MS = 10_000;
/** How long a command with a script may take, in milliseconds: some get no response when their page is being left. */
const SCRIPT_COMMAND_LIMIT_MS = 30_000;

async function send(url: string, method: string, body?: object): Promise<unknown> {
  const signal = url.endsWith('/execute/sync') ? AbortSignal.timeout(SCRIPT_COMMAND_LIMIT_MS) : null;
  const init = { method, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { value } = (await (await fetch(url, init)).json()) as {
    value: { error?: string; message?: string } | null;
  };
  if (value?.error !== undefined)
    throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message}`);
  return value;
}

const capabilities = {
  alwaysMatch: { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } },
};

/** Problems that the page itself recorded, because the driver cannot read the console. Runs in the page. */
function findProblems(): string[] {
  const observer = new ReportingObserver(() => {}, { types: ['csp-violation'], buffered: true });
  observer.observe();
  const violations = observer.takeRecords().map(({ body }) => `policy: ${JSON.stringify(body)}`);
  observer.disconnect();
  return document.documentElement.dataset.broken === undefined
    ? violations
    : [...violations, 'hydration failed'];
}

/**
 * Scrolls an element into the window. The driver enlarges elements by the scroll padding (`scroll-padding-top: 4.5rem`) before it
 * looks whether they are visible, so it does not scroll to one that is just below the window. Runs in the page.
 */
function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
}

/** Starts Xvfb on a free display, because the browser has no headless mode. */
async function startDisplay(): Promise<{ name: string; stop: () => void }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // It writes the number once it is ready.
  const [number] = await once(child.stdio[3] as Readable, 'data');
  return { name: `:${String(number).trim()}`, stop: () => void child.kill() };
}

/** Starts a driver with one browser window. */
export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  });
  await untilListening('127.0.0.1', port, AbortSignal.timeout(START_MS));
  const { sessionId } = (await send(`${origin}/session`, 'POST', { capabilities })) as { sessionId: string };
  const call = (method: string, path: string, body?: object) =>
    send(`${origin}/session/${sessionId}${path}`, method, body);
  const run = (script: string, args: readonly unknown[]) => call('POST', '/execute/sync', { script, args });
  // A script that is interrupted by a navigation may never return.
  await call('POST', '/timeouts', { script: SCRIPT_LIMIT_MS });
  const idOf = (handle: Handle): string => (handle as Record<string, string>)[ELEMENT] as string;
  const pointerTo = (handle: Handle) => ({
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [{ type: 'pointerMove', duration: 0, origin: handle, x: 0, y: 0 }],
  });
  const keys = (value: string) => ({
    type: 'key',
    id: 'keyboard',
    actions: [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ],
  });
  return {
    goto: async (url) => void (await call('POST', '/url', { url })),
    reload: async () => void (await call('POST', '/refresh', {})),
    evaluate: (source, args) => run(`return (${source})(...arguments)`, args),
    find: (query) => run(`return (${findInPage})(...arguments)`, [query]),
    click: async (handle) => {
      await run(`(${bringIntoView})(...arguments)`, [handle]);
      await call('POST', `/element/${idOf(handle)}/click`, {});
    },
    hover: async (handle) => void (await call('POST', '/actions', { actions: [pointerTo(handle)] })),
    type: async (handle, text) => void (await call('POST', `/element/${idOf(handle)}/value`, { text })),
    upload: async (handle, file) =>
      void (await call('POST', `/element/${idOf(handle)}/value`, { text: file })),
    press: async (key) => void (await call('POST', '/actions', { actions: [keys(KEYS[key] ?? key)] })),
    resize: async (width, height) => void (await call('POST', '/window/rect', { width, height })),
    screenshot: async (file) =>
      writeFile(file, Buffer.from((await call('GET', '/screenshot')) as string, 'base64')),
    problems: async () => (await run(`return (${findProblems})()`, [])) as string[],
    close: async () => {
      await send(`${origin}/session/${sessionId}`, 'DELETE').catch(() => undefined);
      child.kill();
      display.stop();
    },
  };
}
