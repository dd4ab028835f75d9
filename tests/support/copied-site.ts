/** A copy of the European test site on its own port, whose service worker a test may replace. */
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { REGION_IDS } from '#lib/regions.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, freePort, listen } from '#scripts/support/listen.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';

/** The copy. */
export interface CopiedSite {
  port: number;
  origin: string;
  folder: string;
  /** Changes the text of the worker, as the next deployment does. */
  changeWorker(change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

const withoutCompressed = (file: string): Promise<unknown> =>
  Promise.all(['.br', '.gz'].map((ending) => rm(file + ending, { force: true })));

/** Lets the pages in the folder use the API on another port. */
async function changeApi(folder: string, apiPort: number): Promise<void> {
  const origin = `localhost:${currentTestSite().apiPort}`;
  for await (const name of glob('**/*.html', { cwd: folder })) {
    const file = path.join(folder, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(origin, `localhost:${apiPort}`));
    await withoutCompressed(file);
  }
}

/** Copies and serves the site. Its pages use the API on `apiPort`, which must allow the copy's origin; without it, they reach none. */
export async function copySite(apiPort?: number): Promise<CopiedSite> {
  const dist = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  const folder = path.join(dist, 'eu');
  await cp(path.join(currentTestSite().distDir, 'eu'), folder, { recursive: true });
  const worker = path.join(folder, 'sw.js');
  await withoutCompressed(worker);
  if (apiPort !== undefined) await changeApi(folder, apiPort);
  for (const region of REGION_IDS.filter((id) => id !== 'eu')) await symlink(folder, path.join(dist, region));
  const port = await freePort();
  const servers = await listen(createSiteListener(dist), { host: '127.0.0.1', port, name: 'PORT' });
  return {
    port,
    origin: `http://localhost:${port}`,
    folder,
    changeWorker: async (change) => writeFile(worker, change(await readFile(worker, 'utf8'))),
    close: async () => {
      await close(servers);
      await rm(dist, { recursive: true });
    },
  };
}
