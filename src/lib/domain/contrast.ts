/** Contrast of colours as WCAG defines it. Colours are numbers, such as 0x0a5f93. */

/** The part of a channel (0 to 255) in the luminance, before its weight. */
function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const luminance = (rgb: number): number =>
  0.2126 * linear((rgb >> 16) & 255) + 0.7152 * linear((rgb >> 8) & 255) + 0.0722 * linear(rgb & 255);

/** From 1 (alike) to 21 (black and white). */
export function contrast(one: number, other: number): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG's minimum for text. */
const TEXT_MIN = 4.5;
/** In how many steps a colour may be mixed with black or white. */
const STEPS = 20;

/** The colour, mixed with as little white or black as makes it legible on `ground`. */
export function legibleOn(ground: number, rgb: number): number {
  const end = luminance(ground) < 0.18 ? 255 : 0;
  for (let step = 0; step < STEPS; step += 1) {
    const mix = (shift: number): number => {
      const channel = (rgb >> shift) & 255;
      return Math.round(channel + ((end - channel) * step) / STEPS) << shift;
    };
    const mixed = mix(16) | mix(8) | mix(0);
    if (contrast(ground, mixed) >= TEXT_MIN) return mixed;
  }
  return end * 0x010101;
}
