/** Draws what never changes, as on a sea chart: graticule, names of squares, compass rose and scale. */
import type { Palette } from './palette.ts';
import type { Surface } from './surface.ts';

/** Context of all drawing: the surface, the map's edge in pixels, the scale of shapes, colours and fonts. */
export interface Pen {
  surface: Surface;
  size: number;
  scale: number;
  palette: Palette;
  /** A font family with its fallbacks. */
  font: string;
  /** Draws a picture of the map over the sea, as a square of this size at 0, 0; by default there is none. */
  drawPicture?: ((size: number) => void) | undefined;
}

/** Squares on each edge, numbered from the left and lettered from the top, as in the game. */
export const CELLS = 10;
/** Lines of the graticule within a square. */
const PARTS = 2;
/** Names of single squares are drawn in squares of this many pixels or more. */
const NAMED_FROM = 46;
/** Metres of a world unit. */
const UNIT = 30;
/** Lengths that the scale may have, in kilometres, and the largest share of the map's edge. */
const SCALES = [1, 2, 5, 10, 20] as const;
const SCALE_SHARE = 0.22;
const TURN = 2 * Math.PI;

const letterOf = (cell: number): string => String.fromCharCode(65 + cell);

/** Lines at whole multiples of a square's share. Those that `skip` names are left out. */
function drawLines({ surface, size }: Pen, parts: number, skip: (line: number) => boolean): void {
  const count = CELLS * parts;
  surface.beginPath();
  for (let line = 1; line < count; line += 1) {
    if (skip(line)) continue;
    const at = Math.round((line * size) / count) + 0.5;
    surface.moveTo(at, 0);
    surface.lineTo(at, size);
    surface.moveTo(0, at);
    surface.lineTo(size, at);
  }
  surface.stroke();
}

/** The sea with its graticule: squares, and within them the finer lines, if wanted. */
export function drawGraticule(pen: Pen, { fine }: { fine: boolean }): void {
  const { surface, size, palette } = pen;
  surface.fillStyle = palette.sea;
  surface.fillRect(0, 0, size, size);
  pen.drawPicture?.(size);
  surface.strokeStyle = palette.grid;
  surface.lineWidth = 1;
  if (fine) {
    surface.globalAlpha = 0.45;
    drawLines(pen, PARTS, (line) => line % PARTS === 0);
    surface.globalAlpha = 1;
  }
  drawLines(pen, 1, () => false);
}

/** The scale of degrees at the edge: every other part of a square is filled. */
function drawBorder({ surface, size, scale, palette }: Pen): void {
  const width = Math.max(2, Math.round(3 * scale));
  const count = CELLS * PARTS;
  surface.fillStyle = palette.grid;
  for (let part = 0; part < count; part += 2) {
    const [from, to] = [part, part + 1].map((line) => Math.round((line * size) / count)) as [number, number];
    surface.fillRect(from, 0, to - from, width);
    surface.fillRect(from, size - width, to - from, width);
    surface.fillRect(0, from, width, to - from);
    surface.fillRect(size - width, from, width, to - from);
  }
}

/** Numbers at the top and letters on the left; in large squares also each square's own name. */
function drawSquareNames({ surface, size, scale, palette, font }: Pen): void {
  surface.fillStyle = palette.gridText;
  surface.font = `${Math.round(10 * scale)}px ${font}`;
  // In the middle of each column and row, because both begin in the same corner.
  const middles = Array.from({ length: CELLS }, (_, cell) => ((cell + 0.5) * size) / CELLS);
  const inset = Math.round(3 * scale) + 3;
  surface.textAlign = 'center';
  surface.textBaseline = 'top';
  for (const [cell, x] of middles.entries()) surface.fillText(String(cell + 1), x, inset);
  surface.textAlign = 'left';
  surface.textBaseline = 'middle';
  for (const [cell, y] of middles.entries()) surface.fillText(letterOf(cell), inset + 1, y);
  const edge = size / CELLS;
  if (edge < NAMED_FROM) return;
  surface.globalAlpha = 0.5;
  surface.font = `${Math.round(8 * scale)}px ${font}`;
  surface.textBaseline = 'top';
  for (let row = 1; row < CELLS; row += 1)
    for (let column = 1; column < CELLS; column += 1)
      surface.fillText(`${letterOf(row)}${column + 1}`, column * edge + 4, row * edge + 4);
  surface.globalAlpha = 1;
}

/** A needle of the rose from the origin: one half is filled, the other one is outlined. */
function drawNeedle({ surface, palette }: Pen, length: number, width: number): void {
  for (const side of [-1, 1]) {
    surface.beginPath();
    surface.moveTo(0, -length);
    surface.lineTo(side * width, -width);
    surface.lineTo(0, 0);
    surface.closePath();
    surface.fillStyle = side < 0 ? palette.gridText : palette.sea;
    surface.fill();
    surface.stroke();
  }
}

/** The compass rose, in the lower right corner. North is up. */
function drawRose(pen: Pen): void {
  const { surface, size, scale, palette, font } = pen;
  const radius = Math.min(0.05 * size, 26 * scale);
  surface.save();
  surface.translate(0.95 * size - 4 * scale, 0.95 * size - 4 * scale);
  surface.globalAlpha = 0.6;
  surface.strokeStyle = palette.gridText;
  surface.lineWidth = 1;
  surface.beginPath();
  surface.arc(0, 0, radius * 0.62, 0, TURN);
  surface.stroke();
  for (const [length, width, first] of [
    [0.55, 0.12, TURN / 8],
    [0.82, 0.16, 0],
  ] as const) {
    surface.save();
    surface.rotate(first);
    for (let point = 0; point < 4; point += 1) {
      drawNeedle(pen, length * radius, width * radius);
      surface.rotate(TURN / 4);
    }
    surface.restore();
  }
  surface.fillStyle = palette.gridText;
  surface.textAlign = 'center';
  surface.textBaseline = 'alphabetic';
  surface.font = `700 ${Math.round(9 * scale)}px ${font}`;
  surface.fillText('N', 0, -0.86 * radius - 1);
  surface.restore();
}

/** The scale in the lower left corner, in kilometres: two halves, the first one filled. */
function drawScale({ surface, size, scale, palette, font }: Pen, mapSize: number): void {
  const perPixel = (mapSize * UNIT) / 1000 / size;
  const length = SCALES.findLast((kilometres) => kilometres / perPixel <= SCALE_SHARE * size);
  if (length === undefined) return;
  const width = length / perPixel;
  const height = Math.max(3, Math.round(4 * scale));
  const [left, top] = [Math.round(14 * scale) + 6, Math.round(size - 14 * scale)];
  surface.globalAlpha = 0.8;
  surface.fillStyle = palette.gridText;
  surface.fillRect(left, top - height, width / 2, height);
  surface.strokeStyle = palette.gridText;
  surface.lineWidth = 1;
  surface.beginPath();
  surface.rect(left + 0.5, top - height + 0.5, width - 1, height - 1);
  surface.stroke();
  surface.font = `${Math.round(9 * scale)}px ${font}`;
  surface.textAlign = 'left';
  surface.textBaseline = 'alphabetic';
  surface.fillText(`${length} km`, left, top - height - 3);
  surface.globalAlpha = 1;
}

/** The whole chart. `mapSize` is the map's edge in world units. */
export function drawChart(pen: Pen, mapSize: number): void {
  drawGraticule(pen, { fine: true });
  drawBorder(pen);
  drawSquareNames(pen);
  drawRose(pen);
  drawScale(pen, mapSize);
}
