import { cx } from '../ui/helpers/cx.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './Decision.module.css';

const waiting = <LoadingSkeleton shape="card" count={2} />;

/** Not imported, because what screens share would load on every page. */
const Guarded = lazyPart('this page', async () => (await import('../frame/Guarded.tsx')).Guarded, waiting);
const Decision = lazyPart(
  'this page',
  async () => (await import('../moderation/Decision.tsx')).Decision,
  waiting,
);

/** The screen of one decision, with its statement of reasons (Rule 31.10). */
export function DecisionScreen() {
  return (
    <ErrorBoundary name="the decision">
      <div className={cx('stack screen', styles.screen)}>
        <Guarded route="decision" waiting={waiting}>
          <Decision />
        </Guarded>
      </div>
    </ErrorBoundary>
  );
}
