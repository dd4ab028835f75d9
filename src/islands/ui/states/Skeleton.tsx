import { cx } from '../helpers/cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** What will replace it: a line of text, a heading, a row of a list or a card. */
  shape?: 'line' | 'heading' | 'row' | 'card' | undefined;
  count?: number | undefined;
  className?: string | undefined;
}

/** Grey bars in place of content that is loading. Screen readers ignore them, so pair them with `Loading` or a live text. */
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

/** The loading text for screen readers and, when `visible`, for everyone. */
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
