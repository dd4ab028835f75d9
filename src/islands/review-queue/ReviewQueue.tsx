import { cx } from '../ui/helpers/cx.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './ReviewQueue.module.css';

const waiting = <LoadingSkeleton shape="card" count={2} />;

/** Not imported, because what two screens share would load on every page. */
const Guarded = lazyPart('the queue', async () => (await import('../frame/Guarded.tsx')).Guarded, waiting);
/** Loaded for staff only. */
const Queue = lazyPart('the queue', async () => (await import('./Queue.tsx')).Queue, waiting);

/** The screen of the moderators' queue (Rule 28.45). */
export function ReviewQueue() {
  return (
    <ErrorBoundary name="the queue">
      <div className={cx('stack screen', styles.screen)} tabIndex={-1}>
        <Guarded route="moderation" heading="Moderation" waiting={waiting}>
          <Queue />
        </Guarded>
      </div>
    </ErrorBoundary>
  );
}
