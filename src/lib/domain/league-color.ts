/** The colour of a clan's league, as the game sends it and as the site draws it. */

/**
 * `#rrggbb` of a league colour: an ARGB number (`0xFFrrggbb`, also as a signed 32-bit one) or a plain RGB
 * number. Null for 0, black, absent or anything that is not a whole number: the text's own colour is used.
 */
export function leagueColorHex(color: number | null | undefined): string | null {
  if (typeof color !== 'number' || !Number.isInteger(color)) return null;
  const rgb = color & 0xffffff;
  return rgb === 0 ? null : `#${rgb.toString(16).padStart(6, '0')}`;
}
