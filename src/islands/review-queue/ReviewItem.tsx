import { useStore } from '@nanostores/react';
import { Clock, MessageCircleQuestionMark, MessageSquareReply, Users } from 'lucide';
import { errorToMessage } from '#lib/client/errors.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import type { ReviewItem as Item } from '#lib/schemas/review.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { isTaken } from '#lib/stores/moderation/claims.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { findEntry } from '#lib/stores/moderation/review-list.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { StaffNote } from '../moderation/Notes.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import { KeyButton, UndoButton } from './KeyButton.tsx';
import { ReviewContent } from './ReviewContent.tsx';
import { reportsText } from './ReviewEntries.tsx';
import styles from './ReviewItem.module.css';
import { useArrival } from './use-arrival.ts';

function Marks({ item }: { item: Item }) {
  const viewer = useStore($viewer);
  return (
    <>
      {item.askedBy && (
        <Badge tone="warning" icon={MessageCircleQuestionMark}>
          {item.askedBy.id === viewer?.id ? (
            'You ask'
          ) : (
            <>
              <bdi translate="no">{item.askedBy.username}</bdi> asks
            </>
          )}{' '}
          for a second opinion
        </Badge>
      )}
      {item.isReplyChanged && (
        <Badge tone="warning" icon={MessageSquareReply}>
          Reply changed since the decision
        </Badge>
      )}
      {item.isClanMate && (
        <Badge tone="warning" icon={Users}>
          Clan mate
        </Badge>
      )}
      {item.isEveryoneInvolved && (
        <Badge tone="warning" icon={Users}>
          Everyone is involved
        </Badge>
      )}
      {item.held && (
        <Badge tone="accent" icon={Clock}>
          Does not count until a moderator keeps it
        </Badge>
      )}
    </>
  );
}

function headingOf(reports: number, tab: Item['tab'] | undefined): string {
  if (reports > 0) return reportsText(reports);
  return tab === 'advised' ? 'Advised' : 'Post';
}

/** Why there is no item to decide about; nothing while it loads or is shown. */
function Missing({ remote }: { remote: Remote<Item> }) {
  if (remote.status === 'not-found') return <EmptyState title={claimedPost.gone} />;
  if (remote.status !== 'failed') return null;
  const message = errorToMessage(remote.error);
  if (isTaken(remote.error)) return <EmptyState title={message} />;
  return <ErrorState title="Couldn’t load this post." detail={message} onRetry={() => claimedPost.retry()} />;
}

/** The item to decide about. The focus goes to its heading when the user comes from another one (Rule 28.46). */
export function ReviewItem({ postId }: { postId: string }) {
  const remote = useStore(claimedPost.$item);
  const heading = useArrival(claimedPost, postId);
  const entry = findEntry(postId);
  const item = remote.status === 'ready' ? remote.value : undefined;
  return (
    <section className={cx('stack', styles.item)} aria-labelledby="item-title">
      <header className={cx('row', styles.head)}>
        <h2 ref={heading} id="item-title" tabIndex={-1}>
          {headingOf(item?.reports.length ?? entry?.reports ?? 0, item?.tab)}
          <span className="visually-hidden" dir="auto">
            {`: ${postTitle(item?.post ?? entry ?? { title: '' })}`}
          </span>
        </h2>
        {item && <Marks item={item} />}
      </header>
      {item?.question && (
        <Card as="section" className={styles.part} aria-label="Question">
          <StaffNote note={item.question} action="Withdraw question" done="The question was withdrawn." />
        </Card>
      )}
      {remote.status === 'loading' && <LoadingSkeleton shape="card" count={2} />}
      <Missing remote={remote} />
      {item ? (
        <ReviewContent item={item} />
      ) : (
        <div className="row">
          {remote.status !== 'loading' && (
            <KeyButton shortcut="s" hint="Go to the next post" onPress={() => claimedPost.skip()}>
              Next
            </KeyButton>
          )}
          <UndoButton />
        </div>
      )}
    </section>
  );
}
