import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { combineStops } from '#lib/combine-stops.ts';
import { paths } from '#lib/paths.ts';
import type { ReviewList as List } from '#lib/schemas/review.ts';
import { $notificationStatus, notificationFeed } from '#lib/stores/core/notification-feed.ts';
import { claimedPost, startQueue } from '#lib/stores/moderation/queue.ts';
import { $queueTab, $reviewList, retryList } from '#lib/stores/moderation/review-list.ts';
import { followActions } from '#lib/stores/moderation/undoables.ts';
import { RemotePart } from '../moderation/RemotePart.tsx';
import { Alert } from '../ui/Alert.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import { Decided } from './Decided.tsx';
import { UndoButton, useFrameKeys } from './KeyButton.tsx';
import { QueueTabs, WayOn } from './QueueTabs.tsx';
import { ReviewEntries } from './ReviewEntries.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import styles from './ReviewQueue.module.css';

const waiting = <LoadingSkeleton shape="card" count={2} />;

/** The code of this tab loads when it is opened. */
const Objections = lazyPart('this tab', async () => (await import('./Objections.tsx')).Objections, waiting);

/** After the last decision the focus would be nowhere: it goes to the element with the ref. */
function useFocusAtEnd(currentId: string | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const former = useRef(currentId);
  useEffect(() => {
    const isEnd = former.current !== null && currentId === null;
    if (isEnd && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    former.current = currentId;
  }, [currentId]);
  return place;
}

/** The list and the open item next to it. */
function Open({ list }: { list: List }) {
  const currentId = useStore(claimedPost.$currentId);
  const place = useFocusAtEnd(currentId);
  const hasItems = list.entries.length > 0 || currentId !== null;
  return (
    <div ref={place} tabIndex={-1} className={cx(hasItems && 'two-columns', styles.columns)}>
      {hasItems && <ReviewEntries list={list} />}
      {currentId === null ? (
        <EmptyState
          title={hasItems ? 'Others are deciding about the rest.' : 'Nothing to decide.'}
          action={
            <div className="row">
              <UndoButton />
              {!hasItems && <WayOn />}
            </div>
          }
        />
      ) : (
        <ReviewItem key={currentId} postId={currentId} />
      )}
    </div>
  );
}

function Live() {
  const status = useStore($notificationStatus);
  if (status === 'stopped')
    return (
      <Alert tone="warning" onRetry={() => notificationFeed.resume()}>
        Live updates have stopped: you do not see what other moderators do.
      </Alert>
    );
  return (
    <p role="status" className={cx('soft', styles.live)}>
      {status === 'reconnecting' && 'Connection lost. Reconnecting…'}
    </p>
  );
}

/** The posts to decide about. */
function Posts() {
  const remote = useStore($reviewList);
  useEffect(() => combineStops([startQueue(), followActions()]), []);
  return (
    <>
      <Live />
      <RemotePart
        remote={remote}
        name="the queue"
        missing={<EmptyState title="Nothing to decide." />}
        onRetry={retryList}
      >
        {(list) => <Open list={list} />}
      </RemotePart>
    </>
  );
}

/** The queue for staff; missing in front of an API without it. Its list of posts is not loaded while another tab is open. */
export function Queue() {
  const tab = useStore($queueTab);
  const { status } = useStore($reviewList);
  useFrameKeys();
  if (status === 'not-found')
    return (
      <NotFound
        heading="Not found"
        sentence="Sorry, there's nothing at this address."
        href={paths.players}
        action="Search players"
      >
        The link may be old or mistyped. Try searching for the player by name.
      </NotFound>
    );
  return (
    <>
      <h1 className="visually-hidden">Moderation</h1>
      <div className={cx('stack', styles.queue)} data-queue>
        <QueueTabs />
        {tab === 'objections' && <Objections />}
        {tab === 'decided' && <Decided />}
        {tab !== 'objections' && tab !== 'decided' && <Posts />}
      </div>
    </>
  );
}
