/** Colours of clan tags: the league's colour, as it is legible in each theme. */

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

/** `--tag-ground` of tokens.css, by theme. */
const GROUND = { light: 0xeef2f6, dark: 0x253646 };

/**
 * The RGB part of a league colour, which is an ARGB number (`0xFFrrggbb`, also as a signed 32-bit one) or an RGB number. Null
 * for 0, black, or anything that is not a whole number: then the text colour is used.
 */
export function leagueRgb(color: number | null | undefined): number | null {
  return Number.isInteger(color) ? Number(color) & 0xffffff || null : null;
}

const hex = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`;

/** A league's colour as it is, for a style; undefined for the text colour. */
export function leagueColor(color: number | null | undefined): string | undefined {
  const rgb = leagueRgb(color);
  return rgb === null ? undefined : hex(rgb);
}

/** Custom properties for a tag in this league's colour; none for the text colour. */
export function tagColors(leagueColor: number | null | undefined): Readonly<Record<`--${string}`, string>> {
  const rgb = leagueRgb(leagueColor);
  if (rgb === null) return {};
  return {
    '--tag-light': hex(legibleOn(GROUND.light, rgb)),
    '--tag-dark': hex(legibleOn(GROUND.dark, rgb)),
  };
}

/** Of the publisher's leagues, colours that are legible in the dark theme as they are, each with that of the light theme. */
const LEAGUES = '#cda4ff:#7b6299 #bee7bd:#566855 #e3d6a0:#726b50 #cce4e4:#5c6767 #cc9966:#856342';

/** The same without the calculation, for pages that draw early: tags of other leagues get their colours from the screen. */
export function knownTagColors(color: number | null | undefined): ReturnType<typeof tagColors> {
  const dark = leagueColor(color) ?? '-';
  const light = LEAGUES.split(`${dark}:`)[1];
  return light ? { '--tag-light': light.slice(0, 7), '--tag-dark': dark } : {};
}
