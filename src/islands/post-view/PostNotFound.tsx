import { paths } from '#lib/routes.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { ModActionPanel } from './ModActionPanel.tsx';

/** No such post; one that a moderator removed says so, and why (Rule 8.10). */
export function PostNotFound({ removed }: { removed: boolean }) {
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
