import { cx } from '../helpers/cx.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** The part that will replace it. Without a shape, `className` sets the height. */
  shape?: 'row' | 'card' | undefined;
  count?: number | undefined;
  className?: string | undefined;
}

/** Faint outlines of content that is loading. Screen readers ignore them, so pair them with `Loading` or a live text. */
export function Skeleton({ shape, count = 1, className }: SkeletonProps) {
  return (
    <div aria-hidden="true" className="stack screen-only">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike and never move
        <div key={index} className={cx(styles.bar, shape && styles[shape], className)} />
      ))}
    </div>
  );
}

/** `Skeleton` with the loading text for screen readers. */
export function LoadingSkeleton(props: SkeletonProps) {
  return (
    <>
      <Loading />
      <Skeleton {...props} />
    </>
  );
}

/** The loading text for screen readers and, when `visible`, for everyone. */
export function Loading({ text = 'Loading...', visible = false }: { text?: string; visible?: boolean }) {
  return (
    <p role="status" className={visible ? styles.text : 'visually-hidden'}>
      {text}
    </p>
  );
}
