/** Parts of all pictures: background, mark, tiles and pills. */
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { COLORS, TONES } from '#api/calls/previews/colors.ts';
import { signed } from '#api/calls/previews/preview.ts';
import { drawLine } from '#api/calls/previews/text.ts';
import { type KarmaTone, karmaTone } from '#lib/domain/karma.ts';
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

/** Left edge of the content, and its width. */
export const LEFT = 64;
export const WIDTH = PREVIEW_IMAGE.width - 2 * LEFT;

/** Left, top, width and height. */
export type Box = readonly [number, number, number, number];

/** A shape from SVG's path data. */
export const path = (data: string): Path2D => new Path2D(data);
const SHIP = path(
  'M28 92h206l-20 27H46zM70 92V80h26l6-14h22v26M124 92V58h12v-14h14v14h8v34M164 92V74h20l8 18M80 80l-26-5M98 76l-24-7M186 80l28-6M143 44V20M143 26h14l-4 4 4 4h-14M112 66V48',
);
const WAVE = path(`M0 0q12-8 24 0${'t24 0'.repeat(50)}`);

/** Draws in a moved and scaled system of coordinates. */
export function at(context: SKRSContext2D, x: number, y: number, scale: number, draw: () => void): void {
  context.save();
  context.translate(x, y);
  context.scale(scale, scale);
  draw();
  context.restore();
}

/** The logo: a signal flag with a plus and a minus, in a square of `size`. */
export function drawMark(context: SKRSContext2D, x: number, y: number, size: number): void {
  const stroke = (data: string, color: string, width: number): void => {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke(path(data));
  };
  const fill = (data: string, color: string): void => {
    context.fillStyle = color;
    context.fill(path(data));
  };
  at(context, x, y, size / 32, () => {
    context.lineCap = 'round';
    stroke('M5 3v26', COLORS.brass, 2.5);
    fill('M7.5 5H18v15H7.5z', '#f4f8fc');
    fill('M18 5h12l-4.5 7.5L30 20H18z', '#2f8fcf');
    stroke('M12.7 8.7v7.6M8.9 12.5h7.6', '#12304b', 2.4);
    stroke('M19.8 12.5h4.2', '#f4f8fc', 2.4);
  });
}

/** Background and waves. */
export function drawSea(context: SKRSContext2D): void {
  const { width, height } = PREVIEW_IMAGE;
  // One colour and no gradient, because a PNG of that is six times smaller.
  context.fillStyle = COLORS.hull;
  context.fillRect(0, 0, width, height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2.5;
  for (const [x, y, alpha] of [
    [-10, 606, 0.9],
    [-28, 622, 0.5],
  ] as const)
    at(context, x, y, 1, () => {
      context.globalAlpha = alpha;
      context.strokeStyle = '#4a9bd4';
      context.stroke(WAVE);
    });
}

/** Text with this baseline is above the ship. */
export const ABOVE_SHIP = 468;

/** A ship at the right, where no text is. */
export function drawShip(context: SKRSContext2D): void {
  at(context, 850, 455, 1.3, () => {
    context.globalAlpha = 0.35;
    context.strokeStyle = '#cfe0ee';
    context.stroke(SHIP);
  });
}

/** The site's name at the top. */
export function drawHeader(context: SKRSContext2D, region: string): void {
  drawMark(context, LEFT - 6, 40, 64);
  const style = { size: 34, weight: 700, width: 400 } as const;
  const name = drawLine(context, 'Fleet Karma', [LEFT + 70, 83], { ...style, color: COLORS.ink });
  drawLine(context, region, [LEFT + 84 + name, 83], { ...style, weight: 400, color: COLORS.soft });
}

/** An arrow up or down, or a dot, so that colour is never alone. */
function drawSign(context: SKRSContext2D, tone: KarmaTone, x: number, y: number, size: number): void {
  context.fillStyle = TONES[tone];
  const half = size / 2;
  context.beginPath();
  if (tone === 'warning') context.arc(x + half, y + half, size / 4, 0, 2 * Math.PI);
  else {
    const [tip, base] = tone === 'positive' ? [y, y + size] : [y + size, y];
    context.moveTo(x + half, tip);
    context.lineTo(x + size, base);
    context.lineTo(x, base);
  }
  context.fill();
}

/** A rounded box with a coloured edge. */
export function drawBox(
  context: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  edge: string,
): void {
  context.globalAlpha = 0.8;
  context.fillStyle = COLORS.tile;
  context.beginPath();
  context.roundRect(x, y, width, height, 12);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = edge;
  context.lineWidth = 2;
  context.stroke();
}

/** A number with its label in a box. With `plain`, it has neither sign nor tone. */
export function drawTile(
  context: SKRSContext2D,
  label: string,
  value: number | null,
  [x, y, width, height]: Box,
  { plain = false } = {},
): void {
  const tone = karmaTone(value);
  drawBox(context, x, y, width, height, COLORS.line);
  const size = Math.round(height * 0.42);
  if (!plain) drawSign(context, tone, x + 24, y + 26 + size * 0.1, size * 0.55);
  const [left, room, text] = plain
    ? [24, width - 48, Number(value).toLocaleString('en')]
    : [40 + size * 0.55, width - 64 - size * 0.6, signed(value)];
  const style = { size, weight: 700, color: plain ? COLORS.ink : TONES[tone], minSize: 24 } as const;
  drawLine(context, text, [x + left, y + 20 + size * 0.8], { ...style, width: room });
  drawLine(context, label, [x + 24, y + height - 20], { size: 26, color: COLORS.soft, width: width - 48 });
}

/** A rating with its sign and word in a pill; returns its width. */
export function drawPill(
  context: SKRSContext2D,
  text: string,
  value: number,
  [x, y]: readonly [number, number],
): number {
  const tone = karmaTone(value);
  const style = { size: 26, color: COLORS.ink, width: 360 } as const;
  context.globalAlpha = 0;
  const width = drawLine(context, text, [0, 0], style) + 78;
  context.globalAlpha = 1;
  drawBox(context, x, y, width, 52, TONES[tone]);
  drawSign(context, tone, x + 20, y + 17, 18);
  drawLine(context, text, [x + 54, y + 36], style);
  return width;
}
