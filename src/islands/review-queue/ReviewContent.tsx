import { useStore } from '@nanostores/react';
import { Video } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { moderatorSentences } from '#lib/domain/advice/advice.ts';
import { hasBattleFacts, postFace } from '#lib/domain/post-face.ts';
import { postFragment } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReviewItem } from '#lib/schemas/review.ts';
import { claimedPost } from '#lib/stores/moderation/queue.ts';
import { openBattleOf } from '#lib/stores/posts/battle.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { DecisionTable, Records } from '../moderation/Records.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import card from '../ui/Card.module.css';
import { Card } from '../ui/Card.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { focusAroundThen } from '../ui/helpers/focus-around.ts';
import { onPlainClick } from '../ui/helpers/link-click.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { BattlePicture } from '../ui/post/BattleParts.tsx';
import { EvidenceBar } from '../ui/post/EvidenceBar.tsx';
import { PostFace } from '../ui/post/PostFace.tsx';
import { HeldMark, LockMark, ReplayMark, TicketMark } from '../ui/post/PostMarks.tsx';
import { Reply } from '../ui/post/Reply.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { lazyPart } from '../ui/states/LazyPart.tsx';
import { Skeleton } from '../ui/states/Skeleton.tsx';
import { Decide } from './Decide.tsx';
import { Reports } from './Reports.tsx';
import styles from './ReviewItem.module.css';

/** Few reported posts were changed. */
const PostDiff = lazyPart(
  'what was changed',
  async () => (await import('../moderation/TextDiff.tsx')).PostDiff,
  <Skeleton shape="row" />,
);
const ReplyChanges = lazyPart(
  'the former reply',
  async () => (await import('./ReplyChanges.tsx')).ReplyChanges,
  <Skeleton shape="row" />,
);
/** Loads when a battle is opened. */
const BattleView = lazyPart(
  'the battle',
  async () => (await import('../battle-player/BattleView.tsx')).BattleView,
  <Skeleton shape="card" />,
);

/** A titled part of an item. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className={cx('stack', styles.part)} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </Card>
  );
}

/** The whole post, never folded. */
export function Written({ post }: { post: Post }) {
  const viewer = useStore($viewer);
  return (
    <PostFace
      face={postFace(post, 'feed')}
      heading="h3"
      written={<RelativeTime value={post.createdAt} />}
      edited={post.updatedAt && <RelativeTime value={post.updatedAt} />}
      held={post.held && <HeldMark post={post} />}
      id={postFragment(post.id)}
    >
      <LockMark post={post} single removal={undefined} />
      <Markdown source={post.content} className={styles.content} />
      {post.reply && <Reply post={post} reply={post.reply} />}
      <footer className="row touch">
        <ReplayMark post={post} />
        <TicketMark post={post} viewer={viewer} />
      </footer>
    </PostFace>
  );
}

interface BattleProps {
  post: Post;
  isOpen: boolean;
  onOpen: () => void;
}

/** Picture and facts of the battle, and the battle player once it is opened. */
function Battle({ post, isOpen, onOpen }: BattleProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.scrollIntoView?.();
  }, [isOpen]);
  const facts = hasBattleFacts(post) && <EvidenceBar post={post} replay={post.replay ?? undefined} />;
  const hasBattle = post.replayId !== null && post.replay?.facts?.source !== 'none';
  const look = isOpen ? undefined : cx(card.card, styles.closed);
  // The same element in both cases, because it keeps the focus when the battle replaces the button.
  return (
    <>
      {(hasBattle || isOpen || facts) && (
        <div ref={place} tabIndex={-1} data-pictured className={look}>
          {isOpen && <BattleView post={post} />}
          {hasBattle && !isOpen && (
            <>
              <div onClickCapture={onPlainClick(onOpen)}>
                <BattlePicture post={post} />
              </div>
              <Button size="sm" icon={Video} onClick={focusAroundThen(onOpen)}>
                Watch the battle
              </Button>
            </>
          )}
          {!isOpen && facts}
        </div>
      )}
      {isOpen && facts && <Card className={styles.evidence}>{facts}</Card>}
    </>
  );
}

/**
 * Everything that a decision needs, and the decision: in two columns while the battle player
 * does not need the room (Rule 30.75).
 */
export function ReviewContent({ item }: { item: ReviewItem }) {
  const { post, reports, former, replyVersions = [], objected = [] } = item;
  const notice = useStore(claimedPost.$notice);
  const [isOpen, setOpen] = useState(false);
  const openBattle = (seconds: number | null) => {
    openBattleOf(post, seconds);
    setOpen(true);
  };
  const advice = post.advice ?? [];
  return (
    <>
      {notice !== null && <Alert tone="warning">{notice}</Alert>}
      {item.refusal && <Alert tone="warning">{item.refusal}</Alert>}
      <div className={cx('stack', styles.item, !isOpen && styles.columns)} data-playing={isOpen || undefined}>
        <div className={styles.column}>
          <Written post={post} />
          {reports.length > 0 && (
            <Part title="Reports">
              <Reports post={post} reports={reports} onMoment={openBattle} />
            </Part>
          )}
          {advice.length > 0 && (
            <Part title="Advice">
              <ul className={styles.advice}>
                {moderatorSentences(advice, {
                  author: post.author.username,
                  player: post.player.username,
                }).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Part>
          )}
          {objected.length > 0 && (
            <Part title="Objections">
              <DecisionTable label="Decisions with objections" entries={objected} />
            </Part>
          )}
          {former !== null && (
            <Part title="Changed by its author since the first report">
              <PostDiff before={former} after={post} />
            </Part>
          )}
          {replyVersions.length > 0 && (
            <Part title="The reply since the first report">
              <ReplyChanges versions={replyVersions} present={post.reply?.content} />
            </Part>
          )}
        </div>
        <div className={styles.column}>
          <Battle post={post} isOpen={isOpen} onOpen={() => openBattle(null)} />
          <Part title="Records">
            <Records
              rows={[
                { part: 'Author', party: post.author, record: item.author },
                { part: 'Subject', party: post.player, record: item.player },
              ]}
              postId={post.id}
              notes={item.notes?.filter(({ id }) => id !== item.question?.id)}
            />
          </Part>
        </div>
        <Decide item={item} isBlocked={notice !== null} />
      </div>
    </>
  );
}
