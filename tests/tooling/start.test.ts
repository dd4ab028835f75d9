import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIXED_ACCOUNTS } from '#api/seed/accounts.ts';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import type { Running } from '#scripts/support/processes.ts';
import { start, stop } from '#scripts/support/processes.ts';
import type { TestSite } from '#scripts/testing/test-site.ts';
import { claimTestSite, currentTestSite, testSiteEnvironment } from '#scripts/testing/test-site.ts';

const READY_AFTER_MS = 5000;
const ENDED_AFTER_MS = 3000;

let site: TestSite & { release?: () => Promise<void> };
let folder: string;
let env: NodeJS.ProcessEnv;

interface Product extends Running {
  /** Everything printed so far. */
  text: () => string;
  ready: Promise<void>;
}

const started: Product[] = [];

const startProduct = (overrides: NodeJS.ProcessEnv = {}): Product =>
  observe(start(process.execPath, ['scripts/start.ts'], { env: { ...env, ...overrides } }));

const startNpm = (): Product => observe(start('npm', ['start'], { env }));

function observe(running: Running): Product {
  let text = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [running.child.stdout, running.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (/^Ready:/m.test(text)) resolve();
      });
    }
    running.exited.then((code) => reject(new Error(`ended with code ${code}:\n${text}`)), reject);
  });
  ready.catch(() => undefined);
  const product = { ...running, text: () => text, ready };
  started.push(product);
  return product;
}

/** A start that is expected to fail: its code and what it said. */
async function failToStart(overrides: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> {
  const product = startProduct(overrides);
  const code = await product.exited;
  return { code, text: product.text().trim() };
}

/** Asks as a browser would that has looked up the host already. */
function get(port: number, url: string, host = 'localhost', address = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: address, port, path: url, headers: { host } }, (response) => {
        let body = `${response.statusCode} `;
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
}

const isRefused = (port: number): Promise<boolean> =>
  get(port, '/').then(
    () => false,
    () => true,
  );

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

/** A process that has ended may still be listed until somebody asks for its code: then its state is Z. */
function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
  } catch {
    return false;
  }
}

async function elapsed(action: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await action;
  return performance.now() - from;
}

beforeAll(async () => {
  site = process.env.TEST_SLOT === undefined ? await claimTestSite() : currentTestSite();
  folder = await mkdtemp(path.join(os.tmpdir(), 'start-'));
  env = { ...testSiteEnvironment(site), DATA_DIR: path.join(folder, 'data') };
  await buildSiteIfStale(site.distDir, env);
  // The first start seeds; what follows is about the second one.
  const first = startProduct();
  await first.ready;
  first.child.kill('SIGINT');
  await first.exited;
}, 180_000);

afterEach(async () => {
  await Promise.all(started.splice(0).map(stop));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.release?.();
});

