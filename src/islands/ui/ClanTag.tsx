import type { CSSProperties } from 'react';
import { legibleOn } from '#lib/domain/contrast.ts';
import styles from './ClanTag.module.css';
import { cx } from './helpers/cx.ts';

/** `--tag-ground` of tokens.css, by theme. */
const GROUND = { light: 0xeef2f6, dark: 0x253646 };

/**
 * The RGB part of a league colour, which is an ARGB number (`0xFFrrggbb`, also as a signed 32-bit one) or an RGB number. Null
 * for 0, black, or anything that is not a whole number: then the text colour is used.
 */
export function leagueRgb(color: number | null | undefined): number | null {
  if (typeof color !== 'number' || !Number.isInteger(color)) return null;
  return color & 0xffffff || null;
}

const hex = (rgb: number): string => `#${rgb.toString(16).padStart(6, '0')}`;

/** The league's colour as it is legible in each theme. */
export function tagColors(leagueColor: number | null | undefined) {
  const rgb = leagueRgb(leagueColor);
  if (rgb === null) return undefined;
  return {
    '--tag-light': hex(legibleOn(GROUND.light, rgb)),
    '--tag-dark': hex(legibleOn(GROUND.dark, rgb)),
  };
}

interface ClanTagProps {
  tag: string;
  /** As the game sends it. */
  leagueColor?: number | null | undefined;
  href?: string | undefined;
  className?: string | undefined;
}

/** A clan tag in brackets in its league's colour. Only for client rendering: it sets a style. */
export function ClanTag({ tag, leagueColor, href, className }: ClanTagProps) {
  const Element = href ? 'a' : 'span';
  return (
    <Element
      href={href}
      className={cx(styles.tag, className)}
      style={tagColors(leagueColor) as CSSProperties | undefined}
      dir="auto"
    >
      [{tag}]
    </Element>
  );
}
