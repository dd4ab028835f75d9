import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useState } from 'react';
import { countToDraw } from '#lib/stores/core/scroll-position.ts';
import { $postActions } from '#lib/stores/posts/post-actions.ts';
import { $removals, explainRemovals } from '#lib/stores/posts/removals.ts';
import { PostCards } from '../ui/post/PostCard.tsx';

type ListedPostsProps = Omit<ComponentProps<typeof PostCards>, 'atLeast' | 'removals' | 'actions'>;

/** The posts of one page, drawn at least up to the post that the user acted on before a reload. */
export function ListedPosts(props: ListedPostsProps) {
  const { posts } = props;
  const [atLeast] = useState(() => countToDraw(posts));
  const removals = useStore($removals);
  useEffect(() => void explainRemovals(posts), [posts]);
  return <PostCards {...props} atLeast={atLeast} removals={removals} actions={useStore($postActions)} />;
}
