import { useStore } from '@nanostores/react';
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { canReportPost, isStaff, type Viewer } from '#lib/domain/permissions.ts';
import { hasBattleFacts, postTitle } from '#lib/domain/post-face.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { returnToPlace } from '#lib/stores/core/scroll-position.ts';
import { $adaptText, $replay } from '#lib/stores/posts/post.ts';
import { $postActions } from '#lib/stores/posts/post-actions.ts';
import { PicturePlace } from '../share-picture/PicturePlace.tsx';
import { useCode } from '../ui/hooks/use-code.ts';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { useCanonical } from '../ui/hooks/use-search-engines.ts';
import { BattlePicture } from '../ui/post/BattleParts.tsx';
import { PostCard } from '../ui/post/PostCard.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './PostView.module.css';

/** From this width on there is a second column; `PostView.module.css` has the same. */
const WIDE = '(min-width: 1100px)';

function listen(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isWide = (): boolean => window.matchMedia(WIDE).matches;

/** Whether the page has a second column. Decided by script, so that the order of reading is the order on the screen. */
const useSideColumn = (): boolean => useSyncExternalStore(listen, isWide);

/** The replay is below the post and loads after it. */
const ReplaySection = lazyPart(
  'the replay',
  async () => (await import('./ReplaySection.tsx')).ReplaySection,
  <Skeleton shape="card" />,
);
const ReplayChat = lazyPart(
  'the chat',
  async () => (await import('./ReplaySection.tsx')).ReplayChat,
  <Skeleton shape="card" />,
);
const EvidenceBar = lazyPart(
  'the battle',
  async () => (await import('../ui/post/EvidenceBar.tsx')).EvidenceBar,
);
const ModActionPanel = lazyPart(
  'the moderation history',
  async () => (await import('./ModActionPanel.tsx')).ModActionPanel,
  <Skeleton shape="card" />,
);
const OwnReport = lazyPart('your report', async () => (await import('./OwnReport.tsx')).OwnReport);
const loadStaffPanel = async () => (await import('./StaffPanel.tsx')).StaffPanel;
const NO_ACTION_YET = <p className="soft">Loading moderator actions …</p>;
const StaffPanel = lazyPart('the moderation history', loadStaffPanel, NO_ACTION_YET);
/** On a post that a moderator has acted on, or with a replay below the panel. */
const LongStaffPanel = lazyPart('the moderation history', loadStaffPanel, <Skeleton shape="card" />);

/** Few posts have a reply. */
const ReplyPlace = lazyPart(
  'the reply',
  async () => (await import('./ReplyPlace.tsx')).ReplyPlace,
  <Skeleton shape="row" />,
);

interface PartsProps {
  post: Post;
  viewer: Viewer;
}

const partyCards = { load: async () => (await import('./PartyCards.tsx')).PartyCards };

/** The cards of author and player. They keep their place until their code has loaded, and it stays empty if that fails. */
function Parties(props: PartsProps) {
  const { loaded: PartyCards } = useCode(partyCards);
  return <div className={styles.parties}>{PartyCards && <PartyCards {...props} />}</div>;
}

const MorePosts = lazyPart('more posts', async () => (await import('./PartyCards.tsx')).MorePosts);

/** The moderator actions that the viewer may see, and the rest below them, in this order, so that nothing moves. */
function Moderated({ post, viewer, children }: PartsProps & { children: ReactNode }) {
  const hasAction = post.modLocked || post.readOnly;
  const [isLong] = useState(hasAction || post.replayId !== null);
  if (!isStaff(viewer)) return hasAction ? <ModActionPanel>{children}</ModActionPanel> : children;
  const Panel = isLong ? LongStaffPanel : StaffPanel;
  return (
    <Panel post={post} viewer={viewer} waiting={isLong ? <Skeleton shape="card" /> : NO_ACTION_YET}>
      {children}
    </Panel>
  );
}

function Evidence({ post }: { post: Post }) {
  const replay = useStore($replay);
  if (!hasBattleFacts(post)) return null;
  return (
    <div className={styles.evidence} data-pictured={post.battle?.thumbnail ? '' : undefined}>
      <BattlePicture post={post} stripTo="1099.98px" />
      <EvidenceBar post={post} replay={remoteValue(replay)} />
    </div>
  );
}

/**
 * The post first, then its battle, moderation, and replay or more posts; author and player next to them, or below (Rule 30.30).
 */
export function LoadedPost({ post, viewer }: PartsProps) {
  const actions = useStore($postActions);
  useCanonical(paths.post(post.id));
  usePageTitle(postTitle(post));
  useLayoutEffect(returnToPlace, []);
  const adaptText = useStore($adaptText);
  const hasSide = useSideColumn();
  return (
    <div className={styles.page} data-plain={post.replayId === null ? '' : undefined}>
      <div className={styles.main}>
        <PostCard
          post={post}
          context="single"
          viewer={viewer}
          adaptText={adaptText}
          reply={(post.reply || viewer?.id === post.player.id) && <ReplyPlace post={post} viewer={viewer} />}
          more={!post.modLocked && <PicturePlace page={{ kind: 'post', id: post.id }} />}
          {...actions}
        />
        {!hasSide && <Evidence post={post} />}
        {canReportPost(viewer, post) && 'onReport' in actions && <OwnReport postId={post.id} />}
        <Moderated post={post} viewer={viewer}>
          {post.replayId === null ? (
            <div className={styles.more}>
              <MorePosts post={post} viewer={viewer} />
            </div>
          ) : (
            <ReplaySection post={post} withChat={!hasSide} />
          )}
        </Moderated>
      </div>
      <div className={styles.side}>
        {hasSide && <Evidence post={post} />}
        <ErrorBoundary name="author and player">
          <Parties post={post} viewer={viewer} />
        </ErrorBoundary>
        {hasSide && post.replayId !== null && <ReplayChat post={post} />}
      </div>
    </div>
  );
}
