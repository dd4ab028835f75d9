import { useStore } from '@nanostores/react';
import type { Lineup } from 'wows-replay/lineup';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { divisionsOf, type LineupTeam, type Sailor, teamsOf } from '#lib/domain/lineup.ts';
import { $accounts } from '#lib/stores/lineup/lineup.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Lineup.module.css';
import { Row, type Shown } from './LineupRow.tsx';

function Team({ title, team, ...shown }: Shown & { title: string; team: LineupTeam }) {
  const { players, bots } = team;
  const rows = (sailors: readonly Sailor[], label: string) => (
    <ul className={styles.rows} aria-label={label}>
      {sailors.map((sailor, index) => (
        <Row
          // Two bots can have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a battle never change their order
          key={`${sailor.name} ${index}`}
          sailor={sailor}
          number={index + 1}
          {...shown}
        />
      ))}
    </ul>
  );
  return (
    <section className={styles.team}>
      <div className={styles.top}>
        <h3>{title}</h3>
        <span className={cx('soft', styles.numbers)} aria-hidden="true">
          <span className={styles.karma}>Karma</span>
          {FLAIR_CATEGORIES.map((category, index) => (
            <span
              key={category}
              className={styles.rating}
              style={{ gridColumn: index + 3 }}
              title={FLAIR_NAMES[category]}
            >
              {FLAIR_NAMES[category].slice(0, 4)}
            </span>
          ))}
        </span>
      </div>
      {players.length > 0 && rows(players, title)}
      {bots.length > 0 && (
        <details>
          <summary>{bots.length === 1 ? '1 bot' : `${bots.length} bots`}</summary>
          {rows(bots, `Bots, ${title.toLowerCase()}`)}
        </details>
      )}
    </section>
  );
}

/** Both teams, as the game lists them. */
export function LineupTeams({ battle, ...rest }: Pick<Shown, 'isOver' | 'hidesNames'> & { battle: Lineup }) {
  const { own, enemy } = teamsOf(battle);
  const divisions = divisionsOf(own, useStore($accounts));
  const shown = { ...rest, divisions, ownShip: battle.ownShip };
  return (
    <div className={cx(styles.teams, rest.hidesNames && styles.nameless)}>
      <Team title="Your team" team={own} {...shown} />
      <Team title="Other team" team={enemy} {...shown} />
    </div>
  );
}
