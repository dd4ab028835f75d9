import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { canReportPost, isStaff, type Viewer } from '#lib/domain/permissions.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import { $adaptText, $post, $replay, retryPost } from '#lib/stores/posts/post.ts';
import { $postActions } from '#lib/stores/posts/post-actions.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { LiveSign } from '../live/LiveSign.tsx';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { useInterruptibleFirst } from '../ui/hooks/smooth-drawing.ts';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { useCanonical } from '../ui/hooks/use-search-engines.ts';
import { PostCard } from '../ui/post/PostCard.tsx';
import { AsDelivered } from '../ui/states/AsDelivered.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading, LoadingSkeleton, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './PostView.module.css';

/** The replay is below the post and loads after it. */
const ReplaySection = lazyPart(
  'the replay',
  async () => (await import('./ReplaySection.tsx')).ReplaySection,
  <Skeleton shape="card" />,
);
const EvidenceBar = lazyPart(
  'the battle',
  async () => (await import(/* offline */ '../ui/post/EvidenceBar.tsx')).EvidenceBar,
);
const ModActionPanel = lazyPart(
  'the moderation history',
  async () => (await import('./ModActionPanel.tsx')).ModActionPanel,
  <Skeleton shape="card" />,
);
const OwnReport = lazyPart('your report', async () => (await import('./OwnReport.tsx')).OwnReport);
/** Rarely needed. */
const PostNotFound = lazyPart(
  'this page',
  async () => (await import('./PostNotFound.tsx')).PostNotFound,
  <Loading />,
);
const StaffPanel = lazyPart(
  'the moderation history',
  async () => (await import('./StaffPanel.tsx')).StaffPanel,
  <Skeleton shape="card" />,
);

/** The moderator actions that the viewer may see, and the rest below them, in this order, so that nothing moves. */
function Moderated({ post, viewer, children }: { post: Post; viewer: Viewer; children: ReactNode }) {
  if (isStaff(viewer))
    return (
      <StaffPanel post={post} viewer={viewer}>
        {children}
      </StaffPanel>
    );
  return post.modLocked || post.readOnly ? <ModActionPanel>{children}</ModActionPanel> : children;
}

function LoadedPost({ post, viewer }: { post: Post; viewer: Viewer }) {
  const replay = useStore($replay);
  const actions = useStore($postActions);
  useCanonical(paths.post(post.id));
  usePageTitle(postTitle(post));
  useLayoutEffect(returnToPlace, []);
  const adaptText = useStore($adaptText);
  return (
    <>
      {(post.battle || post.replay?.facts) && (
        <div className={styles.evidence}>
          <EvidenceBar post={post} replay={remoteValue(replay)} />
        </div>
      )}
      <PostCard post={post} context="single" viewer={viewer} adaptText={adaptText} {...actions} />
      {canReportPost(viewer, post) && 'onReport' in actions && (
        <ErrorBoundary name="your report">
          <OwnReport postId={post.id} />
        </ErrorBoundary>
      )}
      <ErrorBoundary name="the moderation history">
        <Moderated post={post} viewer={viewer}>
          {post.replayId !== null && (
            <ErrorBoundary name="the replay">
              <ReplaySection post={post} />
            </ErrorBoundary>
          )}
        </Moderated>
      </ErrorBoundary>
    </>
  );
}

function Content({ viewer, early }: { viewer: Viewer; early: ReactNode }) {
  const remote = useInterruptibleFirst(useStore($post, { ssr: 'initial' }));
  switch (remote.status) {
    case 'loading':
      return (
        <AsDelivered slot={early}>
          <h1 className="visually-hidden">Post</h1>
          <LoadingSkeleton shape="card" className={styles.skeleton} />
        </AsDelivered>
      );
    case 'ready':
      return <LoadedPost post={remote.value} viewer={viewer} />;
    case 'not-found':
      return <PostNotFound removed={remote.removed} />;
    case 'failed':
      return (
        <>
          <h1 className="visually-hidden">Post</h1>
          <ErrorState title="Error loading Post." detail={errorToMessage(remote.error)} onRetry={retryPost} />
        </>
      );
  }
}

function Top() {
  const { status } = useStore($post, { ssr: 'initial' });
  return (
    <div className={styles.top}>
      <a href={paths.posts}>All posts</a>
      <LiveSign off={status === 'not-found'} />
    </div>
  );
}

/** One post with its replay, the moderator actions on it, and live updates. `early` is drawn before this code has loaded. */
export function PostView({ early }: { early?: ReactNode }) {
  const viewer = useStore($viewer, { ssr: () => null });
  return (
    <div className={cx('stack screen', styles.screen)}>
      <Top />
      <ErrorBoundary name="the post">
        <Content viewer={viewer} early={early} />
      </ErrorBoundary>
      <PostDialogs />
    </div>
  );
}
