import { useStore } from '@nanostores/react';
import { Video as VideoIcon } from 'lucide';
import type { ReactNode } from 'react';
import { errorToMessage } from '#lib/client/errors.ts';
import type { Post } from '#lib/schemas/post.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import {
  $battle,
  $battleView,
  openBattle,
  retryBattle,
  UnplayableFileError,
} from '#lib/stores/posts/battle.ts';
import { $momentInAddress } from '#lib/stores/posts/moment.ts';
import { $replay, retryReplay } from '#lib/stores/posts/post.ts';
import { $replayLinks } from '#lib/stores/posts/replay-links.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { useInterruptibleFirst } from '../ui/hooks/smooth-drawing.ts';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Loading } from '../ui/states/Skeleton.tsx';
import player from './BattlePlayer.module.css';
import { Minimap } from './Minimap.tsx';

/** The place of the player, with the size that it will have, and a message in it. */
function Place({ children }: { children: ReactNode }) {
  return (
    <div className={player.player}>
      <div className={player.board} />
      <div className={cx(player.map, player.skeleton)} />
      <div className={player.message}>{children}</div>
      <div className={player.controls} />
      <div className={player.list} />
    </div>
  );
}

const WAITING = (
  <Place>
    <Loading text="Loading the battle..." visible />
  </Place>
);

/** Loads after the post, with the timeline. */
const BattlePlayer = lazyPart(
  'the battle player',
  async () => (await import('./BattlePlayer.tsx')).BattlePlayer,
  WAITING,
);

/** The battle player, or why there is nothing to play. */
function Player({ post, hasChat }: Pick<BattleViewProps, 'post' | 'hasChat'>) {
  const battle = useInterruptibleFirst(useStore($battle));
  if (battle.status === 'loading') return WAITING;
  if (battle.status === 'ready')
    return <BattlePlayer timeline={battle.value} post={post} hasChat={hasChat} />;
  const error = battle.status === 'failed' ? battle.error : undefined;
  const isFinal = error instanceof UnplayableFileError;
  return (
    <ErrorState
      title="Couldn’t load the battle."
      detail={
        battle.status === 'not-found'
          ? 'The server no longer has it. Download the replay to watch it in the game.'
          : isFinal
            ? error.message
            : errorToMessage(error)
      }
      onRetry={isFinal ? undefined : retryBattle}
    />
  );
}

/** The video, or why there is none, and a button for the battle player where there is something to play. */
function Video({ post, mayOpen }: { post: Post; mayOpen: boolean }) {
  const links = useStore($replayLinks);
  const { status } = useStore($replay);
  return (
    <div className="stack">
      <Minimap
        state={post.replayState}
        uri={links?.minimap ?? null}
        onRetry={status === 'failed' || status === 'not-found' ? retryReplay : undefined}
      />
      {mayOpen && (
        <Button icon={VideoIcon} onClick={focusAroundThen(openBattle)}>
          Open the battle player
        </Button>
      )}
    </div>
  );
}

interface BattleViewProps {
  post: Post;
  /** Whether the page shows the chat. */
  hasChat?: boolean | undefined;
  /** Classes for the wide player, and for a line in place of a video. */
  styles?: Readonly<Record<string, string | undefined>>;
}

/** The battle from above: the battle player, or the video, which the player can replace (Rule 25.31). */
export function BattleView({ post, hasChat, styles = {} }: BattleViewProps) {
  const view = useStore($battleView);
  const { status } = useStore($replay);
  const moment = useStore($momentInAddress);
  // So that nothing moves when the replay arrives, or fails to.
  const isMissing = status === 'failed' || status === 'not-found';
  const isExpected =
    (view === 'unknown' || isMissing) && post.battle != null && (post.replayState === 0 || moment !== null);
  const isPlayer = view === 'player' || isExpected;
  const hasVideo = post.replayState !== REPLAY_STATE.notReady || isMissing;
  return (
    // The same element in both cases, because it keeps the focus when the player replaces the video.
    <div className={isPlayer ? styles.wide : hasVideo ? undefined : styles.line} tabIndex={-1}>
      {isPlayer ? (
        <Card as="section" className="stack" aria-labelledby="battle-title">
          <h3 id="battle-title">Battle player</h3>
          {isExpected && isMissing ? (
            <Place>
              <ErrorState title="Couldn’t load the battle." onRetry={retryReplay} />
            </Place>
          ) : (
            <Player post={post} hasChat={hasChat} />
          )}
        </Card>
      ) : (
        <Video post={post} mayOpen={view === 'video-with-player'} />
      )}
    </div>
  );
}
