import { mkdtemp, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#scripts/support/settings.ts';
import { copySeededData } from '#scripts/testing/seeded-data.ts';
import { testSiteEnvironment } from '#scripts/testing/test-site.ts';
import {
  childrenOf,
  get,
  isRefused,
  startCommand,
  stopCommands,
  takeTestSite,
} from '#tests/support/commands.ts';

const seldom = { interval: 250 };

let site: Awaited<ReturnType<typeof takeTestSite>>;
let folder: string;
let env: NodeJS.ProcessEnv;

const status = (): Promise<string> => get(site.apiPort, '/api/status').catch(() => 'no answer');

beforeAll(async () => {
  site = await takeTestSite();
  folder = await mkdtemp(path.join(os.tmpdir(), 'dev-'));
  const dataDir = path.join(folder, 'data');
  await copySeededData(dataDir);
  env = { ...testSiteEnvironment(site), DATA_DIR: dataDir };
});

afterEach(stopCommands);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.release?.();
});

describe('npm run dev', () => {
  it('serves the region with the badge Dev and restarts the API for what it imports', async () => {
    const dev = startCommand(process.execPath, ['scripts/dev.ts', 'na'], env);
    const player = (): Promise<string> =>
      get(site.port, '/player/500000001,Aurora_Captain').catch(() => 'no answer');
    await dev.printed(/^NA: http/m);
    expect(await Promise.all([isRefused(site.port), isRefused(site.apiPort)])).toEqual([false, false]);
    await expect
      .poll(player, seldom)
      .toMatch(/^200 [\s\S]*data-region="na"[\s\S]*class="environment"[^>]*>Dev</);
    await expect.poll(status, seldom).toBe('200 ');

    const [watcher] = childrenOf(dev.child.pid as number) as [number];
    for (const file of ['src/lib/stores/posts/feed-view.ts', 'src/lib/domain/karma.ts', 'api/main.ts']) {
      const [before] = childrenOf(watcher);
      const now = new Date();
      await utimes(path.join(ROOT, file), now, now);
      if (file.includes('/stores/')) {
        // While the page is built again, a watcher of the store would report its change.
        expect(await player()).toMatch(/^200 /);
        continue;
      }
      await expect.poll(() => childrenOf(watcher)[0], seldom).not.toBe(before);
      await expect.poll(status, seldom).toBe('200 ');
    }
    const changes = [...dev.text().matchAll(/Change detected in '.*\/(.+)'/g)].map(([, file]) => file);
    expect(changes).toEqual(['karma.ts', 'main.ts']);
    expect(dev.text()).not.toContain('in use by process');

    process.kill(dev.child.pid as number, 'SIGINT');
    expect(await dev.exited).toBe(0);
    expect(await isRefused(site.port)).toBe(true);
    expect(await isRefused(site.apiPort)).toBe(true);
  });

  it('refuses an unknown region with one sentence', async () => {
    const dev = startCommand(process.execPath, ['scripts/dev.ts', 'mars'], env);
    expect(await dev.exited).toBe(1);
    expect(dev.text()).toBe('The region must be eu, na, cis or sea, not "mars".\n');
  });
});
