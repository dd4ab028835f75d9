import { useStore } from '@nanostores/react';
import { Download, RefreshCw } from 'lucide';
import type { ReactNode } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import { canMaintain } from '#lib/domain/permissions.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayFacts, ShownReplay } from '#lib/schemas/replay.ts';
import { goToFragment } from '#lib/stores/core/places.ts';
import { LOADING, remoteValue } from '#lib/stores/core/remote.ts';
import { $replay, retryReplay } from '#lib/stores/posts/post.ts';
import { $replayLinks } from '#lib/stores/posts/replay-links.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { BattleView } from '../battle-player/BattleView.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { useInterruptibleFirst, useNextFrame } from '../ui/hooks/smooth-drawing.ts';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { LoadingSkeleton } from '../ui/states/Skeleton.tsx';
import { ChatLog } from './ChatLog.tsx';
import styles from './ReplaySection.module.css';
import { TeamRoster } from './TeamRoster.tsx';

/** Few viewers are administrators. The place is as wide as the button. */
const ReprocessButton = lazyPart(
  'the button',
  async () => (await import('./ReprocessButton.tsx')).ReprocessButton,
  <Button size="sm" icon={RefreshCw} busy>
    Reprocess replay
  </Button>,
);

/** A button for administrators to have the replay processed again. */
export function ReprocessReplay({ replayId }: { replayId: string }) {
  return canMaintain(useStore($viewer)) && <ReprocessButton replayId={replayId} />;
}

interface PartProps<T> {
  title: string;
  failure: string;
  /** The part's data; null when it could not be read. */
  pick: (replay: ShownReplay) => T | null;
  /** Shows its outline for now. */
  waits?: boolean;
  children: (part: T, facts: ReplayFacts | null) => ReactNode;
}

/** A part of the replay with its heading. It can fail while the other parts are shown. */
function Part<T>({ title, failure, pick, waits = false, children }: PartProps<T>) {
  const arrived = useInterruptibleFirst(useStore($replay));
  const remote = waits ? LOADING : arrived;
  const part = remote.status === 'ready' ? pick(remote.value) : null;
  const facts = remoteValue(remote)?.facts ?? null;
  return (
    <Card as="section" className="stack" aria-label={title}>
      <h3>{title}</h3>
      {remote.status === 'loading' && <LoadingSkeleton shape="row" count={3} />}
      {part !== null && children(part, facts)}
      {remote.status !== 'loading' && part === null && (
        <Alert tone="danger" title={failure} onRetry={retryReplay}>
          {remote.status === 'failed' && errorToMessage(remote.error)}
        </Alert>
      )}
    </Card>
  );
}

/** The chat of a post's battle. */
export function ReplayChat({ post }: { post: Post }) {
  return (
    <Part title="Chat" failure="Error loading Chat Messages." pick={({ chatMessages }) => chatMessages}>
      {(messages, facts) => <ChatLog messages={messages} facts={facts} post={post} />}
    </Part>
  );
}

interface ReplaySectionProps {
  post: Post;
  /** Whether the chat is among its parts, because the page has no column for it. */
  withChat: boolean;
}

/** The replay of a post: video, file, teams and chat. */
export function ReplaySection({ post, withChat }: ReplaySectionProps) {
  const links = useStore($replayLinks);
  const isSecond = useNextFrame<boolean>(true, false);
  return (
    <section className={cx('stack', styles.replay)} aria-labelledby="replay-title">
      <div ref={goToFragment} id="replay" className={cx('row', styles.head)}>
        <h2 id="replay-title">Replay</h2>
        <div className="row">
          {post.replayId !== null && <ReprocessReplay replayId={post.replayId} />}
          {links?.file === null && <p className="soft">The replay file was removed.</p>}
          {links?.file && (
            <ButtonLink href={links.file} size="sm" download icon={Download}>
              Download replay
            </ButtonLink>
          )}
        </div>
      </div>
      <div className={styles.grid}>
        <BattleView post={post} styles={styles} hasChat />
        {withChat && <ReplayChat post={post} />}
      </div>
      <Part
        title="Teams"
        failure="Error loading Teams Roster."
        pick={({ players }) => players}
        waits={!isSecond}
      >
        {(players, facts) => <TeamRoster players={players} facts={facts} post={post} />}
      </Part>
    </section>
  );
}
