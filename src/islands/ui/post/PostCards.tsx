import { memo, type Ref } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import type { PostContext } from '#lib/domain/post-face.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { cx } from '../helpers/cx.ts';
import { useGrowingCount } from '../hooks/smooth-drawing.ts';
import { PostCard } from './PostCard.tsx';
import styles from './PostCards.module.css';
import type { PostActionHandlers } from './post-action.ts';

/** Approximate height of a card with its gap, so that the scroll bar accounts for cards that are not drawn yet. */
const CARD_HEIGHT_REM = 13;

/** From so many posts on, those below the screen are not laid out. */
const LONG_FROM = 26;

interface PostCardsProps {
  posts: readonly Post[];
  context: PostContext;
  viewer: Viewer;
  actions: PostActionHandlers;
  /** Who removed posts and why, by post id. */
  removals: Readonly<Record<string, ModAction>>;
  /** How many are drawn at first, at least. */
  atLeast?: number | undefined;
  ref?: Ref<HTMLOListElement>;
}

/** How many posts above the place to return to are laid out, so that the page scrolls to where it was. */
const LAID_OUT_MAX = 100;

interface ItemProps extends Pick<PostCardsProps, 'context' | 'viewer' | 'actions'> {
  post: Post;
  removal: ModAction | undefined;
  /** Laid out even when it is not near the screen. */
  laidOut: boolean;
}

const Item = memo(({ post, context, viewer, removal, actions, laidOut }: ItemProps) => (
  <li className={cx(!laidOut && styles.item)}>
    <PostCard post={post} context={context} viewer={viewer} removal={removal} {...actions} />
  </li>
));

/** A page of posts. Only those near the screen are drawn; see `useGrowingCount`. */
export function PostCards({ posts, atLeast = 0, removals, ref, ...shared }: PostCardsProps) {
  const { count, sentinel } = useGrowingCount(posts.length, atLeast);
  return (
    <>
      <ol ref={ref} className={cx('stack', count >= LONG_FROM && styles.long)}>
        {posts.slice(0, count).map((post, index) => (
          <Item
            key={post.id}
            post={post}
            removal={removals[post.id]}
            laidOut={index < Math.min(atLeast, LAID_OUT_MAX)}
            {...shared}
          />
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
