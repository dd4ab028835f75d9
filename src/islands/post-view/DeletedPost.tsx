import { useLayoutEffect } from 'react';
import { POSTS_FRAGMENT, paths } from '#lib/paths.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import type { DeletedPost as Deleted } from '#lib/stores/posts/deleted-posts.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import styles from './PostView.module.css';

/** The focused element is gone: it was in the post, or a button below it. */
function focusHeading(): void {
  if (document.activeElement === document.body)
    document.getElementById(POSTS_FRAGMENT)?.focus({ preventScroll: true });
}

/** The page of a post that the user deleted in this tab, with links onward (Rule 8.15). */
export function DeletedPost({ player }: Deleted) {
  usePageTitle('Post deleted');
  useLayoutEffect(() => {
    returnToPlace();
    focusHeading();
  }, []);
  return (
    <EmptyState
      title="Post deleted."
      headingId={POSTS_FRAGMENT}
      action={
        <div className={cx('row', styles.ways)}>
          <ButtonLink variant="primary" href={paths.player(player)}>
            <span>
              Profile of <bdi translate="no">{player.username}</bdi>
            </span>
          </ButtonLink>
          <ButtonLink href={paths.posts}>Latest posts</ButtonLink>
        </div>
      }
    >
      It is no longer on this site, and its karma no longer counts.
    </EmptyState>
  );
}
