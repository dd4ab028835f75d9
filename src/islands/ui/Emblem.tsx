import type { CSSProperties } from 'react';
import { clanEmblem, playerEmblem } from '#lib/domain/emblems.ts';
import { leagueColor } from '#lib/domain/tag-colors.ts';
import styles from './Emblem.module.css';
import sprite from './emblems.svg?url&no-inline';
import { cx } from './helpers/cx.ts';

interface EmblemProps {
  /** Two symbols of the sprite (`domain/emblems.ts`), the upper flag first. */
  flags: string;
  className?: string | undefined;
  /** Only for client rendering: sets the colour of a league's pennant. */
  style?: CSSProperties | undefined;
}

/**
 * Two flags on a halyard, hidden from screen readers: the name is next to them. Their height is `--emblem`, 24 pixels unless the
 * screen sets it. `early-drawing.ts` fills in the flags of forms.
 */
export function Emblem({ flags, className, style }: EmblemProps) {
  return (
    <svg viewBox="0 0 15 24" className={cx(styles.emblem, className)} style={style} aria-hidden="true">
      <use href={`${sprite}#${flags[0]}`} />
      <use href={`${sprite}#${flags[1]}`} y="13" />
    </svg>
  );
}

interface PlayerEmblemProps {
  player: { id: number; hidden?: boolean | undefined };
  className?: string | undefined;
}

/** The emblem of a player. */
export function PlayerEmblem({ player: { id, hidden }, className }: PlayerEmblemProps) {
  return <Emblem flags={playerEmblem(id, hidden)} className={className} />;
}

/** The same in a line of text, 16 pixels high. */
export function InlineEmblem({ player }: PlayerEmblemProps) {
  return <PlayerEmblem player={player} className={styles.inline} />;
}

interface ClanEmblemProps {
  clan: { id: number; leagueColor?: number | null | undefined };
  className?: string | undefined;
}

/** The emblem of a clan. Only for client rendering: it sets a style. */
export function ClanEmblem({ clan, className }: ClanEmblemProps) {
  return (
    <Emblem
      flags={clanEmblem(clan.id)}
      className={className}
      style={{ color: leagueColor(clan.leagueColor) }}
    />
  );
}
