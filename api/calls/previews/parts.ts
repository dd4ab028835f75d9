/** Parts of all pictures: background, mark, flags, figures and ribbons. */
import { loadImage, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { COLORS, TONES } from '#api/calls/previews/colors.ts';
import { drawLine } from '#api/calls/previews/text.ts';
import { karmaTone } from '#lib/domain/karma.ts';
import { countSigns, readRibbon } from '#lib/domain/ribbon.ts';
import { flagSprite } from '#lib/domain/signal-flags.ts';
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

/** Left edge of the content, and its width. */
export const LEFT = 64;
export const WIDTH = PREVIEW_IMAGE.width - 2 * LEFT;

/** A shape from SVG's path data. */
export const path = (data: string): Path2D => new Path2D(data);
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

/** The site's name at the top. */
export function drawHeader(context: SKRSContext2D, region: string): void {
  drawMark(context, LEFT - 6, 40, 64);
  const style = { size: 34, weight: 700, width: 400 } as const;
  const name = drawLine(context, 'Fleet Karma', [LEFT + 70, 83], { ...style, color: COLORS.ink });
  drawLine(context, region, [LEFT + 84 + name, 83], { ...style, weight: 400, color: COLORS.soft });
}

/** A number or a word with its label below. */
export function drawFigure(
  context: SKRSContext2D,
  [text, label]: readonly [string, string],
  color: string,
  [x, y]: readonly [number, number],
): void {
  drawLine(context, text, [x, y], { size: 110, minSize: 40, weight: 700, color, width: 420 });
  drawLine(context, label, [x, y + 52], { size: 30, color: COLORS.soft, width: 420 });
}

/**
 * The latest posts about a player as stripes, up, down or in the middle, oldest on the left, with
 * the name and their numbers in words.
 */
export function drawRibbon(context: SKRSContext2D, name: string, letters: string, top: number): void {
  if (letters === '') return;
  const signs = readRibbon(letters);
  const right = LEFT + WIDTH;
  for (const [index, sign] of signs.entries()) {
    context.fillStyle = sign === 0 ? COLORS.soft : TONES[karmaTone(sign)];
    const x = right - (signs.length - index) * 16;
    context.fillRect(x, top + (sign === 1 ? 0 : sign === 0 ? 21 : 26), 11, sign === 0 ? 8 : 24);
  }
  context.textAlign = 'right';
  const style = { size: 22, minSize: 18, color: COLORS.ink, width: 480 };
  drawLine(context, `${name}, last ${signs.length}:`, [right, top + 72], style);
  drawLine(context, countSigns(signs), [right, top + 100], style);
  context.textAlign = 'left';
}

/** A grey band with a sentence, at the bottom. */
export function drawBand(context: SKRSContext2D, text: string): void {
  context.fillStyle = COLORS.line;
  context.fillRect(0, 562, PREVIEW_IMAGE.width, 68);
  drawLine(context, text, [LEFT, 607], { size: 32, weight: 700, color: COLORS.ink, width: WIDTH });
}

const SPRITE = flagSprite();
const symbol = (id: string): string =>
  new RegExp(`<symbol id="${id}"[^>]*>(.*?)</symbol>`).exec(SPRITE)?.[1] ?? '';

/** Draws the two flags of an emblem, `height` pixels high. */
export async function drawEmblem(
  context: SKRSContext2D,
  [upper = '', lower = '']: string,
  [x, y]: readonly [number, number],
  height: number,
  color: string = COLORS.soft,
): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${(height * 5) / 8}" height="${height}" viewBox="0 0 15 24"
    color="${color}" stroke="${COLORS.line}" stroke-width=".5">${symbol(upper)}<g transform="translate(0 13)">${symbol(lower)}</g></svg>`;
  context.drawImage(await loadImage(Buffer.from(svg)), x, y);
}
