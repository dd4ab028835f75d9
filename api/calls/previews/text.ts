/** Text that fits: one line that gets smaller and is cut, or several lines. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { fontFor } from '#api/base/fonts.ts';

/** How a text is drawn. */
export interface TextStyle {
  size: number;
  weight?: 400 | 700;
  color: string;
}

/** Where text of any length is drawn. */
export interface TextBox extends Omit<TextStyle, 'size'> {
  x: number;
  top: number;
  bottom: number;
  width: number;
  /** Largest first. */
  sizes: readonly number[];
}

const graphemes = new Intl.Segmenter();
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const parts = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const widthOf = (context: SKRSContext2D, text: string): number => context.measureText(text).width;

/** The longest start of the text that fits with an ellipsis; found by halving, because measuring is slow. */
function cut(context: SKRSContext2D, text: string, width: number): string {
  const letters = parts(graphemes, text);
  let [fits, tooLong] = [0, letters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(context, `${letters.slice(0, middle).join('')}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}

function use(context: SKRSContext2D, text: string, { size, weight = 400, color }: TextStyle): void {
  context.font = fontFor(text, size, weight);
  context.fillStyle = color;
}

/** Draws one line at its baseline and returns its width. It gets smaller down to `minSize`, then it is cut. */
export function drawLine(
  context: SKRSContext2D,
  text: string,
  [x, y]: readonly [number, number],
  { width, minSize, ...style }: TextStyle & { width: number; minSize?: number },
): number {
  use(context, text, style);
  const natural = widthOf(context, text);
  const size = Math.max(
    minSize ?? style.size,
    Math.min(style.size, Math.floor((style.size * width) / natural)),
  );
  use(context, text, { ...style, size });
  const shown = widthOf(context, text) <= width ? text : cut(context, text, width);
  context.fillText(shown, x, y);
  return Math.min(width, widthOf(context, shown));
}

/** Splits the text into lines that fit; what does not fit into the last one is cut. */
function wrap(context: SKRSContext2D, text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  const pieces = parts(words, text).flatMap((word) =>
    widthOf(context, word) > width ? parts(graphemes, word) : [word],
  );
  for (const [index, piece] of pieces.entries()) {
    if (line !== '' && widthOf(context, line + piece.trimEnd()) > width) {
      if (lines.length === maxLines - 1)
        return [...lines, cut(context, line + pieces.slice(index).join(''), width)];
      lines.push(line.trimEnd());
      line = '';
    }
    line = (line + piece).trimStart();
  }
  return line === '' ? lines : [...lines, line];
}

const lineHeight = (size: number): number => Math.round(size * 1.35);

/** Draws at most `maxLines` lines from the first baseline on; returns the baseline of the last. */
export function drawLines(
  context: SKRSContext2D,
  text: string,
  [x, y]: readonly [number, number],
  { width, maxLines, ...style }: TextStyle & { width: number; maxLines: number },
): number {
  use(context, text, style);
  const lines = wrap(context, text, width, maxLines);
  const height = lineHeight(style.size);
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + index * height);
  return y + (Math.max(lines.length, 1) - 1) * height;
}

/**
 * Draws text between two heights in the largest of `sizes` in which all of it fits, or cut in the last one; returns the baseline
 * of the last line.
 */
export function drawText(
  context: SKRSContext2D,
  text: string,
  { x, top, bottom, width, sizes, ...style }: TextBox,
): number {
  const options = sizes.map((size) => {
    use(context, text, { ...style, size });
    const maxLines = Math.max(1, Math.floor((bottom - top - size) / lineHeight(size)) + 1);
    return { size, maxLines, fits: wrap(context, text, width, maxLines + 1).length <= maxLines };
  });
  const { size, maxLines } = (options.find(({ fits }) => fits) ?? options.at(-1)) as (typeof options)[number];
  return drawLines(context, text, [x, top + size], { ...style, size, width, maxLines });
}
