import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import { $modActions, retryModActions } from '#lib/stores/posts/post.ts';
import { Alert } from '../ui/Alert.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import { WhyLink } from '../ui/WhyLink.tsx';
import { ModActionNote } from './ModActionNote.tsx';

interface ModActionsProps {
  /** Draws the actions, newest first. */
  draw: (actions: readonly ModAction[]) => ReactNode;
  /** Shown until they have loaded, as high as they will probably be. */
  waiting: ReactNode;
  /** Content below them. It appears when they have loaded or failed, so that it never moves. */
  children?: ReactNode;
}

/** The moderator actions on the post while loading, ready or failed, and the content below them. */
export function ModActions({ draw, waiting, children }: ModActionsProps) {
  const remote = useStore($modActions);
  const [known, setKnown] = useState(false);
  if (!known && remote.status === 'loading') return waiting;
  if (!known) setKnown(true);
  return (
    <>
      {remote.status === 'loading' && <Skeleton shape="row" />}
      {remote.status === 'ready' && draw(remote.value)}
      {remote.status === 'failed' && (
        <Alert tone="warning" onRetry={retryModActions}>
          Couldn’t load the moderator actions. {errorToMessage(remote.error)}
        </Alert>
      )}
      {children}
    </>
  );
}

/** The last moderator action on the post (Rule 8.3), for its author with a link to the statement (Rule 31.13). */
export function ModActionPanel({ children }: { children?: ReactNode }) {
  return (
    <ModActions
      draw={([latest]) =>
        latest && (
          <ModActionNote action={latest}>
            <WhyLink id={latest.decisionId} />
          </ModActionNote>
        )
      }
      waiting={<Skeleton shape="card" />}
    >
      {children}
    </ModActions>
  );
}
