import styles from './ClanTag.module.css';
import { cx } from './helpers/cx.ts';

/**
 * `#rrggbb` of a league colour, which is an ARGB number (`0xFFrrggbb`, also as a signed 32-bit one) or an RGB number. Null
 * for 0, black, or anything that is not a whole number: then the text colour is used.
 */
export function leagueColorHex(color: number | null | undefined): string | null {
  if (typeof color !== 'number' || !Number.isInteger(color)) return null;
  const rgb = color & 0xffffff;
  return rgb === 0 ? null : `#${rgb.toString(16).padStart(6, '0')}`;
}

interface ClanTagProps {
  tag: string;
  /** As the game sends it. The tag is drawn on a dark background, so any colour is legible. */
  leagueColor?: number | null | undefined;
  href?: string | undefined;
  className?: string | undefined;
}

/** A clan tag in brackets in its league's colour. Only for client rendering: it sets a style. */
export function ClanTag({ tag, leagueColor, href, className }: ClanTagProps) {
  const color = leagueColorHex(leagueColor);
  const style = color ? { color } : undefined;
  const names = cx(styles.tag, className);
  return href ? (
    <a href={href} className={names} style={style} dir="auto">
      [{tag}]
    </a>
  ) : (
    <span className={names} style={style} dir="auto">
      [{tag}]
    </span>
  );
}
