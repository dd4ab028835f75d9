import { memo, useLayoutEffect } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { postActions } from '#lib/stores/post-dialog.ts';
import { restoreScroll } from '#lib/stores/scroll-position.ts';
import { PostCard } from '../ui/post/PostCard.tsx';
import styles from './FeedList.module.css';
import { useGrowingCount } from './use-growing-count.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';

/** About the height of a card with the gap below it; keeps the scroll bar honest about what is not drawn yet. */
const CARD_HEIGHT_REM = 12;

interface FeedListProps {
  posts: readonly Post[];
  viewer: Viewer;
}

const Item = memo(({ post, viewer }: { post: Post; viewer: Viewer }) => (
  <li className={styles.item}>
    <PostCard post={post} context="feed" viewer={viewer} {...postActions} />
  </li>
));

/** The posts, drawn as far as they have come near the screen: a page of 500 costs what is looked at. */
export function FeedList({ posts, viewer }: FeedListProps) {
  const { count, sentinel } = useGrowingCount(posts.length);
  const list = useSteadyScroll(posts[0]?.id);
  useLayoutEffect(restoreScroll, []);
  return (
    <>
      <ol ref={list} className={styles.list}>
        {posts.slice(0, count).map((post) => (
          <Item key={post.id} post={post} viewer={viewer} />
        ))}
      </ol>
      {count < posts.length && (
        <div
          ref={sentinel}
          className={styles.rest}
          style={{ height: `${(posts.length - count) * CARD_HEIGHT_REM}rem` }}
          aria-hidden="true"
        />
      )}
    </>
  );
}
