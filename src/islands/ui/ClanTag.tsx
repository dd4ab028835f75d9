import styles from './ClanTag.module.css';
import { cx } from './helpers/cx.ts';

interface ClanTagProps {
  tag: string;
  /** `#rrggbb`, or nothing for the text colour. Drawn on a dark plate, so any league colour stays legible. */
  color?: string | null | undefined;
  href?: string | undefined;
  className?: string | undefined;
}

/** A clan tag in brackets in its league's colour. Client-rendered only: it sets a style. */
export function ClanTag({ tag, color, href, className }: ClanTagProps) {
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
