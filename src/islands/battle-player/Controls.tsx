import { useStore } from '@nanostores/react';
import { type IconNode, Link, Maximize2, Minimize2, Pause, Play, SkipBack, SkipForward } from 'lucide';
import { useEffect, useMemo, useRef } from 'react';
import type { Battle } from 'wows-replay/battle/battle';
import { CLOCK_WORDS, clockFace, secondsOf } from 'wows-replay/battle/clock';
import type { BattleEvent } from 'wows-replay/battle/events';
import { showStatus } from '#lib/stores/core/status.ts';
import { momentUrl, putMomentIntoAddress } from '#lib/stores/posts/battle.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BattlePlayer.module.css';
import { type Playback, SPEEDS } from './playback.ts';
import scrubber from './Scrubber.module.css';

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
function Scrubber({ battle, playback }: { battle: Battle; playback: Playback }) {
  const slider = useRef<HTMLInputElement>(null);
  const resumes = useRef(false);
  const playing = useStore(playback.$playing);
  useEffect(
    () =>
      playback.follow((time) => {
        if (slider.current === null) return;
        slider.current.value = String(time);
        // A screen reader would announce every change.
        if (playing) return;
        const { text, meaning } = clockFace(battle.clock, time);
        slider.current.setAttribute('aria-valuetext', `${text} ${CLOCK_WORDS[meaning]}`);
      }),
    [battle, playback, playing],
  );
  const marks = useMemo(() => marksPath(battle), [battle]);
  const release = () => {
    if (resumes.current) playback.play();
    resumes.current = false;
  };
  return (
    <div className={scrubber.scrubber}>
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

interface ControlProps {
  label: string;
  icon: IconNode;
  className?: string | undefined;
  onClick: () => void;
}

/** A button with an icon; its name is in the tooltip. */
function Control({ label, icon, className, onClick }: ControlProps) {
  return (
    <Button
      className={cx(styles.control, className)}
      aria-label={label}
      title={label}
      icon={icon}
      onClick={onClick}
    />
  );
}

/** Copies the address of the moment that is shown. If the browser refuses, the address bar has it. */
async function copyLink(playback: Playback): Promise<void> {
  const seconds = Math.max(0, secondsOf(playback.time()));
  try {
    await navigator.clipboard.writeText(momentUrl(seconds));
    showStatus('Link copied');
  } catch {
    putMomentIntoAddress(seconds);
    showStatus('Couldn’t copy the link. It is in the address bar now.');
  }
}

interface ControlsProps {
  battle: Battle;
  events: readonly BattleEvent[];
  playback: Playback;
  full: boolean;
  onToggleFull: () => void;
}

/** Jumps to the event before or after the moment that is shown. Those within a second count as shown. */
function jump(events: readonly BattleEvent[], playback: Playback, direction: 1 | -1): void {
  const now = playback.time();
  const next =
    direction === 1
      ? events.find(({ time }) => time > now + 1)
      : events.findLast(({ time }) => time < now - 10);
  playback.seek(next?.time ?? (direction === 1 ? playback.to : playback.from));
}

/** Position, play and pause, speed, and what else can be done with the battle. */
export function Controls({ battle, events, playback, full, onToggleFull }: ControlsProps) {
  const playing = useStore(playback.$playing);
  const speed = useStore(playback.$speed);
  return (
    <div className={cx('screen-only', styles.controls)}>
      <Scrubber battle={battle} playback={playback} />
      <div className={styles.buttons}>
        <Control label={playing ? 'Pause' : 'Play'} icon={playing ? Pause : Play} onClick={playback.toggle} />
        <Control label="Previous event" icon={SkipBack} onClick={() => jump(events, playback, -1)} />
        <Control label="Next event" icon={SkipForward} onClick={() => jump(events, playback, 1)} />
        <select
          className={styles.speed}
          aria-label="Speed"
          value={speed}
          onChange={({ target }) => playback.setSpeed(Number(target.value))}
        >
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
        <Control
          className={styles.link}
          label="Copy link to this moment"
          icon={Link}
          onClick={() => void copyLink(playback)}
        />
        <Control
          label={full ? 'Leave full screen' : 'Full screen'}
          icon={full ? Minimize2 : Maximize2}
          onClick={onToggleFull}
        />
      </div>
    </div>
  );
}
