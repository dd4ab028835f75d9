import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Viewer } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import { $post, retryPost } from '#lib/stores/posts/post.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { LiveSign } from '../live/LiveSign.tsx';
import { LoadFailure } from '../live/LoadFailure.tsx';
import { PostDialogs } from '../post-editor/PostDialogs.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { AsDelivered, useInterruptibleFirst } from '../ui/hooks/smooth-drawing.ts';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading, LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import { LoadedPost } from './LoadedPost.tsx';
import styles from './PostView.module.css';

/** Rarely needed. */
const PostNotFound = lazyPart(
  'this page',
  async () => (await import('./PostNotFound.tsx')).PostNotFound,
  <Loading />,
);

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
          <LoadFailure title="Error loading Post." remote={remote} onRetry={retryPost} />
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
