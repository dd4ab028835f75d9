import { useStore } from '@nanostores/react';
import { type IconNode, Link, Maximize2, Minimize2, Pause, Play, SkipBack, SkipForward } from 'lucide';
import type { Battle } from 'wows-replay/battle/battle';
import { secondsOf } from 'wows-replay/battle/clock';
import type { BattleEvent } from 'wows-replay/battle/events';
import { showStatus } from '#lib/stores/core/status.ts';
import { momentUrl, putMomentIntoAddress } from '#lib/stores/posts/battle.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BattlePlayer.module.css';
import { type Playback, SPEEDS } from './playback.ts';
import { Scrubber } from './Scrubber.tsx';

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
    <div className={styles.controls}>
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
