import { formatMedium } from '#lib/domain/dates.ts';
import { DECIDER_SENTENCES, OBJECTION_SENTENCES, REPORT_NOW_SENTENCES } from '#lib/domain/decisions.ts';
import { isAboutPost } from '#lib/domain/notifications.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { outcomeSentence } from '#lib/domain/reports.ts';
import { oneLine } from '#lib/domain/without-markup.ts';
import type { Outcome } from '#lib/schemas/moderation.ts';
import type {
  DecisionNotification,
  ModActionNotification,
  Notification,
  ObjectionNotification,
  PlatformBanNotification,
  PostNotification,
  ReportNotification,
  StaffBanNotification,
} from '#lib/schemas/notification.ts';
import type { Post, PostParty } from '#lib/schemas/post.ts';
import { ReasonText } from '../moderation/ReasonText.tsx';
import { InlineEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './NotificationToast.module.css';

/** Keeps the emblem in the line of the name. */
function Name({ party }: { party: PostParty }) {
  return (
    <span className={styles.party}>
      <InlineEmblem player={party} />
      <bdi translate="no">{party.username}</bdi>
    </span>
  );
}

/** How much of an id is shown. */
const SHOWN_ID = 4;

function Id({ label, children }: { label: string; children: string }) {
  return (
    <span>
      {label} <code title={children}>{children.slice(0, SHOWN_ID)}…</code>
    </span>
  );
}

function Reason(props: { reason: string; rules: readonly string[] | undefined }) {
  return (
    <p className={styles.text}>
      <strong>Reason:</strong>{' '}
      <bdi lang="">
        <ReasonText {...props} none="none given" />
      </bdi>
    </p>
  );
}

/** Who wrote about whom, and the title. */
function PostLines({ post }: { post: Post | null | undefined }) {
  return (
    post && (
      <>
        <p className={styles.by}>
          <Name party={post.author} /> about <Name party={post.player} />
        </p>
        <p className={styles.subject} dir="auto" lang="">
          {postTitle(post)}
        </p>
      </>
    )
  );
}

function PostBody({ notification: { post } }: { notification: PostNotification }) {
  if (post === null) return <p>This post is no longer available.</p>;
  return (
    <>
      <PostLines post={post} />
      <p className={styles.text} dir="auto" lang="">
        {oneLine(post.content)}
      </p>
    </>
  );
}

const ALSO_WARNED = 'You were also warned. Confirm the warning before your next post.';

function ModActionBody({ notification }: { notification: ModActionNotification }) {
  const { modAction, post } = notification;
  return (
    <>
      <PostLines post={post} />
      {modAction !== null && (
        <>
          <p className={styles.by}>
            by <bdi translate="no">{modAction.modUsername}</bdi>
          </p>
          <Reason reason={modAction.reason} rules={modAction.rules} />
        </>
      )}
      {notification.warned && <p>{ALSO_WARNED}</p>}
    </>
  );
}

function BanBody({ notification: { until, reason, rules } }: { notification: PlatformBanNotification }) {
  return (
    <>
      <p>
        You are banned from posting{' '}
        {until === null ? (
          <strong>permanently</strong>
        ) : (
          <>
            until <Time value={until} format={formatMedium} className={styles.until} />
          </>
        )}
        .
      </p>
      <Reason reason={reason} rules={rules} />
    </>
  );
}

function ReportBody({ notification }: { notification: ReportNotification }) {
  const { outcome, sentence, post, ofReply = false } = notification;
  return (
    <>
      <PostLines post={post} />
      <p>
        {outcomeSentence(outcome as Outcome, ofReply)} {sentence && <q lang="">{sentence}</q>}
      </p>
    </>
  );
}

function StaffBanBody({ notification }: { notification: StaffBanNotification }) {
  const { username, modUsername, reason, warned = false } = notification;
  return (
    <>
      <p>
        <bdi translate="no">{modUsername}</bdi> has {warned ? 'warned' : 'banned'}{' '}
        <bdi translate="no">{username}</bdi> without naming a post.
      </p>
      <Reason reason={reason} rules={undefined} />
    </>
  );
}

function DecisionBody({ notification }: { notification: DecisionNotification | ObjectionNotification }) {
  return (
    <>
      {'verdict' in notification && (
        <p>
          {(notification.isDecider ? DECIDER_SENTENCES : OBJECTION_SENTENCES)[notification.verdict]}
          {notification.report && ` ${REPORT_NOW_SENTENCES[notification.report]}`}
        </p>
      )}
      <Reason rules={undefined} {...notification} />
      {'warned' in notification && notification.warned && <p>{ALSO_WARNED}</p>}
    </>
  );
}

/** Below this the post's date is the time of the notification, which its head has. */
const SAME_MS = 60_000;

/** The date of the post, and short ids of post and mod action: the last line of a notification (Rule 13.13). */
export function NotificationIds({ notification }: { notification: Notification }) {
  if (!('postId' in notification || 'modActionId' in notification)) return null;
  const { post, emittedAt } = notification;
  const postId = 'postId' in notification ? notification.postId : notification.modAction?.postId;
  const date = post && (post.updatedAt ?? post.createdAt);
  return (
    <p className={cx('row', styles.ids)}>
      {date && Math.abs(Date.parse(date) - Date.parse(emittedAt)) >= SAME_MS && (
        <span>
          {post.updatedAt ? 'Edited' : 'Written'} <RelativeTime value={date} />
        </span>
      )}
      {postId && <Id label="Post">{postId}</Id>}
      {'modActionId' in notification && <Id label="Mod action">{notification.modActionId}</Id>}
    </p>
  );
}

/** The body of a notification, by its type (Rule 13.2). Everything is shown as plain text. */
export function NotificationBody({ notification }: { notification: Notification }) {
  if (isAboutPost(notification)) return <PostBody notification={notification} />;
  // Each kind has a field that the others lack.
  if ('modAction' in notification) return <ModActionBody notification={notification} />;
  if ('kind' in notification || 'verdict' in notification)
    return <DecisionBody notification={notification} />;
  if ('outcome' in notification) return <ReportBody notification={notification} />;
  if ('userId' in notification) return <StaffBanBody notification={notification} />;
  if ('until' in notification) return <BanBody notification={notification} />;
  return <p>This page cannot show this kind of notification. Reload the page or try again later.</p>;
}
