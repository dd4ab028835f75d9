import { memo, type Ref } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { PostActionHandlers } from './PostActions.tsx';
import { PostCard } from './PostCard.tsx';
import styles from './PostCards.module.css';
import type { PostContext } from './PostParties.tsx';
import { useGrowingCount } from './use-growing-count.ts';

/** About the height of a card with the gap below it; keeps the scroll bar honest about what is not drawn yet. */
const CARD_HEIGHT_REM = 12;

interface PostCardsProps {
  posts: readonly Post[];
  context: PostContext;
  viewer: Viewer;
  actions: PostActionHandlers;
  /** Who removed posts and why, by the post's id. */
  removals: Readonly<Record<string, ModAction>>;
  /** How many are drawn at once, however far down they are. */
  atLeast?: number | undefined;
  ref?: Ref<HTMLOListElement>;
}

interface ItemProps extends Pick<PostCardsProps, 'context' | 'viewer' | 'actions'> {
  post: Post;
  removal: ModAction | undefined;
}

const Item = memo(({ post, context, viewer, removal, actions }: ItemProps) => (
  <li className={styles.item}>
    <PostCard post={post} context={context} viewer={viewer} removal={removal} {...actions} />
  </li>
));

/** A page of posts, drawn as far as they have come near the screen: a page of 500 costs what is looked at. */
export function PostCards({ posts, atLeast, removals, ref, ...shared }: PostCardsProps) {
  const { count, sentinel } = useGrowingCount(posts.length, atLeast);
  return (
    <>
      <ol ref={ref} className={styles.list}>
        {posts.slice(0, count).map((post) => (
          <Item key={post.id} post={post} removal={removals[post.id]} {...shared} />
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
