import type { CSSProperties } from 'react';
import { tagColors } from '#lib/domain/tag-colors.ts';
import styles from './ClanTag.module.css';
import { cx } from './helpers/cx.ts';

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
      style={tagColors(leagueColor) as CSSProperties}
      dir="auto"
      translate="no"
    >
      {`[${tag}]`}
    </Element>
  );
}
