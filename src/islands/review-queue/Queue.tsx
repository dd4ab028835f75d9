import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { combineStops } from '#lib/combine-stops.ts';
import { paths } from '#lib/paths.ts';
import { type ReviewList as List, REVIEW_TABS, REVIEWS_COUNT_MAX } from '#lib/schemas/review.ts';
import { changeQuery } from '#lib/stores/core/address.ts';
import { $notificationStatus, notificationFeed } from '#lib/stores/core/notification-feed.ts';
import { $canUndo, followActions } from '#lib/stores/moderation/decisions.ts';
import { $currentId } from '#lib/stores/moderation/queue.ts';
import { $reviewList, $reviewTab, retryList, tabHref } from '#lib/stores/moderation/review-list.ts';
import { startQueue } from '#lib/stores/moderation/start-queue.ts';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { Alert } from '../ui/Alert.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { UndoButton } from './KeyButton.tsx';
import { ReviewEntries } from './ReviewEntries.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import styles from './ReviewQueue.module.css';

const waiting = <LoadingSkeleton shape="card" count={2} />;

const LABELS = { reported: 'Reported', advised: 'Advised', new: 'Unreviewed' } as const;

const countText = (count: number): number | string =>
  count >= REVIEWS_COUNT_MAX ? `${REVIEWS_COUNT_MAX}+` : count;

function QueueTabs({ counts }: { counts: List['counts'] | undefined }) {
  const current = useStore($reviewTab) ?? 'reported';
  return (
    <Tabs
      label="Posts to decide about"
      current={current}
      tabs={REVIEW_TABS.map((id) => ({
        id,
        label: LABELS[id],
        href: tabHref(id),
        count: counts && countText(counts[id]),
      }))}
      onNavigate={(tab) => changeQuery({ tab, post: null })}
    />
  );
}

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

/** From an empty tab to the first one with posts; without any, to the latest posts. */
function WayOn({ counts }: { counts: List['counts'] }) {
  const tab = REVIEW_TABS.find((id) => counts[id] > 0);
  if (tab === undefined) return <ButtonLink href={paths.posts}>Latest posts</ButtonLink>;
  return (
    <ButtonLink href={tabHref(tab)} onClick={onPlainClick(() => changeQuery({ tab, post: null }))}>
      {LABELS[tab]} ({countText(counts[tab])})
    </ButtonLink>
  );
}

/** The list and the open item next to it. */
function Open({ list }: { list: List }) {
  const currentId = useStore($currentId);
  const canUndo = useStore($canUndo);
  const place = useFocusAtEnd(currentId);
  const hasItems = list.entries.length > 0 || currentId !== null;
  return (
    <div ref={place} tabIndex={-1} className={cx(hasItems && 'two-columns', styles.columns)}>
      {hasItems && <ReviewEntries list={list} />}
      {currentId === null ? (
        <EmptyState
          title={hasItems ? 'Others are deciding about the rest.' : 'Nothing to decide.'}
          action={
            <div className={cx('row', styles.ways)}>
              {canUndo && <UndoButton />}
              {!hasItems && <WayOn counts={list.counts} />}
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

/** The queue for staff: loading, ready, empty or failed; missing in front of an API without it. */
export function Queue() {
  const remote = useStore($reviewList);
  useEffect(() => combineStops([startQueue(), followActions()]), []);
  if (remote.status === 'not-found')
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
      <PageHeader title="Moderation" />
      <div className={cx('stack', styles.queue)}>
        <QueueTabs counts={remote.status === 'ready' ? remote.value.counts : undefined} />
        <Live />
        {remote.status === 'loading' && waiting}
        {remote.status === 'failed' && (
          <ErrorState
            title="Couldn’t load the queue."
            detail={errorToMessage(remote.error)}
            onRetry={retryList}
          />
        )}
        {remote.status === 'ready' && <Open list={remote.value} />}
      </div>
      <PostDialogs />
    </>
  );
}
