import { useEffect, useRef } from 'react';
import type { Battle } from 'wows-replay/battle/battle';
import { CLOCK_WORDS, clockFace } from 'wows-replay/battle/clock';
import { afloatAt, pointsAt } from 'wows-replay/battle/moment';
import styles from './BattlePlayer.module.css';
import type { Playback } from './playback.ts';

interface ScoreboardProps {
  battle: Battle;
  playback: Playback;
}

/** The ships of a side on the map, in small: the other team's have a notch in the stern. */
const SHAPES = [
  'M0-9Q4-4.5 4 0V7L2.4 9H-2.4L-4 7V0Q-4-4.5 0-9Z',
  'M0-9Q4-4.5 4 0V9L0 4-4 9V0Q-4-4.5 0-9Z',
] as const;

interface MomentTextProps {
  playback: Playback;
  text: (time: number) => string;
}

/** A text that follows the battle. It is written without React, which would cost more than the rest of its frame. */
function MomentText({ playback, text }: MomentTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // What the page shows may be a translation.
    let shown: string | undefined;
    return playback.follow((time) => {
      const next = text(time);
      if (element.current && next !== shown) element.current.textContent = next;
      shown = next;
    });
  }, [playback, text]);
  return <span ref={element}>{text(playback.time())}</span>;
}

function Side({ side, battle, playback }: ScoreboardProps & { side: 0 | 1 }) {
  const { of } = afloatAt(battle, side, playback.time());
  return (
    <div className={side === 1 ? styles.other : styles.team}>
      <span className={styles.name}>
        <svg viewBox="-5 -10 10 20" aria-hidden="true">
          <path d={SHAPES[side]} />
        </svg>
        {battle.teams[side]}
      </span>
      <span className={styles.numbers}>
        {battle.points !== null && (
          <strong>
            <MomentText playback={playback} text={(time) => String(pointsAt(battle, time)?.[side])} />
            <span className="visually-hidden"> points,</span>{' '}
          </strong>
        )}
        <MomentText playback={playback} text={(time) => `${afloatAt(battle, side, time).afloat}/${of}`} />
        <span className={styles.afloat}> afloat</span>
      </span>
    </div>
  );
}

/** The clock, and points and ships of both sides. */
export function Scoreboard(props: ScoreboardProps) {
  const { battle, playback } = props;
  const face = (time: number) => clockFace(battle.clock, time);
  return (
    <div className={styles.board}>
      <div className={styles.scores}>
        <Side side={0} {...props} />
        <p className={styles.clock}>
          <strong>
            <MomentText playback={playback} text={(time) => face(time).text} />
          </strong>{' '}
          <MomentText playback={playback} text={(time) => CLOCK_WORDS[face(time).meaning]} />
        </p>
        <Side side={1} {...props} />
      </div>
    </div>
  );
}
