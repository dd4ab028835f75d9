/** The checks of imported replay files in the background (rule 29.8). */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRegion } from '#api/commands/import-wows-karma/import.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { restoreBackup } from '#api/storage/backup/restore-backup.ts';
import { type Data, openData } from '#api/storage/open-data.ts';
import { DECODER_VERSION } from '#lib/replay/battle/facts.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { createPlaces } from '#tests/support/data-places.ts';
import { createOldDatabase, type OldFixture } from '#tests/support/wows-karma/old-database.ts';
import { writeOldFiles } from '#tests/support/wows-karma/old-files.ts';
import { ODD_ROWS, POST, REPLAY } from '#tests/support/wows-karma/rows.ts';

const places = createPlaces();
let old: OldFixture;
let data: Data;
let api: TestApi | null = null;

beforeAll(async () => {
  const files = path.join(places.folder, 'old-files');
  const target = path.join(places.folder, 'backup');
  writeOldFiles(files);
  old = await createOldDatabase(ODD_ROWS);
  await importRegion({ from: old.url, files, region: 'eu', target }, () => {});
  const place = await places.add('server');
  await restoreBackup(place, target, false, 'eu');
  data = await openData(place, () => {});
});
afterAll(async () => {
  await api?.close();
  await data.database.close();
  await old.remove();
  await places.remove();
});

const rows = () => data.database.read('eu', (db) => db.select().from(replays));

const start = async (jobLimits: object): Promise<TestApi> => {
  api = await createTestApi({
    ...data,
    jobLimits: { pollMs: 60_000, restMs: 0, retryAfterMs: [], ...jobLimits },
  });
  return api;
};

const fileStatus = async (id: string): Promise<number> =>
  (await (api as TestApi).call('GET', `/api/Replay/${id}/file`)).status;

test('a file is served once the decoder has accepted it, one that it refuses never', async () => {
  await start({ restMs: 3_600_000 });
  // The newest one is decoded, then the process rests: the oldest waits.
  expect(await fileStatus(REPLAY.whole)).toBe(404);
  await api?.close();

  await start({});
  await expect
    .poll(async () =>
      (await rows()).filter((row) => row.decoderVersion === NOT_CHECKED || row.runAfter !== null),
    )
    .toEqual([]);
  const after = new Map((await rows()).map((row) => [row.id, row]));
  for (const id of [REPLAY.whole, REPLAY.again, REPLAY.ofWrongPost]) {
    expect(after.get(id)).toMatchObject({ decoderVersion: DECODER_VERSION, map: '53_Shoreside' });
    expect(await fileStatus(id)).toBe(200);
  }
  expect(after.get(REPLAY.again)).toMatchObject({ state: 2 });

  const damaged = after.get(REPLAY.damaged);
  expect(damaged?.lastError).toMatch(/./);
  expect(await data.files.open('eu', damaged?.sha256 ?? '')).not.toBeNull();
  expect(await fileStatus(REPLAY.damaged)).toBe(404);
  const answer = await (api as TestApi).call('GET', `/api/Replay/${REPLAY.damaged}`);
  expect(answer.json).toMatchObject({ downloadUri: null });

  expect(after.has(REPLAY.dangerous)).toBe(false);
  const post = await (api as TestApi).call('GET', `/api/post/${POST.unknownBits}`);
  expect(post.json.model).toMatchObject({ replayId: null });
});
