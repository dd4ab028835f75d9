import { paths } from '#lib/paths.ts';
import { deletedPost } from '#lib/stores/posts/post.ts';
import { NotFound } from '../ui/states/NotFound.tsx';
import { DeletedPost } from './DeletedPost.tsx';
import { ModActionPanel } from './ModActionPanel.tsx';

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
      {removed && <ModActionPanel />}
    </>
  );
}
