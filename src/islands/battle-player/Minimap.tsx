import { LoaderCircle, VideoOff } from 'lucide';
import { useState } from 'react';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { Button } from '../ui/Button.tsx';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './Minimap.module.css';

interface MinimapProps {
  state: 0 | 1 | 2;
  /** Absolute URL of the video; null until there is one. */
  uri: string | null;
  /** Set when the video's URL could not be loaded: loads it again. */
  onRetry: (() => void) | undefined;
}

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The battle from above, as a muted video in a loop; until there is one, its state (Rule 8.8). */
export function Minimap({ state, uri, onRetry }: MinimapProps) {
  const [broken, setBroken] = useState<string>();
  if (uri !== null && uri === broken)
    return (
      <div className={styles.area} role="alert">
        <Icon node={VideoOff} />
        <p>Couldn’t play the video.</p>
        <p className="soft">Download the replay to watch it in the game.</p>
        <Button size="sm" onClick={focusAroundThen(() => setBroken(undefined))}>
          Try again
        </Button>
      </div>
    );
  if (uri !== null)
    return (
      <video
        key={uri}
        ref={(video) => {
          // React drops events of an element that is not on the page yet, and a blocked address fails at once.
          if (video?.error) setBroken(uri);
        }}
        className={styles.video}
        src={uri}
        aria-label="Replay minimap"
        autoPlay={!prefersReducedMotion()}
        muted
        loop
        controls
        playsInline
        onError={() => setBroken(uri)}
      />
    );
  if (onRetry)
    return (
      <div className={styles.area}>
        <Icon node={VideoOff} />
        <p>Couldn’t load the video.</p>
        <Button size="sm" onClick={focusAroundThen(onRetry)}>
          Try again
        </Button>
      </div>
    );
  if (state === REPLAY_STATE.notReady)
    return (
      <p className={styles.none}>
        <Icon node={VideoOff} /> There is no video of this replay.
      </p>
    );
  return (
    <div className={styles.area} role="status">
      <Icon node={LoaderCircle} className="turning" />
      <p>Rendering Replay minimap...</p>
    </div>
  );
}
