import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { POSTS_FRAGMENT, paths } from '#lib/paths.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import type { DeletedPost as Deleted } from '#lib/stores/posts/deleted-posts.ts';
import { $postId, deletedPost } from '#lib/stores/posts/post.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import styles from './ModAction.module.css';
import { ModActionPanel } from './ModActionPanel.tsx';
import { OwnReport } from './OwnReport.tsx';

const NOT_FOUND = 'Sorry, no post was found.';

/** The focused element is gone: it was in the post, or a button below it. */
function focusHeading(): void {
  if (document.activeElement === document.body)
    document.getElementById(POSTS_FRAGMENT)?.focus({ preventScroll: true });
}

/** The page of a post that the user deleted in this tab, with links onward (Rule 8.15). */
function DeletedPost({ player }: Deleted) {
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
        <div className="row">
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

/** The outcome of the viewer's report of the post, which outlives it. */
function Outcome() {
  const postId = useStore($postId);
  const viewer = useStore($viewer);
  return postId && viewer !== null && <OwnReport postId={postId} />;
}

/** The page of a post that does not exist, or that a moderator removed: then with moderator and reason (Rule 8.10). */
export function PostNotFound({ removed }: { removed: boolean }) {
  const deleted = removed ? undefined : deletedPost();
  if (deleted) return <DeletedPost {...deleted} />;
  return (
    <>
      <NotFound
        heading="Post not found"
        sentence={removed ? <small className="soft">{NOT_FOUND}</small> : NOT_FOUND}
        href={paths.posts}
        action="Latest posts"
      >
        {removed ? (
          <div className={styles.removal}>
            <strong>It was removed by a moderator.</strong>
            <ModActionPanel />
          </div>
        ) : (
          'It may have been deleted, or the address is incomplete.'
        )}
      </NotFound>
      <Outcome />
    </>
  );
}
