import {
  Clock,
  LifeBuoy,
  LoaderCircle,
  LockOpen,
  MessageSquareReply,
  Play,
  Trash2,
  TriangleAlert,
  Video,
  VideoOff,
} from 'lucide';
import { badgesOf, heldReasons } from '#lib/domain/advice/badges.ts';
import { canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import { paths } from '#lib/paths.ts';
import type { ModAction } from '#lib/schemas/moderation.ts';
import type { Post } from '#lib/schemas/post.ts';
import { REPLAY_STATE } from '#lib/schemas/replay.ts';
import { cx } from '../helpers/cx.ts';
import { Icon } from '../Icon.tsx';
import { PlayerLink } from '../PlayerLink.tsx';
import { Time } from '../Time.tsx';
import { Tooltip } from '../Tooltip.tsx';
import { WhyLink } from '../WhyLink.tsx';
import styles from './PostMarks.module.css';

interface LockMarkProps {
  post: Pick<Post, 'modLocked' | 'readOnly'>;
  /** Whether this is the post's own page, which shows the moderator actions below. */
  single: boolean;
  /** Who removed it, when and why; undefined until it is loaded. */
  removal: ModAction | undefined;
  /** In the form of early posts: icons keep their place but have no shapes, which would be most of its bytes. */
  early?: boolean;
}

function Removal({ action }: { action: ModAction }) {
  return (
    <>
      By <PlayerLink player={{ id: action.modId, username: action.modUsername }} />
      {action.createdAt && (
        <>
          , <Time value={action.createdAt} />
        </>
      )}
      : <bdi lang="">{action.reason || 'No reason was given.'}</bdi>
      <WhyLink id={action.decisionId} />
    </>
  );
}

/** A note when a moderator removed the post or made it read-only. */
export function LockMark({ post, single, removal, early }: LockMarkProps) {
  if (post.modLocked)
    return (
      <>
        <p className={cx(styles.lock, 'negative')}>
          <Icon node={early ? [] : Trash2} /> Removed by a moderator: only its author and staff can see it.
        </p>
        {!single && <p className={cx('soft', styles.removal)}>{removal && <Removal action={removal} />}</p>}
      </>
    );
  if (post.readOnly)
    return (
      <p className={cx(styles.lock, 'warning')}>
        <Icon node={early ? [] : LockOpen} /> Read-only after a moderator’s edit.
      </p>
    );
  return null;
}

/** Badges for everyone when the replay does not show who it should (Rule 28.3). */
export function EvidenceMarks({ post: { advice = [] } }: { post: Pick<Post, 'advice'> }) {
  return badgesOf(advice).map((text) => (
    <strong key={text} className={cx(styles.mark, styles.long, 'warning')}>
      <Icon node={TriangleAlert} /> {text}
    </strong>
  ));
}

/** That the post changes no karma until a moderator keeps it, and why (Rule 28.55). In the head of the card. */
export function HeldMark({ post, early }: { post: Pick<Post, 'replayId' | 'advice'>; early?: boolean }) {
  return (
    <strong className={cx(styles.mark, 'warning')}>
      <Icon node={early ? [] : Clock} />
      {` Waiting for review${heldReasons(post)}`}
    </strong>
  );
}

/** The state of the post's replay, and a link to the battle where there is one to play (Rules 8.5, 30.11). */
export function ReplayMark({
  post,
}: {
  post: Pick<Post, 'id' | 'held' | 'replayId' | 'replayState' | 'battle'>;
}) {
  if (post.replayState === REPLAY_STATE.ready)
    return (
      <a href={`${paths.post(post.id)}#replay`} className={cx(styles.mark, styles.ready)}>
        <Icon node={Video} /> <span className={styles.word}>Watch replay</span>
      </a>
    );
  if (post.replayState === REPLAY_STATE.processing)
    return (
      <span className={styles.mark}>
        <Icon node={LoaderCircle} className="turning" /> Replay minimap is being processed.
      </span>
    );
  const [text, tip] =
    post.replayId === null
      ? [!post.held && 'No replay', 'No replay is attached.']
      : [post.battle ? 'No video' : 'Replay file', 'A replay is attached; there is no video of it.'];
  return (
    <>
      {post.battle && (
        <a href={`${paths.post(post.id)}#replay`} className={cx(styles.mark, styles.ready)}>
          <Icon node={Play} /> <span className={styles.word}>Play battle</span>
        </a>
      )}
      <span className={cx(styles.mark, styles.off)} title={tip}>
        <Icon node={VideoOff} /> <span className={cx(post.battle && 'visually-hidden')}>{text}</span>
      </span>
    </>
  );
}

/** That the player has answered, with a link to the post (Rule 31.3). */
export function AnsweredMark({ post: { id, reply } }: { post: Pick<Post, 'id' | 'reply'> }) {
  if (!reply || reply.removed) return null;
  return (
    <a href={paths.post(id)} className={cx(styles.mark, styles.ready)}>
      <Icon node={MessageSquareReply} /> Answered
    </a>
  );
}

/** The number of open reports, which only staff get (Rule 28.17). */
export function ReportsMark({ reports = 0 }: Pick<Post, 'reports'>) {
  if (reports === 0) return null;
  return (
    <a href={'/moderation?tab=reported'} className={cx(styles.mark, 'negative')}>
      <Icon node={TriangleAlert} /> {reports} {reports === 1 ? 'report' : 'reports'}
    </a>
  );
}

/** Shows that the author contacted customer support; the ticket id is for viewers who may see it. */
export function TicketMark({
  post,
  viewer,
}: {
  post: Pick<Post, 'author' | 'supportTicketStatus'>;
  viewer: Viewer;
}) {
  const { hasTicket, ticketId } = post.supportTicketStatus;
  if (!hasTicket && ticketId === null) return null;
  const label = (
    <>
      <Icon node={LifeBuoy} /> Reported to Customer Support
    </>
  );
  return ticketId !== null && canSeeTicketId(viewer, post) ? (
    <Tooltip tip={`Ticket ID: ${ticketId}`} className={cx(styles.mark, styles.long)}>
      {label}
    </Tooltip>
  ) : (
    <span className={cx(styles.mark, styles.long)}>{label}</span>
  );
}
