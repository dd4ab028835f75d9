import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useRef } from 'react';
import type { Battle } from 'wows-replay/battle/battle';
import { CLOCK_WORDS, clockFace } from 'wows-replay/battle/clock';
import type { Playback } from './playback.ts';
import styles from './Scrubber.module.css';

/** Widths and heights of the marks, in the units of their view box. */
const MARKS_WIDTH = 1000;
const MARK_HEIGHT = 6;

/** Where ships sank: the recorder's above the line, the others below. */
function marksPath({ ships, from, to }: Battle): string {
  return ships
    .filter(({ sunkAt }) => sunkAt !== null)
    .map(({ sunkAt, side }) => {
      const x = Math.round(((Number(sunkAt) - from) / (to - from)) * MARKS_WIDTH);
      return side === 0 ? `M${x} 0v${MARK_HEIGHT}` : `M${x} ${3 * MARK_HEIGHT}v${-MARK_HEIGHT}`;
    })
    .join('');
}

/** The position in the battle. While it is dragged, the battle does not play on. */
export function Scrubber({ battle, playback }: { battle: Battle; playback: Playback }) {
  const slider = useRef<HTMLInputElement>(null);
  const resumes = useRef(false);
  const playing = useStore(playback.$playing);
  useEffect(
    () =>
      playback.follow((time) => {
        if (slider.current === null) return;
        slider.current.value = String(time);
        // A screen reader would announce every change.
        if (playback.$playing.get()) return;
        const { text, meaning } = clockFace(battle.clock, time);
        slider.current.setAttribute('aria-valuetext', `${text} ${CLOCK_WORDS[meaning]}`);
      }),
    [battle, playback],
  );
  const marks = useMemo(() => marksPath(battle), [battle]);
  const release = () => {
    if (resumes.current) playback.play();
    resumes.current = false;
  };
  return (
    <div className={styles.scrubber}>
      <svg viewBox={`0 0 ${MARKS_WIDTH} ${3 * MARK_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={marks} />
      </svg>
      <input
        ref={slider}
        type="range"
        aria-label="Position in the battle"
        min={playback.from}
        max={playback.to}
        step={1}
        defaultValue={playback.time()}
        onInput={({ currentTarget }) => playback.seek(Number(currentTarget.value))}
        onPointerDown={() => {
          resumes.current = playing;
          playback.pause();
        }}
        onPointerUp={release}
        onPointerCancel={release}
      />
    </div>
  );
}
