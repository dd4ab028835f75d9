/** The contrast of texts that axe leaves open, such as those on gradients: from the pixels behind them. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright/test';
import { contrast } from '#lib/domain/tag-colors.ts';

type Color = readonly [red: number, green: number, blue: number];

/** A text, and the points of the window at which it is what the user sees. */
interface OpenText {
  selector: string;
  html: string;
  color: Color;
  /** Of the text with everything around it. */
  alpha: number;
  isLarge: boolean;
  points: [x: number, y: number][];
}

/** Share of the pixels behind a text that may be too faint: a line that crosses it does not count. */
const FAINT_MAX = 0.05;

const numberOf = ([red, green, blue]: Color): number => (red << 16) | (green << 8) | blue;

/** The contrast that a text has at least, except on a few of these grounds. */
export function lowContrast(
  { color, alpha }: Pick<OpenText, 'color' | 'alpha'>,
  grounds: readonly Color[],
): number {
  const mix = (ground: Color, at: 0 | 1 | 2): number =>
    Math.round(color[at] * alpha + ground[at] * (1 - alpha));
  const all = grounds
    .map((ground) => contrast(numberOf(ground), numberOf([mix(ground, 0), mix(ground, 1), mix(ground, 2)])))
    .toSorted((a, b) => a - b);
  return all[Math.floor(all.length * FAINT_MAX)] ?? Number.POSITIVE_INFINITY;
}

/** In the page: makes all texts transparent, but not what else has their colour. */
function hideTexts(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after, ::placeholder { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
}

function showTexts(): void {
  const isOurs = ({ cssRules }: CSSStyleSheet) => cssRules[0]?.cssText.includes('text-fill-color') ?? false;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !isOurs(sheet));
}

/** In the page: the first text, scrolled into the window, and all others that are seen then. */
function readTexts([first, ...others]: string[]): OpenText[] {
  // Of each line of a text.
  const [COLUMNS, ROWS] = [24, 5];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const readColor = (color: string): [number, number, number, number] => {
    if (canvas === null) throw new Error('The page has no canvas.');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const boxesOf = (element: Element): DOMRect[] => {
    const range = document.createRange();
    const texts = [...element.childNodes].filter(
      ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
    );
    return texts.length === 0
      ? [element.getBoundingClientRect()]
      : texts.flatMap((text) => {
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        });
  };
  // Not where an ellipsis or another element hides the text.
  const isSeen = (element: Element, x: number, y: number): boolean =>
    element.contains(document.elementFromPoint(x, y));
  const pointsOf = (element: Element, boxes: readonly DOMRect[]): [number, number][] => {
    const points: [number, number][] = [];
    for (const { left, top, width, height } of boxes)
      for (let row = 0.5; row < ROWS; row += 1)
        for (let column = 0.5; column < COLUMNS; column += 1) {
          const [x, y] = [
            Math.floor(left + (width * column) / COLUMNS),
            Math.floor(top + (height * row) / ROWS),
          ];
          if (isSeen(element, x, y)) points.push([x, y]);
        }
    return points;
  };
  const opacityOf = (element: Element | null): number =>
    element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
  const read = (selector: string): OpenText[] => {
    const element = document.querySelector(selector);
    if (element === null) return [];
    if (selector === first)
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const boxes = boxesOf(element);
    const isInside = boxes.every(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight);
    const points = isInside || selector === first ? pointsOf(element, boxes) : [];
    if (points.length === 0) return [];
    const style = getComputedStyle(element);
    const [red, green, blue, own] = readColor(style.color);
    const size = Number.parseFloat(style.fontSize);
    const text = {
      selector,
      html: element.outerHTML.slice(0, 200),
      color: [red, green, blue] as const,
      alpha: own * opacityOf(element),
      isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
      points,
    };
    return [text];
  };
  return [first ?? '', ...others].flatMap(read);
}

/** Those of the texts whose contrast is too low, with it. */
export async function faintTexts(page: Page, selectors: readonly string[]): Promise<string[]> {
  if (selectors.length === 0) return [];
  const faint: string[] = [];
  const before = await page.evaluate(() => [window.scrollX, window.scrollY] as const);
  await page.evaluate(hideTexts);
  let [...left] = selectors;
  while (left.length > 0) {
    const texts = await page.evaluate(readTexts, left);
    const picture = await loadImage(await page.screenshot({ scale: 'css' }));
    const canvas = createCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
    for (const text of texts) {
      const grounds = text.points.map(([x, y]): Color => {
        const at = (y * picture.width + x) * 4;
        return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      });
      const lowest = lowContrast(text, grounds);
      if (lowest < (text.isLarge ? 3 : 4.5)) faint.push(`${lowest.toFixed(1)}:1 ${text.html}`);
    }
    left = left.slice(1).filter((selector) => !texts.some((text) => text.selector === selector));
  }
  await page.evaluate(showTexts);
  await page.evaluate(([x, y]) => window.scrollTo({ left: x, top: y, behavior: 'instant' }), before);
  return faint;
}
