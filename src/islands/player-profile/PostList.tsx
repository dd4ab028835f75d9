import { useStore } from '@nanostores/react';
import { useLayoutEffect, useMemo } from 'react';
import { signOf } from '#lib/domain/flairs.ts';
import type { Post } from '#lib/schemas/post.ts';
import { keepPlace } from '#lib/stores/core/places.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import {
  $profilePosts,
  listHref,
  type ProfileListView,
  retryPosts,
  showList,
} from '#lib/stores/profile/profile-posts.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ListedPosts } from '../live/ListedPosts.tsx';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { useNextFrame } from '../ui/hooks/smooth-drawing.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { MissingPage } from '../ui/states/MissingPage.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import styles from './ProfilePosts.module.css';
import { ProfileRibbon, RibbonSummary } from './ProfileRibbon.tsx';

interface PostListProps {
  list: ProfileListView;
  /** Draws the ribbon of the first page, because the header has none. */
  drawsRibbon: boolean;
  /** Called when the user goes to another page. */
  onPage: () => void;
}

/** An empty list, with a link to all posts if a filter hides them. */
function NoPosts({ list: { sign, hasReplay } }: { list: ProfileListView }) {
  const all = { sign: undefined, hasReplay: false };
  return (
    <EmptyState title="No posts found.">
      {(sign !== undefined || hasReplay) && (
        <a href={listHref(all)} onClick={onPlainClick(() => showList(all))}>
          Show all posts
        </a>
      )}
    </EmptyState>
  );
}

/** The ribbon of the page's posts, with what it says in words. */
function RibbonCard({ posts }: { posts: readonly Post[] }) {
  const signs = posts.map(({ id, flairs }) => ({ id, sign: signOf(flairs) })).reverse();
  return (
    <Card>
      <p className="soft">Each bar is a post, the newest on the right: up is positive, down is negative.</p>
      <RibbonSummary posts={signs} />
      <ProfileRibbon posts={signs} />
    </Card>
  );
}

/** One page of the open tab. */
export function PostList({ list: current, drawsRibbon, onPage }: PostListProps) {
  const loaded = useStore($profilePosts);
  // Together, because the posts are those of the list.
  const { list, remote } = useNextFrame(
    useMemo(() => ({ list: current, remote: loaded }), [current, loaded]),
  );
  const viewer = useStore($viewer);
  useLayoutEffect(() => keepPlace(remote, returnToPlace), [remote]);
  if (remote.status === 'loading') return <LoadingSkeleton shape="card" count={3} />;
  if (remote.status === 'failed')
    return <LoadFailure title="Couldn’t load the posts." remote={remote} onRetry={retryPosts} />;
  if (remote.status !== 'ready') return <NoPosts list={list} />;
  const { posts, paging, insteadOf } = remote.value;
  const missingPage = <MissingPage page={insteadOf} shown={paging} />;
  if (posts.length === 0)
    return (
      <>
        {missingPage}
        <NoPosts list={list} />
      </>
    );
  return (
    <>
      {missingPage}
      {drawsRibbon && list.tab === 'received' && paging.currentPage === 1 && <RibbonCard posts={posts} />}
      <div className={cx(remote.changing && styles.changing)} aria-busy={remote.changing}>
        <ListedPosts
          key={`${list.tab} ${list.sign} ${list.hasReplay} ${paging.currentPage}`}
          posts={posts}
          context={list.tab}
          viewer={viewer}
        />
      </div>
      <Pagination
        label={list.tab === 'received' ? 'Received posts' : 'Sent posts'}
        current={list.page}
        total={paging.totalPages}
        hrefOf={(page) => listHref({ page })}
        onNavigate={(page) => {
          showList({ page });
          onPage();
        }}
      />
    </>
  );
}
