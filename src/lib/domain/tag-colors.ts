/** Colours of clan tags: the league's colour, as it is legible in each theme. */
import { legibleOn } from '#lib/domain/contrast.ts';

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
