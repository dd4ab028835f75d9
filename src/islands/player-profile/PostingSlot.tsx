import { CirclePlus, Clock, type IconNode, Info, LogIn, PencilLine } from 'lucide';
import type { ReactNode } from 'react';
import { cooldownSentence, POST_COOLDOWN_HOURS, POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { paths } from '#lib/paths.ts';
import type { Posting } from '#lib/stores/profile/posting.ts';
import { loginPath } from '#lib/stores/session/login.ts';
import { PostDialog } from '../post-editor/PostDialogs.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './PostingSlot.module.css';

/** Few viewers are banned. */
const OwnBanLink = lazyPart(
  'the link to the ban',
  async () => (await import('../moderation/OwnBanLink.tsx')).OwnBanLink,
);

interface PostingSlotProps {
  posting: Posting;
  /** Whether the viewer has begun a post about this player. */
  hasDraft: boolean;
  onNewPost: () => void;
  onRetry: () => void;
}

function Sentence({ icon, quiet, children }: { icon: IconNode; quiet?: boolean; children: ReactNode }) {
  return (
    <p className={cx(styles.sentence, quiet && styles.quiet)}>
      <Icon node={icon} />
      <span>{children}</span>
    </p>
  );
}

function Cooldown({ until }: { until: number }) {
  const [before, after] = cooldownSentence('\n').split('\n');
  return (
    <Sentence icon={Clock}>
      {before}
      <Time value={new Date(until).toISOString()} />
      {after}
    </Sentence>
  );
}

/** The decision so far while an answer is missing, as tall as the other sentences, so that nothing moves. */
const SLOW_SENTENCES = {
  cooldown: `You can post unless you did within ${POST_COOLDOWN_HOURS} hours. We couldn’t check.`,
  flags: 'We couldn’t check yet whether you can post.',
} as const;

/** The New Post button, or the reason why the viewer cannot post. The header says whether the player opted out. */
export function PostingSlot({ posting, hasDraft, onNewPost, onRetry }: PostingSlotProps) {
  switch (posting.kind) {
    case 'checking':
      return <Skeleton className={styles.checking} />;
    case 'slow':
      return (
        <div className={cx(styles.sentence, styles.slow)} role="status">
          <span>{SLOW_SENTENCES[posting.missing]}</span>
          <Button size="sm" onClick={focusAroundThen(onRetry)}>
            Try again
          </Button>
        </div>
      );
    case 'unknown':
      return (
        <Alert tone="warning" onRetry={onRetry}>
          We couldn’t check whether you can post. {posting.message}
        </Alert>
      );
    case 'available':
      return (
        <Button
          variant="primary"
          icon={hasDraft ? PencilLine : CirclePlus}
          onClick={onNewPost}
          onMouseEnter={PostDialog.preload}
          onFocus={PostDialog.preload}
          data-shortcut="c"
        >
          {hasDraft ? (
            <>
              <span className="visually-hidden">New Post: </span>Continue draft
            </>
          ) : (
            'New Post'
          )}
        </Button>
      );
    case 'cooldown':
      return <Cooldown until={posting.until} />;
    case 'login-needed':
      return (
        <Sentence quiet icon={LogIn}>
          {POSTING_SENTENCES['login-needed']}{' '}
          <a href={loginPath()} data-login>
            Login
          </a>
        </Sentence>
      );
    case 'banned':
      return (
        <Sentence icon={Info}>
          {POSTING_SENTENCES.banned} <a href={paths.settings}>See reason and end date</a>
          <OwnBanLink />
        </Sentence>
      );
    case 'player-opted-out':
      return null;
    default:
      return <Sentence icon={Info}>{POSTING_SENTENCES[posting.kind]}</Sentence>;
  }
}
