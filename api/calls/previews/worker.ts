/** The thread that draws pictures: takes a card and its region's label, sends a PNG. */
import { parentPort } from 'node:worker_threads';
import { registerFonts } from '#api/base/fonts.ts';
import { drawCard } from '#api/calls/previews/draw.ts';
import type { PictureOrder } from '#api/calls/previews/pictures.ts';
import { encodePng } from '#api/calls/previews/png.ts';

registerFonts();
parentPort?.on('message', async (order: PictureOrder) => {
  parentPort?.postMessage(encodePng(await drawCard(order)));
});
parentPort?.postMessage('ready');
