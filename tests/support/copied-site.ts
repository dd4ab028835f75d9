/** A copy of the European test site on its own port, whose service worker a test may replace. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { REGION_IDS } from '#lib/regions.ts';
import { createSiteListener } from '#scripts/site-server/site-server.ts';
import { close, freePort, listen } from '#scripts/support/listen.ts';
import { currentTestSite } from '#scripts/testing/test-site.ts';

/** The copy. */
export interface CopiedSite {
  origin: string;
  folder: string;
  /** Changes the text of the worker, as the next deployment does. */
  changeWorker(change: (text: string) => string): Promise<void>;
  close(): Promise<void>;
}

/** Copies and serves the site. Its pages reach no API. */
export async function copySite(): Promise<CopiedSite> {
  const dist = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  const folder = path.join(dist, 'eu');
  await cp(path.join(currentTestSite().distDir, 'eu'), folder, { recursive: true });
  const worker = path.join(folder, 'sw.js');
  for (const compressed of ['.br', '.gz']) await rm(worker + compressed);
  for (const region of REGION_IDS.filter((id) => id !== 'eu')) await symlink(folder, path.join(dist, region));
  const port = await freePort();
  const servers = await listen(createSiteListener(dist), { host: '127.0.0.1', port, name: 'PORT' });
  return {
    origin: `http://localhost:${port}`,
    folder,
    changeWorker: async (change) => writeFile(worker, change(await readFile(worker, 'utf8'))),
    close: async () => {
      await close(servers);
      await rm(dist, { recursive: true });
    },
  };
}
