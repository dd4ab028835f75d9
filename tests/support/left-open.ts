/** The contrast of texts that axe leaves open, such as those on gradients, from the colours behind them. */
import { contrast } from '#lib/domain/contrast.ts';

/** Channels from 0 to 255, and an alpha from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** A text with what contains it, from the page down to the text. */
export interface DrawnText {
  html: string;
  color: Color;
  isLarge: boolean;
  around: readonly { ground: Color; stops: readonly Color[]; opacity: number }[];
}

const WHITE: Color = [255, 255, 255, 1];

const over = (below: Color, [red, green, blue, alpha]: Color): Color => {
  const mix = (top: number, under: number): number => Math.round(top * alpha + under * (1 - alpha));
  return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
};

const numberOf = ([red, green, blue]: Color): number => (red << 16) | (green << 8) | blue;

/** The lowest contrast that a text has: a gradient counts with each of its colours. */
export function lowestContrast({ color, around }: Pick<DrawnText, 'color' | 'around'>): number {
  let grounds: Color[] = [WHITE];
  for (const { ground, stops } of around) {
    const plain = ground[3] === 1 ? [ground] : grounds.map((below) => over(below, ground));
    // A gradient may be transparent in places, or narrower than its element.
    grounds = [...plain, ...stops.flatMap((stop) => plain.map((below) => over(below, stop)))];
  }
  const [red, green, blue, alpha] = color;
  const opacity = around.reduce((all, one) => all * one.opacity, alpha);
  return Math.min(
    ...grounds.map((ground) =>
      contrast(numberOf(ground), numberOf(over(ground, [red, green, blue, opacity]))),
    ),
  );
}

/** Whether WCAG refuses the contrast. */
export const isTooFaint = (text: DrawnText): boolean => lowestContrast(text) < (text.isLarge ? 3 : 4.5);

/** Reads texts from the page, where it runs. */
export function readTexts(selectors: string[]): DrawnText[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const read = (color: string): Color => {
    if (canvas === null) throw new Error('The page has no canvas.');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const layerOf = (element: Element) => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const stops = backgroundImage.match(/(?:rgba?|hsla?|color|oklab|oklch)\([^()]*\)/g) ?? [];
    return { ground: read(backgroundColor), stops: stops.map(read), opacity: Number(opacity) };
  };
  return selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    if (element === null) return [];
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const around = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) around.unshift(layerOf(at));
    return [
      {
        html: element.outerHTML.slice(0, 200),
        color: read(element instanceof SVGElement ? fill : color),
        isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
        around,
      },
    ];
  });
}
