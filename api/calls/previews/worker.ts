/** The thread that draws pictures: takes a card and its region's label, sends a PNG. */
import { parentPort } from 'node:worker_threads';
import { registerFonts } from '#api/base/fonts.ts';
import { drawCard } from '#api/calls/previews/draw.ts';
import type { PictureOrder } from '#api/calls/previews/pictures.ts';

registerFonts();
parentPort?.on('message', ({ card, label }: PictureOrder) => {
  parentPort?.postMessage(new Uint8Array(drawCard(card, label).encodeSync('png')));
});
parentPort?.postMessage('ready');
