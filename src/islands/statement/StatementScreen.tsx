import { cx } from '../ui/helpers/cx.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './StatementScreen.module.css';

const waiting = <LoadingSkeleton shape="card" count={2} />;

/** Not imported, because what screens share would load on every page. */
const Guarded = lazyPart('this page', async () => (await import('../frame/Guarded.tsx')).Guarded, waiting);
const PageStatement = lazyPart(
  'this page',
  async () => (await import('../moderation/OpenStatement.tsx')).PageStatement,
  waiting,
);
const OwnDecisions = lazyPart(
  'this page',
  async () => (await import('./OwnDecisions.tsx')).OwnDecisions,
  waiting,
);

/** The screen of one decision with its statement of reasons, or of the decisions about the user (Rules 31.10 and 31.41). */
export function StatementScreen({ route = 'decision' }: { route?: 'decision' | 'decisions' }) {
  return (
    <ErrorBoundary name="this page">
      {route === 'decisions' && <PageHeader title="Decisions about you" />}
      <div className={cx('stack screen', styles.screen)}>
        <Guarded route={route} heading={route === 'decision' ? 'Decision' : undefined} waiting={waiting}>
          {route === 'decision' ? <PageStatement /> : <OwnDecisions />}
        </Guarded>
      </div>
    </ErrorBoundary>
  );
}
