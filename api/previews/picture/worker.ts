/** The thread that draws pictures: takes a card and its region's label, sends a PNG. */
import { parentPort } from 'node:worker_threads';
import { drawCard } from '#api/previews/picture/draw.ts';
import { registerFonts } from '#api/previews/picture/fonts.ts';
import type { PictureOrder } from '#api/previews/pictures.ts';

registerFonts();
parentPort?.on('message', ({ card, label }: PictureOrder) => {
  parentPort?.postMessage(new Uint8Array(drawCard(card, label).encodeSync('png')));
});
parentPort?.postMessage('ready');
