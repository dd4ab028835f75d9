import { Radio, WifiOff } from 'lucide';
import { cx } from '../helpers/cx.ts';
import { focusAround } from '../helpers/focus-around.ts';
import { Icon } from '../Icon.tsx';
import styles from './LiveSign.module.css';

interface LiveSignProps {
  /** State of the live connection. */
  status: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'stopped';
  onResume: () => void;
}

/** State of the live updates: live, reconnecting, or stopped with a button to resume. */
export function LiveSign({ status, onResume }: LiveSignProps) {
  return (
    <span className={cx('soft', styles.sign)} role="status">
      {status === 'live' && (
        <>
          <Icon node={Radio} className={styles.live} /> Live
        </>
      )}
      {status === 'reconnecting' && <span className={styles.late}>Reconnecting…</span>}
      {status === 'stopped' && (
        <>
          <Icon node={WifiOff} className="warning" /> Live updates have stopped.
          <button
            type="button"
            className={styles.resume}
            onClick={({ currentTarget }) => {
              focusAround(currentTarget);
              onResume();
            }}
          >
            Resume
          </button>
        </>
      )}
    </span>
  );
}
