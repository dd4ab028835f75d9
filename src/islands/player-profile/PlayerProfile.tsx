import { useStore } from '@nanostores/react';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { $player, $profileView, retryPlayer } from '#lib/stores/profile/player-profile.ts';
import { $profilePosts } from '#lib/stores/profile/profile-posts.ts';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { StaffSlot } from '../moderation/StaffSlot.tsx';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { PicturePlace } from '../share-picture/PicturePlace.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { AsDelivered, useInterruptibleFirst } from '../ui/hooks/smooth-drawing.ts';
import { useCanonical, useNoindex } from '../ui/hooks/use-search-engines.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { NotFound } from '../ui/states/NotFound.tsx';
import styles from './PlayerProfile.module.css';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfilePosts } from './ProfilePosts.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';

function Profile() {
  const view = useStore($profileView);
  useCanonical(view && paths.player(view.player));
  useNoindex(view?.player.optedOut ?? false);
  if (view === undefined) return <ProfileSkeleton />;
  const { id, optedOut } = view.player;
  return (
    <>
      <div className={cx('two-columns', styles.columns)}>
        <div className={styles.aside}>
          <ProfileHeader {...view} picture={!optedOut && <PicturePlace page={{ kind: 'player', id }} />} />
          <StaffSlot player={view.player} />
        </div>
        <ErrorBoundary name="the list of posts">
          <ProfilePosts player={view.player} />
        </ErrorBoundary>
      </div>
      <PostDialogs />
    </>
  );
}

/** Whether the page shows posts that it drew early (`early-content.ts`). */
const showsEarlyPosts = (): boolean => document.querySelector('[data-early-posts] li') !== null;

/** Whether the screen's own posts have loaded or failed. */
function usePostsSettled(): boolean {
  const [isSettled, settle] = useState(false);
  useEffect(
    () =>
      $profilePosts.subscribe(({ status }) => {
        if (status !== 'loading') startTransition(() => settle(true));
      }),
    [],
  );
  return isSettled;
}

/** A player's profile: header, received posts and sent posts. `early` is drawn before this code has loaded. */
export function PlayerProfile({ early }: { early?: ReactNode }) {
  const remote = useInterruptibleFirst(useStore($player, { ssr: 'initial' }));
  const { status } = remote;
  const postsSettled = usePostsSettled();
  // Posts that are on the screen do not make place for their outline.
  const isWaiting = status === 'loading' || (status === 'ready' && !postsSettled && showsEarlyPosts());
  return (
    <div className={styles.screen}>
      <ErrorBoundary name="the profile">
        {isWaiting && (
          <AsDelivered slot={early}>
            <ProfileSkeleton />
          </AsDelivered>
        )}
        {status === 'not-found' && (
          <NotFound
            heading="Player not found"
            sentence="Sorry, no player was found."
            href={paths.players}
            action="Search players"
          >
            The account may be new to this site, or belong to another region.
          </NotFound>
        )}
        {status === 'failed' && (
          <>
            <h1 className="visually-hidden">Player profile</h1>
            <LoadFailure title="Couldn’t load the player." remote={remote} onRetry={retryPlayer} />
          </>
        )}
        {status === 'ready' && !isWaiting && <Profile />}
      </ErrorBoundary>
    </div>
  );
}
