import { cx } from '../helpers/cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** What takes its place: a line of text, a heading, a row of a list or a whole card. */
  shape?: 'line' | 'heading' | 'row' | 'card' | undefined;
  count?: number | undefined;
  className?: string | undefined;
}

/** Grey bars where content will be; hidden from screen readers, so pair it with a `Loading` or a live text. */
export function Skeleton({ shape = 'line', count = 1, className }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={styles.group}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move
        <div key={index} className={cx(styles.bar, styles[shape], className)} />
      ))}
    </div>
  );
}

/** The specified loading text for screen readers and, when `visible`, for everyone. */
export function Loading({
  text = 'Loading...',
  visible = false,
}: {
  text?: string | undefined;
  visible?: boolean | undefined;
}) {
  return (
    <p role="status" className={visible ? styles.text : 'visually-hidden'}>
      {text}
    </p>
  );
}
