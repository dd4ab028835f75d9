/** The thread that draws pictures: takes a card and its region's label, sends a PNG. */
import { parentPort } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import type { Canvas } from '@napi-rs/canvas';
import { registerFonts } from '#api/base/fonts.ts';
import { drawCard } from '#api/calls/previews/draw.ts';
import type { PictureOrder } from '#api/calls/previews/pictures.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** 32 of the 256 values of a channel: the edges of letters compress better. */
const LEVELS = Uint8Array.from({ length: 256 }, (_, value) =>
  Math.round((Math.round(value / 8.226) * 255) / 31),
);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The PNG of an opaque canvas, without filters, which serve photographs. */
function encodePng(canvas: Canvas): Uint8Array {
  const { width, height } = canvas;
  const pixels = canvas.data();
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let pixel = 0, at = 0; pixel < width * height; pixel += 1) {
    if (pixel % width === 0) at += 1;
    for (let channel = 0; channel < 3; channel += 1)
      rows[at++] = LEVELS[pixels[4 * pixel + channel] as number] as number;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of three channels.
  header.set([8, 2], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

registerFonts();
parentPort?.on('message', async (order: PictureOrder) => {
  parentPort?.postMessage(encodePng(await drawCard(order)));
});
parentPort?.postMessage('ready');
