import type { CSSProperties } from 'react';
import { clanEmblem, playerEmblem } from '#lib/domain/emblems.ts';
import { leagueColor } from '#lib/domain/tag-colors.ts';
import styles from './Emblem.module.css';
import sprite from './emblems.svg?url&no-inline';
import { cx } from './helpers/cx.ts';

type ClanOf = { leagueColor?: number | null | undefined } | null | undefined;

interface EmblemProps {
  /** Two symbols of the sprite (`domain/emblems.ts`), the upper flag first. Only the upper one is drawn in a line of text. */
  flags: string;
  /**
   * The player's clan: a thin hoist in the colour of its league, or of the text, next to the
   * flags. Its place is kept without one.
   */
  clan?: ClanOf;
  inline?: boolean;
  className?: string | undefined;
  /** Only for client rendering: sets the colour of a league's pennant. */
  style?: CSSProperties | undefined;
}

/**
 * Two flags on a halyard, hidden from screen readers: the name is next to them. Their height is `--emblem`, 24 pixels unless the
 * screen sets it. `early-drawing.ts` fills in flags and hoist of forms.
 */
export function Emblem({ flags, clan, inline = false, className, style }: EmblemProps) {
  const color = leagueColor(clan?.leagueColor);
  return (
    <svg
      viewBox={inline ? '-4 4.5 19 15' : '-4 0 19 24'}
      className={cx(styles.emblem, inline && styles.inline, className)}
      style={style}
      aria-hidden="true"
    >
      {clan && <path d="M-4 0h2.5v24H-4z" style={color ? { fill: color } : undefined} />}
      <use href={`${sprite}#${flags[0]}`} y={inline && flags[1] !== 'N' ? 6.5 : undefined} />
      {!inline && <use href={`${sprite}#${flags[1]}`} y="13" />}
    </svg>
  );
}

interface PlayerEmblemProps extends Pick<EmblemProps, 'inline' | 'className'> {
  player: { id: number; hidden?: boolean | undefined; clan?: ClanOf };
}

/** The emblem of a player. */
export function PlayerEmblem({ player: { id, hidden, clan }, ...rest }: PlayerEmblemProps) {
  return <Emblem flags={playerEmblem(id, hidden)} clan={clan} {...rest} />;
}

/** The same in a line of text, 16 pixels high. */
export function InlineEmblem({ player }: Pick<PlayerEmblemProps, 'player'>) {
  return <PlayerEmblem player={player} inline />;
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
