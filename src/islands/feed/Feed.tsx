import { useStore } from '@nanostores/react';
import { ArrowUp } from 'lucide';
import { memo, type ReactNode, useEffect, useLayoutEffect } from 'react';
import { formatNumber } from '#lib/domain/numbers.ts';
import type { Viewer } from '#lib/domain/permissions.ts';
import { POSTS_FRAGMENT } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { keepPlace } from '#lib/stores/core/places.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import { $feed, retryFeed, showWaiting, whileReading } from '#lib/stores/posts/feed.ts';
import { $feedView, DEFAULT_VIEW, type FeedView, feedHref, showFeed } from '#lib/stores/posts/feed-view.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ListedPosts } from '../live/ListedPosts.tsx';
import { LiveSign } from '../live/LiveSign.tsx';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import {
  AsDelivered,
  useInterruptibleFirst,
  useNextFrame,
  useScrollAnchor,
} from '../ui/hooks/smooth-drawing.ts';
import { listTitle, usePageTitle } from '../ui/hooks/use-page-title.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { MissingPage } from '../ui/states/MissingPage.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './Feed.module.css';
import { countFilters, FeedFilters } from './FeedFilters.tsx';

/** Shows how many new posts are waiting; a click adds them. It takes no room, so that nothing moves when it appears. */
function WaitingPosts({ count }: { count: number }) {
  return (
    <div className={styles.waiting}>
      {/* Always the same words: a burst must not be read out post by post. */}
      <span role="status" className="visually-hidden">
        {count > 0 && 'New posts are available.'}
      </span>
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          className={styles.pill}
          icon={ArrowUp}
          onClick={focusAroundThen(() => {
            showWaiting();
            window.scrollTo(0, 0);
          })}
        >
          {formatNumber(count)} new {count === 1 ? 'post' : 'posts'}
        </Button>
      )}
    </div>
  );
}

/** Whether the user is past the top of the page, points into the list, or has the focus in it. */
const isReading = (list: Element | null): boolean =>
  window.scrollY > 0 || list?.matches(':hover, :focus-within') === true;

/** The posts of one page. Posts that only wait do not draw it again. */
const FeedList = memo(({ posts, viewer }: { posts: readonly Post[]; viewer: Viewer }) => {
  const list = useScrollAnchor($feed, posts[0]?.id);
  useEffect(() => whileReading(() => isReading(list.current)), [list]);
  return <ListedPosts ref={list} posts={posts} context="feed" viewer={viewer} />;
});

const ALL = { sign: undefined, hasReplay: false, hideModActions: false };

/** An empty feed, with a link to all posts if a filter hides them. */
const NoPosts = ({ view }: { view: FeedView }) => (
  <EmptyState title="No posts found.">
    {countFilters(view) > 0 ? (
      <a href={feedHref(ALL)} onClick={onPlainClick(() => showFeed(ALL))}>
        Show all posts
      </a>
    ) : (
      'New posts show up here at once.'
    )}
  </EmptyState>
);

interface FeedContentProps {
  view: FeedView;
  viewer: Viewer;
  early: ReactNode;
}

/** The page of posts while loading, ready or failed. */
function FeedContent({ view, viewer, early }: FeedContentProps) {
  const feed = useInterruptibleFirst(useStore($feed, { ssr: 'initial' }));
  const isDimmed = useNextFrame(feed.status === 'ready' && feed.changing);
  useLayoutEffect(() => keepPlace(feed, returnToPlace), [feed]);
  switch (feed.status) {
    case 'loading':
      return (
        <AsDelivered slot={early}>
          <LoadingSkeleton shape="card" count={6} />
        </AsDelivered>
      );
    case 'ready': {
      const { posts, paging, waiting, insteadOf } = feed.value;
      return (
        <div className={cx('stack', styles.content, isDimmed && styles.changing)} aria-busy={feed.changing}>
          <MissingPage page={insteadOf} shown={paging} />
          {/* Gets the focus of the button, so that the next Tab leads to the first of the new posts. */}
          <div tabIndex={-1} className={styles.list}>
            <WaitingPosts count={waiting.length} />
            {posts.length === 0 ? (
              <NoPosts view={view} />
            ) : (
              <FeedList key={`${paging.currentPage} ${paging.pageSize}`} posts={posts} viewer={viewer} />
            )}
          </div>
          <Pagination
            label="Latest posts"
            current={paging.currentPage}
            total={paging.totalPages}
            hrefOf={(page) => feedHref({ page })}
            onNavigate={(page) => {
              showFeed({ page });
              window.scrollTo(0, 0);
            }}
          />
        </div>
      );
    }
    default:
      return <LoadFailure title="Couldn’t load the posts." remote={feed} onRetry={retryFeed} />;
  }
}

/** The latest posts, with filters, pages and live updates. `early` is drawn before this code has loaded. */
export function Feed({ early }: { early?: ReactNode }) {
  const view = useStore($feedView, { ssr: () => DEFAULT_VIEW });
  const viewer = useStore($viewer, { ssr: () => null });
  usePageTitle(listTitle('Latest Posts', view.page));
  return (
    <ErrorBoundary name="the list of posts">
      <PageHeader title="Latest Posts" actions={<LiveSign />} />
      <section
        id={POSTS_FRAGMENT}
        className={cx('screen', styles.feed)}
        aria-label="Latest posts"
        tabIndex={-1}
      >
        <FeedFilters view={view} viewer={viewer} />
        <FeedContent view={view} viewer={viewer} early={early} />
      </section>
      <PostDialogs />
    </ErrorBoundary>
  );
}
