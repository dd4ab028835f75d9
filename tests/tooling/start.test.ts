import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FIXED_ACCOUNTS } from '#api/demo/accounts.ts';
import { buildSiteIfStale } from '#scripts/build/build-site.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { testSiteEnvironment } from '#scripts/testing/test-site.ts';
import type { Command } from '#tests/support/commands.ts';
import {
  childrenOf,
  elapsed,
  get,
  isRefused,
  isRunning,
  processorSeconds,
  startCommand,
  stopCommands,
  takeTestSite,
} from '#tests/support/commands.ts';

/** The ready line and, below it, the last account. */
const READY = /^Ready:[\s\S]*Jutland_Admin/m;
/** Processor time: a start that builds or seeds takes more than twice as much. */
const READY_AFTER_SECONDS = 12;
/** Children are killed 2 s after they were asked to end; the rest is for busy machines. */
const ENDED_AFTER_MS = 15_000;

let site: Awaited<ReturnType<typeof takeTestSite>>;
let folder: string;
let env: NodeJS.ProcessEnv;

const startProduct = (overrides: NodeJS.ProcessEnv = {}): Command =>
  startCommand(process.execPath, ['scripts/start.ts'], { ...env, ...overrides });

/** Runs a start that is expected to fail: its code, and its output without the steps that it announces. */
async function failToStart(overrides: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> {
  const product = startProduct(overrides);
  const code = await product.exited;
  return {
    code,
    text: product
      .text()
      .replaceAll(/^.*…\n/gm, '')
      .trim(),
  };
}

/** Another folder whose builds look up to date, for starts that end before they serve them. */
async function copyRecord(distDir: string): Promise<string> {
  await cp(path.join(site.distDir, '.fingerprint'), path.join(distDir, '.fingerprint'));
  return distDir;
}

beforeAll(async () => {
  site = await takeTestSite();
  folder = await mkdtemp(path.join(os.tmpdir(), 'start-'));
  env = { ...testSiteEnvironment(site), DATA_DIR: path.join(folder, 'data') };
  await buildSiteIfStale(site.distDir, env);
  await copySeededData(env.DATA_DIR as string);
});

afterEach(stopCommands);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.release?.();
});

describe('npm start', () => {
  it('restarts without a build and prints the four addresses and the accounts', async () => {
    const product = startProduct();
    await product.printed(READY);
    const pid = product.child.pid as number;
    expect(processorSeconds([pid, ...childrenOf(pid)])).toBeLessThan(READY_AFTER_SECONDS);
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

  it('refuses ports, builds and data of another start with one sentence and code 1', async () => {
    const first = startProduct();
    await first.printed(READY);
    const [freePort, freeApiPort] = [String(site.port + 1000), String(site.apiPort + 1000)];
    const distDir = await copyRecord(path.join(folder, 'other-dist'));
    const elsewhere = { DATA_DIR: path.join(folder, 'other'), DIST_DIR: distDir };
    await copySeededData(elsewhere.DATA_DIR);

    const samePort = await failToStart({ ...elsewhere, API_PORT: freeApiPort });
    expect(samePort).toEqual({
      code: 1,
      text: `Port ${site.port} is in use by another program: stop it, or set PORT to another port.`,
    });

    const other = { PORT: freePort, API_PORT: freeApiPort };
    const domain = { SITE_DOMAIN: `localhost:${freePort}` };
    const sameBuilds = await failToStart({ ...other, ...domain, DATA_DIR: elsewhere.DATA_DIR });
    expect(sameBuilds).toEqual({
      code: 1,
      text: `The site in ${site.distDir} is in use by process ${first.child.pid} (start.ts): stop it first, or set DIST_DIR and DATA_DIR to other folders.`,
    });
    expect(await get(site.port, '/posts')).toMatch(/^200 [\s\S]*data-region="eu"/);

    const sameApiPort = await failToStart({ ...elsewhere, PORT: freePort });
    expect(sameApiPort.code).toBe(1);
    expect(sameApiPort.text).toMatch(new RegExp(`^Port ${site.apiPort} .*API_PORT.*\\.$`));

    const sameData = await failToStart({ ...other, DIST_DIR: distDir });
    expect(sameData.code).toBe(1);
    expect(sameData.text).toMatch(/^.*in use by process \d+.*\.$/);
  });

  it('says what it does, and builds and serves only the chosen regions', async () => {
    const product = startProduct({ REGIONS: 'na', DIST_DIR: path.join(folder, 'dist-na') });
    await product.printed(READY);
    const steps = product
      .text()
      .split('\n')
      .filter((line) => /…$|^Ready:/.test(line));
    expect(steps).toEqual([
      'Starting the API …',
      `Building the site for na into ${path.join(folder, 'dist-na')}, about a minute …`,
      `Ready: NA http://localhost:${site.port}`,
    ]);
    for (const host of ['localhost', 'eu.localhost', 'ru.localhost'])
      expect(await get(site.port, '/', host)).toMatch(/^200 [\s\S]*data-region="na"/);
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

  it('reports a broken database in one sentence', async () => {
    const broken = path.join(folder, 'broken');
    for (const name of ['pglite', 'db', 'database', '.']) {
      await mkdir(path.join(broken, name), { recursive: true, mode: 0o700 });
      await writeFile(path.join(broken, name, 'PG_VERSION'), 'no database\n');
    }
    const { code, text } = await failToStart({ DATA_DIR: broken });
    expect(code).toBe(1);
    expect(text).toMatch(/^[^\n]+\.$/);
    expect(text).toContain(broken);
  });

  it('stops with one sentence and code 1 when the API ends', async () => {
    const product = startProduct();
    await product.printed(READY);
    const [api] = childrenOf(product.child.pid as number) as [number];
    process.kill(api, 'SIGKILL');
    expect(await product.exited).toBe(1);
    expect(product.text()).toMatch(/The regional API ended unexpectedly .*\n$/);
    expect(await isRefused(site.port)).toBe(true);
  });

  it.each([
    // A terminal signals its whole foreground group, other programs only npm.
    { when: 'Ctrl+C is pressed', tell: (pid: number) => process.kill(-pid, 'SIGINT') },
    { when: 'npm is asked to end', tell: (pid: number) => process.kill(pid, 'SIGTERM') },
  ])('leaves nothing behind when $when', async ({ tell }) => {
    const npm = startCommand('npm', ['start'], env);
    await npm.printed(READY);
    tell(npm.child.pid as number);
    expect(await elapsed(npm.exited)).toBeLessThan(ENDED_AFTER_MS);
    for (const port of [site.port, site.apiPort]) {
      await expect.poll(() => isRefused(port), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(true);
    }
  });

  it('leaves no API behind when it is killed', async () => {
    const product = startProduct();
    await product.printed(READY);
    const [api] = childrenOf(product.child.pid as number) as [number];
    product.child.kill('SIGKILL');
    await product.exited;
    await expect.poll(() => isRefused(site.apiPort), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(true);
    await expect.poll(() => isRunning(api), { timeout: ENDED_AFTER_MS, interval: 100 }).toBe(false);
  });
});