describe('npm start', () => {
  it('is soon ready again and says in one line where the four regions are, and who can sign in', async () => {
    const product = startProduct();
    expect(await elapsed(product.ready)).toBeLessThan(READY_AFTER_MS);
    const lines = product.text().split('\n');
    expect(lines.filter((line) => line.startsWith('Ready:'))).toEqual([
      `Ready: EU http://localhost:${site.port}  NA http://na.localhost:${site.port}  CIS http://ru.localhost:${site.port}  SEA http://asia.localhost:${site.port}`,
    ]);
    for (const { id, username } of FIXED_ACCOUNTS) {
      expect(lines.filter((line) => line.includes(username) && line.includes(String(id)))).toHaveLength(1);
    }
    expect(await get(site.port, '/player')).toMatch(/^200 [\s\S]*data-region="eu"/);
    expect(await get(site.port, '/', 'na.localhost')).toMatch(/^200 [\s\S]*data-region="na"/);
    expect(await get(site.port, '/', 'ru.localhost', '::1')).toMatch(/^200 [\s\S]*data-region="cis"/);
    expect(await get(site.apiPort, '/api/status')).toBe('200 ');
    expect(await get(site.apiPort, '/api/status', 'asia.localhost', '::1')).toBe('200 ');

    product.child.kill('SIGINT');
    expect(await elapsed(product.exited)).toBeLessThan(ENDED_AFTER_MS);
    expect(await product.exited).toBe(0);
    expect(await isRefused(site.port)).toBe(true);
    expect(await isRefused(site.apiPort)).toBe(true);
  });

  it('refuses what another start uses, each with one sentence and code 1', async () => {
    await startProduct().ready;
    const [freePort, freeApiPort] = [String(site.port + 1000), String(site.apiPort + 1000)];
    const elsewhere = { DATA_DIR: path.join(folder, 'other') };

    const samePort = await failToStart({ ...elsewhere, API_PORT: freeApiPort });
    expect(samePort).toEqual({
      code: 1,
      text: `Port ${site.port} is taken by another program: stop it, or set PORT to a free port.`,
    });

    const sameApiPort = await failToStart({ ...elsewhere, PORT: freePort });
    expect(sameApiPort.code).toBe(1);
    expect(sameApiPort.text).toMatch(new RegExp(`^Port ${site.apiPort} .*API_PORT.*\\.$`));

    const sameData = await failToStart({ PORT: freePort, API_PORT: freeApiPort });
    expect(sameData.code).toBe(1);
    expect(sameData.text).toMatch(/^.*in use by process \d+.*\.$/);
  });

  it.each([
    { PORT: 'http' },
    { API_PORT: '70000' },
    { HOST: '192.0.2.1', PUBLISHER: 'https://example.org', JWT_SECRET: 'x'.repeat(32) },
    { HOST: '0.0.0.0', SITE_DOMAIN: '' },
  ])('refuses %o with one sentence and code 1', async (overrides: NodeJS.ProcessEnv) => {
    const { code, text } = await failToStart(overrides);
    expect(code).toBe(1);
    expect(text).toMatch(/^[^\n]+\.$/);
    expect(text).toContain(Object.keys(overrides)[0]);
  });

  it('tells a broken database in one sentence', async () => {
    const broken = path.join(folder, 'broken');
    for (const name of ['pglite', 'db', 'database', '.']) {
      await mkdir(path.join(broken, name), { recursive: true });
      await writeFile(path.join(broken, name, 'PG_VERSION'), 'no database\n');
    }
    const { code, text } = await failToStart({ DATA_DIR: broken });
    expect(code).toBe(1);
    expect(text).toMatch(/^[^\n]+\.$/);
    expect(text).toContain(broken);
  });

  it('stops with one sentence and code 1 when the API ends', async () => {
    const product = startProduct();
    await product.ready;
    const [api] = childrenOf(product.child.pid as number) as [number];
    process.kill(api, 'SIGKILL');
    expect(await product.exited).toBe(1);
    expect(product.text()).toMatch(/The regional API ended unexpectedly .*\n$/);
    expect(await isRefused(site.port)).toBe(true);
  });

  it.each([
    // A terminal tells its whole foreground group, other programs tell npm alone.
    { when: 'Ctrl+C is pressed', tell: (pid: number) => process.kill(-pid, 'SIGINT') },
    { when: 'npm is asked to end', tell: (pid: number) => process.kill(pid, 'SIGTERM') },
  ])('leaves nothing behind when $when', async ({ tell }) => {
    const npm = startNpm();
    await npm.ready;
    tell(npm.child.pid as number);
    expect(await elapsed(npm.exited)).toBeLessThan(ENDED_AFTER_MS);
    for (const port of [site.port, site.apiPort]) {
      await expect.poll(() => isRefused(port), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(true);
    }
  });

  it('leaves no API behind when it is killed', async () => {
    const product = startProduct();
    await product.ready;
    const [api] = childrenOf(product.child.pid as number) as [number];
    product.child.kill('SIGKILL');
    await product.exited;
    await expect.poll(() => isRefused(site.apiPort), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(true);
    await expect.poll(() => isRunning(api), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(false);
  });
});
