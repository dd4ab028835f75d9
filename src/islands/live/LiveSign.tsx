import { useStore } from '@nanostores/react';
import { Radio, WifiOff } from 'lucide';
import { $liveStatus, resume } from '#lib/stores/core/live.ts';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './LiveSign.module.css';

/** State of the live updates: live, reconnecting, or stopped with a button to resume. Empty while `off`. */
export function LiveSign({ off = false }: { off?: boolean }) {
  const live = useStore($liveStatus, { ssr: 'initial' });
  const status = off ? 'idle' : live;
  return (
    <span className={cx('soft', styles.sign)} role="status">
      {status === 'live' && (
        <>
          <Icon node={Radio} className={styles.live} /> Live
        </>
      )}
      {status === 'reconnecting' && (
        <span className={styles.late}>
          <Icon node={WifiOff} /> Reconnecting…
        </span>
      )}
      {status === 'stopped' && (
        <>
          <Icon node={WifiOff} className="warning" /> Live updates have stopped.
          <button type="button" className={styles.resume} onClick={focusAroundThen(resume)}>
            Resume
          </button>
        </>
      )}
    </span>
  );
}
