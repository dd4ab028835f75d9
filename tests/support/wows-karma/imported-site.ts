/** The site with an API of an imported region, for browsers. */
import path from 'node:path';
import { expect } from 'playwright/test';
import { importRegion } from '#api/commands/import-wows-karma/import.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { openData } from '#api/storage/open-data.ts';
import { freePort } from '#scripts/support/listen.ts';
import { ensurePostgres } from '#scripts/testing/postgres.ts';
import { createTestApi } from '#tests/support/api.ts';
import { copySite } from '#tests/support/copied-site.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { startPostgres } from '#tests/support/postgres/server.ts';
import { createFakePublisher, down } from '#tests/support/publisher.ts';
import { createOldDatabase } from '#tests/support/wows-karma/old-database.ts';
import { writeOldFiles } from '#tests/support/wows-karma/old-files.ts';
import { ODD_ROWS } from '#tests/support/wows-karma/rows.ts';

/** A day after the latest moment in the rows. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The running site, and the old database that it was imported from. */
export interface ImportedSite {
  origin: string;
  oldUrl: string;
  tokenOf(id: number): Promise<string>;
  close(): Promise<void>;
}

/** Imports the odd rows, restores them into a database of this kind, and starts API and site. All files have been checked then. */
export async function openImportedSite(kind: 'embedded' | 'server'): Promise<ImportedSite> {
  const server = await startPostgres(ensurePostgres());
  const places = createPlaces(server.url);
  const old = await createOldDatabase(ODD_ROWS, server.url);
  const files = path.join(places.folder, 'old-files');
  const target = path.join(places.folder, 'backup');
  writeOldFiles(files);
  await importRegion({ from: old.url, files, region: 'eu', target }, () => {});
  const place = await places.add(kind);
  await restoreBackup(place, target, false, 'eu');
  const data = await openData(place, () => {});

  const apiPort = await freePort();
  const site = await copySite(apiPort);
  // One that answers would change the imported players and clans.
  const publisher = createFakePublisher();
  publisher.behaviour = down;
  const api = await createTestApi({
    ...data,
    publisher: publisher.options,
    env: { SITE_DOMAIN: `localhost:${site.port}`, API_DOMAIN: `localhost:${apiPort}` },
    jobLimits: { restMs: 0, retryAfterMs: [] },
  });
  api.clock.now = NOW;
  await api.app.listen({ host: '127.0.0.1', port: apiPort });
  const waiting = async () => {
    const rows = await data.database.read('eu', (db) => db.select().from(replays));
    return rows.filter((row) => row.decoderVersion === NOT_CHECKED || row.runAfter !== null);
  };
  await expect.poll(waiting).toEqual([]);
  return {
    origin: site.origin,
    oldUrl: old.url,
    tokenOf: (id) => api.tokenOf(id),
    async close() {
      await api.close();
      await site.close();
      await data.database.close();
      await old.remove();
      await places.remove();
      await server.stop();
    },
  };
}
