/** The thread that draws thumbnails: takes a stored timeline and the parties of a post, sends a WebP. */
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import type { Timeline } from 'wows-replay/timeline';
import { registerFonts } from '#api/base/fonts.ts';
import { loadMapPicture } from '#api/base/map-pictures.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import type { ThumbnailData, ThumbnailOrder } from '#api/model/replays/thumbnails.ts';

const { minimapsFolder } = workerData as ThumbnailData;

registerFonts();
parentPort?.on('message', async ({ timeline: packed, ...post }: ThumbnailOrder) => {
  const timeline = JSON.parse(brotliDecompressSync(packed).toString()) as Timeline;
  const picture = await loadMapPicture(minimapsFolder, timeline.map.name);
  parentPort?.postMessage(thumbnailOf(timeline, post, picture));
});
parentPort?.postMessage('ready');
