import { useStore } from '@nanostores/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Lineup } from 'wows-replay/lineup';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { type LineupTeam, type Sailor, teamsOf } from '#lib/domain/lineup.ts';
import { $hidesNames } from '#lib/stores/lineup/lineup.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Lineup.module.css';
import { Row } from './LineupRow.tsx';

function Team({ title, team: { players, bots } }: { title: string; team: LineupTeam }) {
  const rows = (sailors: readonly Sailor[], label: string) => (
    <ul className={styles.rows} aria-label={label}>
      {sailors.map((sailor, index) => (
        <Row
          // Two bots can have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a battle never change their order
          key={`${sailor.name} ${index}`}
          sailor={sailor}
          number={index + 1}
        />
      ))}
    </ul>
  );
  return (
    <section className={styles.team}>
      <div className={styles.top}>
        <h3>{title}</h3>
        <span className={cx('soft', styles.numbers)} aria-hidden="true">
          <span>Karma</span>
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

/** Both teams, as the game lists them. When they go with the focus, the heading gets it. */
export function LineupTeams({ battle, heading }: { battle: Lineup; heading: RefObject<HTMLElement | null> }) {
  const { own, enemy } = teamsOf(battle);
  const teams = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = teams;
    return () => {
      if (current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
    };
  }, [heading]);
  return (
    <div ref={teams} className={cx(styles.teams, useStore($hidesNames) && styles.nameless)}>
      <Team title="Your team" team={own} />
      <Team title="Other team" team={enemy} />
    </div>
  );
}
