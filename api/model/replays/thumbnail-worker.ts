/** The thread that draws thumbnails: takes a stored timeline and the parties of a post, sends a WebP. */
import { parentPort } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { registerFonts } from '#api/base/fonts.ts';
import { thumbnailOf } from '#api/model/replays/draw-thumbnail.ts';
import type { ThumbnailOrder } from '#api/model/replays/thumbnails.ts';

registerFonts();
parentPort?.on('message', ({ timeline, ...post }: ThumbnailOrder) => {
  parentPort?.postMessage(thumbnailOf(JSON.parse(brotliDecompressSync(timeline).toString()), post));
});
parentPort?.postMessage('ready');
