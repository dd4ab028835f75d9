import { paths } from '#lib/routes.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ModActionPanel } from './ModActionPanel.tsx';

/** No such post; one that a moderator removed says so, and why (Rule 8.10). */
export function PostNotFound({ removed }: { removed: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">Post not found</h1>
      <EmptyState
        title="Sorry, no post was found."
        action={
          <ButtonLink variant="primary" href={paths.posts}>
            Latest posts
          </ButtonLink>
        }
      >
        {removed
          ? 'It was removed by a moderator.'
          : 'It may have been deleted, or the address is incomplete.'}
      </EmptyState>
      {removed && <ModActionPanel />}
    </>
  );
}
