/** Pictures of maps from the operator's folder (Rule 30.13). */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { makeTimeline } from 'wows-replay/encode/sample-timelines';
import { loadMapPicture } from '#api/base/map-pictures.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import { openTestApi } from '#tests/support/api-fixture.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const MAP = '53_Shoreside';
const folder = temporaryFolder();

const land = createCanvas(64, 64);
const context = land.getContext('2d');
context.fillStyle = '#4a6b3a';
context.fillRect(0, 0, 64, 64);
const PNG = land.encodeSync('png');
writeFileSync(path.join(folder, `${MAP}.png`), PNG);
writeFileSync(path.join(folder, '33_new_tierra.png'), 'not a picture');

async function start(env: Record<string, string> = {}) {
  const api = await openTestApi({ env });
  const hasFeature = async () =>
    (await api.call('GET', '/api/features')).json.features.includes('minimaps') as boolean;
  return { api, hasFeature };
}

test('are not served, and the feature is not named, without a folder', async () => {
  const { api, hasFeature } = await start();
  expect([await hasFeature(), (await api.call('GET', `/api/map/${MAP}`)).status]).toEqual([false, 404]);
});

test('are served by the name of the map, and nothing else is', async () => {
  writeFileSync(path.join(folder, '..', path.basename(folder), 'secret.txt'), 'secret');
  const { api, hasFeature } = await start({ MINIMAPS_FOLDER: folder });
  expect(await hasFeature()).toBe(true);
  const { status, headers, bytes } = await api.call('GET', `/api/map/${MAP}`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/png',
    'private, max-age=86400',
  ]);
  expect(bytes).toEqual(PNG);
  for (const name of ['34_OC_islands', 'secret.txt', 'secret', `..%2F${path.basename(folder)}%2F${MAP}`])
    expect((await api.call('GET', `/api/map/${name}`)).status, name).toBe(404);
});

test('are below the battle in thumbnails; a file that is no picture is ignored', async () => {
  const timeline = makeTimeline();
  const parties = { authorId: 500_000_001, playerId: 500_000_002 };
  const [plain, drawn] = [null, await loadMapPicture(folder, MAP)].map((picture) =>
    Buffer.from(thumbnailOf(timeline, parties, picture).bytes).toString('base64'),
  );
  expect(drawn).not.toBe(plain);
  expect(await loadMapPicture(folder, '33_new_tierra')).toBeNull();
});
