/** Computed colours by name, so that tests depend on the hue and not on the shade. */
import { expect, type Locator } from 'playwright/test';

/** Where hues begin and end, in degrees. */
const HUES = [
  { name: 'red', from: -20, to: 20 },
  { name: 'yellow', from: 35, to: 65 },
  { name: 'green', from: 90, to: 170 },
];
/** The difference of the channels (0 to 255) below which a colour looks grey. */
const GREY_MAX = 50;

/** The name of a computed colour such as `rgb(19, 105, 58)`; a hue without a name in degrees. */
function nameOf(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const max = Math.max(red, green, blue);
  const range = max - Math.min(red, green, blue);
  if (range < GREY_MAX) return 'grey';
  const hueOf = () => {
    if (max === red) return (60 * (green - blue)) / range;
    return max === green ? 120 + (60 * (blue - red)) / range : 240 + (60 * (red - green)) / range;
  };
  const hue = hueOf();
  return HUES.find(({ from, to }) => hue >= from && hue <= to)?.name ?? `${Math.round(hue)}°`;
}

/** The colour of an element: of its text, or of another property. */
export async function colourOf(element: Locator, property = 'color'): Promise<string> {
  let colour = '';
  // Empty for an early post that the screen has just replaced.
  const read = async () => {
    colour = await element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
    return colour;
  };
  await expect.poll(read).not.toBe('');
  return nameOf(colour);
}
