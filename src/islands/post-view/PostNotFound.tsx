import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $postId, deletedPost } from '#lib/stores/posts/post.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { NotFound } from '../ui/states/NotFound.tsx';
import { DeletedPost } from './DeletedPost.tsx';
import { ModActionPanel } from './ModActionPanel.tsx';
import { OwnReport } from './OwnReport.tsx';

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
        sentence="Sorry, no post was found."
        href={paths.posts}
        action="Latest posts"
      >
        {removed
          ? 'It was removed by a moderator.'
          : 'It may have been deleted, or the address is incomplete.'}
      </NotFound>
      <Outcome />
      {removed && <ModActionPanel />}
    </>
  );
}
