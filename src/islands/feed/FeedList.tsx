import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $removals, explainRemovals } from '#lib/stores/core/removals.ts';
import { countToDraw, returnToPlace } from '#lib/stores/core/scroll-position.ts';
import { postActions } from '#lib/stores/posts/post-dialog.ts';
import { PostCards } from '../ui/post/PostCards.tsx';
import { useSteadyScroll } from './use-steady-scroll.ts';

interface FeedListProps {
  posts: readonly Post[];
  viewer: Viewer;
}

/** The posts of the feed; what the reader is at stays where it is when new ones come. */
export function FeedList({ posts, viewer }: FeedListProps) {
  const list = useSteadyScroll(posts[0]?.id);
  const [atLeast] = useState(() => countToDraw(posts));
  useLayoutEffect(returnToPlace, []);
  const removals = useStore($removals);
  useEffect(() => void explainRemovals(posts), [posts]);
  return (
    <PostCards
      ref={list}
      posts={posts}
      removals={removals}
      atLeast={atLeast}
      context="feed"
      viewer={viewer}
      actions={postActions}
    />
  );
}
